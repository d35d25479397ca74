import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { makeTemporaryFolder, openBrowser, type TemporaryFolder } from '@medstream/testing';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

import { exportReview } from './export-review.js';
import { readAnswers } from './read-answers.js';
import type { ReviewKey } from './review-key.js';
import { makeItem, openFacts, somePictures, streamingFacts } from './testing/make-review.js';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let folder: TemporaryFolder;
let key: ReviewKey;
let file = '';

beforeAll(async () => {
  [browser, folder] = [await openBrowser(), await makeTemporaryFolder()];
  const items = [
    makeItem('one'),
    makeItem('several', { answer: ['hook', 'clipper'], question: `<img src=x onerror=alert(1)> Which tools? ${'long'.repeat(40)}` }),
    ...['the hook cuts', 'the grasper holds'].map((reference, index) => makeItem(`open${index}`, openFacts(reference))),
    makeItem('alert', streamingFacts('proactive')),
  ];
  const made = await exportReview(somePictures, items, { wanted: 10, raters: 2, seed: 1, maxFrames: 8, frameSide: 512, filters: {} });
  key = made.key;
  file = join(folder.path, 'review.html');
  await writeFile(file, made.form);
}, 120_000);

afterAll(async () => {
  await browser.close();
  await folder.remove();
});

interface Opened {
  context: BrowserContext;
  page: Page;
  said: string[];
  asked: string[];
}

async function open(options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const [said, asked] = [[] as string[], [] as string[]];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href && !/^(data|blob):/.test(request.url())) asked.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  return { context, page, said, asked };
}

async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') };
}

const numberOf = (id: string) => key.items.find(({ sample_id: other }) => other === id)?.number ?? 0;
const shown = '.item:not([hidden])';

const looks: [string, BrowserContextOptions][] = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
];

it.each(looks)('%s: shows one item, asks for nothing, fits, and axe finds no serious fault', async (name, options) => {
  const { context, page, said, asked } = await open(options);
  await page.selectOption('#rater', '1');
  for (let item = 1; item < numberOf('several'); item += 1) await page.click('#next');
  expect(await page.locator(shown).count()).toBe(1);
  expect(await page.locator(`${shown} legend`).innerText()).toContain('<img src=x onerror=alert(1)>');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  await page.evaluate(axeSource);
  const faults = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } };
    const { violations } = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], resultTypes: ['violations'] });
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  });
  expect([name, faults, said, asked]).toEqual([name, [], [], []]);
  await context.close();
}, 120_000);

it('is answered by keyboard alone, kept when the page is left, and saved as files that import reads', async () => {
  const { context, page, said, asked } = await open();
  expect(await page.locator(`${shown} input`).first().isDisabled()).toBe(true);
  await page.focus('#rater');
  await page.keyboard.press('ArrowDown');
  await page.locator(`${shown} input`).first().focus();
  const expected = new Map<number, string[]>();
  for (const item of key.items) {
    const letters = item.several ? ['A', 'B'] : ['B'];
    // an answer that stands alone takes the others away, and another takes it away again
    for (const letter of item.several ? ['U', ...letters] : letters) await page.keyboard.press(letter.toLowerCase());
    expected.set(item.number, letters);
    await page.keyboard.press('Enter');
  }
  await page.locator(`${shown} textarea`).fill('=not a formula, "really"');
  await page.keyboard.press('b');
  expect(await page.locator('#status').innerText()).toContain('5 answered');

  await page.reload();
  expect(await page.locator('#rater').inputValue()).toBe('');
  await page.selectOption('#rater', '1');
  expect(await page.locator('#status').innerText()).toContain('5 answered');

  const [json, csv] = [await download(page, '#save'), await download(page, '#save-table')];
  expect([json.name, csv.name]).toEqual([`answers-${key.sheet}-rater-1.json`, `answers-${key.sheet}-rater-1.csv`]);
  for (const { name, text } of [json, csv]) {
    const { rater, answers } = readAnswers(text, { name, key });
    expect(rater).toBe(1);
    expect(new Map([...answers].map(([number, { letters }]) => [number, letters]))).toEqual(expected);
    expect(answers.get(key.items.length)?.remark).toBe('=not a formula, "really"b');
  }
  expect(csv.text).toContain(`"'=not a formula`);
  expect([said, asked]).toEqual([[], []]);
  await context.close();
}, 120_000);

it('goes on from a saved file, and says so where a file is of another sheet', async () => {
  const { context, page } = await open();
  const answers = JSON.stringify({ schema_version: 1, sheet: key.sheet, rater: 2, answers: [{ number: 1, answer: ['A'], remark: 'x' }] });
  await page.setInputFiles('#load', { name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(answers) });
  await page.waitForFunction(() => (document.querySelector('#rater') as HTMLSelectElement).value === '2');
  expect(await page.locator(`${shown} input[value=A]`).isChecked()).toBe(true);
  for (const text of [answers.replace(key.sheet, 'sheet-other'), 'null', '[', answers.replace('"rater":2', '"rater":9')]) {
    await page.setInputFiles('#load', []);
    await page.setInputFiles('#load', { name: 'other.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.waitForFunction(() => document.querySelector('#notice')?.textContent?.includes('holds no answers to this sheet'));
  }
  // another rater's answers are others
  await page.selectOption('#rater', '1');
  expect(await page.locator('#status').innerText()).toContain('0 answered');
  await context.close();
}, 60_000);

it('a picture opens large and the arrow keys go through', async () => {
  const { context, page } = await open();
  await page.locator(`${shown} .frame`).first().click();
  expect(await page.locator('#view').isVisible()).toBe(true);
  expect(await page.locator('#place').innerText()).toMatch(/^1 of 2: 0 s of \d s$/);
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('#place').innerText()).toMatch(/^2 of 2: (\d) s of \1 s$/);
  await page.keyboard.press('Escape');
  expect(await page.locator('#view').isVisible()).toBe(false);
  await context.close();
}, 60_000);

it('can be read without script, and says where to answer then', async () => {
  const { context, page } = await open({ javaScriptEnabled: false });
  expect(await page.locator('.item:visible').count()).toBe(key.items.length);
  expect(await page.getByText('fill in the column').isVisible()).toBe(true);
  expect(await page.locator('#controls').isVisible()).toBe(false);
  await context.close();
}, 60_000);
