import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { makeTemporaryFolder, openBrowser } from '@medstream/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { renderReport } from './render-report.js';
import { makeRun } from './testing/make-run.js';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Opened {
  page: Page;
  /** What the console and the page's errors said. */
  said: string[];
  /** Addresses that were asked for besides the page itself. */
  asked: string[];
}

let browser: Browser;
let file = '';
let text = '';

beforeAll(async () => {
  browser = await openBrowser();
  const { path: folder } = await makeTemporaryFolder();
  const runs = [makeRun({ items: 400, model: 'demo:one' }), makeRun({ items: 400, model: 'demo:two', skill: 0.9, wrong: `<img src=x onerror=alert(1)> \u202e "' & </script>` })].map((run) => ({ ...run, label: run.manifest?.model ?? 'none' }));
  text = await renderReport({ runs, thumbnails: new Map([['0'.repeat(64), PIXEL]]) });
  file = join(folder, 'report.html');
  await writeFile(file, text);
}, 120_000);

afterAll(async () => browser.close());

async function open(options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const [said, asked] = [[] as string[], [] as string[]];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href && !request.url().startsWith('data:')) asked.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  return { page, said, asked };
}

const looks: [string, BrowserContextOptions][] = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
];

it.each(looks)('%s: renders, says nothing on the console, asks for nothing, and axe finds no serious fault', async (name, options) => {
  const { page, said, asked } = await open(options);
  await page.locator('details.item').nth(0).evaluate((element) => element.setAttribute('open', ''));
  expect(await page.locator('h1').innerText()).toBe('Time-aware evaluation of 2 runs');
  expect(await page.locator('svg.chart').count()).toBe(4);
  // no sideways scrolling of the page itself, only of tables inside it
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  await page.evaluate(axeSource);
  const faults = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } };
    const { violations } = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], resultTypes: ['violations'] });
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  });
  expect([name, faults, said, asked]).toEqual([name, [], [], []]);
  await page.context().close();
}, 120_000);

it('fits 480 px: what a table is about does not scroll with it, names break after signs only, a tile takes one line', async () => {
  const { page } = await open({ viewport: { width: 480, height: 900 } });
  const seen = await page.evaluate(() => {
    const linesOf = (element: Element): number => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const about = document.querySelector('#about-main-table') as Element;
    return {
      isAboutInside: about.closest('.scroll') !== null,
      aboutRight: about.getBoundingClientRect().right,
      tileLines: [...document.querySelectorAll('.tile > .value')].map(linesOf),
      // "demo:one": at most one line each for what stands before and after the sign
      nameLines: linesOf(document.querySelector('table tr.run th[scope=row]') as Element),
    };
  });
  expect(seen).toMatchObject({ isAboutInside: false, tileLines: seen.tileLines.map(() => 1) });
  expect(seen.aboutRight).toBeLessThanOrEqual(480);
  expect(seen.nameLines).toBeLessThanOrEqual(2);
  await page.context().close();
}, 60_000);

it('sorts a table by its heads, with mouse and keyboard', async () => {
  const { page, said } = await open();
  const table = page.locator('table[data-sortable]').first();
  const overall = async (): Promise<number[]> => (await table.locator('tbody tr td:last-child .value').allInnerTexts()).map(Number);
  const before = await overall();
  const button = table.locator('thead tr:last-child button').last();
  await button.click();
  const ascending = await overall();
  expect(ascending).toEqual([...before].sort((one, other) => one - other));
  expect(ascending).not.toEqual(before);
  await button.focus();
  await page.keyboard.press('Enter');
  expect(await overall()).toEqual([...ascending].sort((one, other) => other - one));
  expect(await table.locator('th[aria-sort]').count()).toBe(1);
  // the oracle scores 1 and stands first with its own name
  expect(await table.locator('tbody tr').first().locator('th').innerText()).toBe('oracle');
  expect(said).toEqual([]);
  await page.context().close();
}, 60_000);

it('filters tables and items', async () => {
  const { page } = await open();
  const items = page.locator('[data-filterable="items of demo:one"]');
  const shown = items.locator('details.item:visible');
  expect(await shown.count()).toBe(300);
  await items.locator('input').fill('proactive pitvis');
  expect(await shown.count()).toBe(0);
  await items.locator('input').fill('proactive heichole');
  const count = await shown.count();
  expect(count).toBeGreaterThan(10);
  for (const words of await shown.locator('summary').allInnerTexts()) expect(words).toMatch(/proactive.*HeiChole/);
  expect(await items.locator('[role=status]').innerText()).toBe(`${count} of 300`);
  await items.locator('input').fill('');
  expect(await shown.count()).toBe(300);
  await page.context().close();
}, 60_000);

it('opens an item with its timeline, its replies as text and its picture', async () => {
  const { page, said, asked } = await open();
  const item = page.locator('details.item', { hasText: 'proactive' }).first();
  expect(await item.locator('svg.timeline').isVisible()).toBe(false);
  await item.locator('summary').click();
  expect(await item.locator('svg.timeline').isVisible()).toBe(true);
  expect(await item.locator('svg.timeline circle').count()).toBe(5);
  expect(await item.locator('tbody tr').count()).toBe(5);
  expect(await page.locator('td img').count()).toBeGreaterThan(0);
  expect(await page.locator('td img[src="x"]').count()).toBe(0);
  expect(await page.getByText('<img src=x onerror=alert(1)>').count()).toBeGreaterThan(0);
  expect([said, asked]).toEqual([[], []]);
  await page.context().close();
}, 60_000);

it('can be read without script', async () => {
  const { page, said } = await open({ javaScriptEnabled: false });
  expect(await page.locator('table').first().locator('tbody tr').count()).toBe(9);
  expect(await page.locator('button, input').count()).toBe(0);
  expect(said).toEqual([]);
  await page.context().close();
}, 60_000);

it('prints every table within the paper', async () => {
  const { page } = await open();
  await page.emulateMedia({ media: 'print' });
  const bytes = await page.pdf({ format: 'A4', landscape: true });
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(await page.locator('input:visible').count()).toBe(0);
  // A4 across has 297 mm, less 10 mm at each side, at 96 px an inch: 1047 px
  await page.setViewportSize({ width: 1047, height: 700 });
  const wide = await page.evaluate(() => [...document.querySelectorAll('table')].filter((table) => table.getBoundingClientRect().right > 1047).map((table) => table.closest('[aria-label]')?.getAttribute('aria-label')));
  expect(wide).toEqual([]);
  await page.context().close();
}, 60_000);

it('stays under 5 MB for the 5,419 items of the paper, and is the same bytes for the same run', async () => {
  const make = () => renderReport({ runs: [makeRun({ items: 5_419 })] });
  const one = await make();
  // half of it is left to the pictures that `report --thumbnails` puts in at most
  expect(Buffer.byteLength(one)).toBeLessThan(2_500_000);
  expect(one).toContain('300 of 5,419 items');
  expect(await make()).toBe(one);
}, 120_000);

it('so do nine models side by side, as many as the paper has', async () => {
  const run = makeRun({ items: 5_419, maxItems: 33 });
  const page = await renderReport({ runs: Array.from({ length: 9 }, (_, index) => ({ ...run, label: `vendor:model-${index}` })) });
  expect(Buffer.byteLength(page)).toBeLessThan(2_500_000);
  expect(page.match(/33 of 5,419 items/g)).toHaveLength(9);
}, 120_000);
