import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';
import { decodeImage } from '@medstream/media';
import { readReviewKey, type ReviewKey, type ReviewReport } from '@medstream/review';
import { type BenchmarkItem, benchmarkItemSchema, buildManifestSchema } from '@medstream/schema';
import { generateClip, makeTemporaryFolder, readFrameNumber, type TemporaryFolder } from '@medstream/testing';

// commands are started as processes, on machines that may be busy
jest.setTimeout(300_000);

const bin = fileURLToPath(new URL('../../bin/medstream-data.js', import.meta.url));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
  return { status, stdout, stderr };
}

/** Two of each stratum on average: each costs a start of ffmpeg. */
const ITEMS = 14;

let scratch: TemporaryFolder;
const at = (...names: string[]) => join(scratch.path, ...names);
const read = (...names: string[]) => readFileSync(at(...names), 'utf8');
const readItems = (...names: string[]): BenchmarkItem[] => read(...names).split('\n').filter((line) => line !== '').map((line) => benchmarkItemSchema.parse(JSON.parse(line)));
const exportTo = (folder: string, ...args: string[]) => run('review', 'export', '--data', at('bench'), '--media-root', at('native'), '--out', at(folder), '--items', String(ITEMS), '--max-frames', '3', '--frame-size', '64', ...args);
const importTo = (folder: string, ...args: string[]) => run('review', 'import', '--key', at('sheet', 'key.json'), '--data', at('bench'), '--out', at(folder), ...args);

let key: ReviewKey;

/** What a rater sends back who gives the item's own answer but where `letterOf` says another. */
function writeAnswers(name: string, rater: number, letterOf: (item: ReviewKey['items'][number]) => string[] | null): string {
  const answers = key.items.map((item) => ({ number: item.number, answer: letterOf(item) ?? item.supporting[0], remark: '' }));
  writeFileSync(at(name), JSON.stringify({ schema_version: 1, sheet: key.sheet, rater, answers }));
  return at(name);
}

beforeAll(async () => {
  scratch = await makeTemporaryFolder();
  expect(run('sources', '--example', 'cholec80', at('native')).status).toBe(0);
  expect(run('build', '--source', 'cholec80', '--root', at('native'), '--out', at('bench')).status).toBe(0);
  expect(exportTo('sheet')).toMatchObject({ status: 0, stderr: '' });
  key = readReviewKey(read('sheet', 'key.json'), 'key.json');
});
afterAll(async () => scratch.remove());

describe('review export', () => {
  it('draws from every stratum, and tells raters neither ids nor answers nor where labels come from', () => {
    expect(key.items).toHaveLength(ITEMS);
    const strata = new Set(readItems('bench', 'cholec80.jsonl').map((item) => `cholec80 · ${item.temporal_mode} · ${item.question_type}`));
    expect(Object.keys(key.population)).toEqual([...strata].sort());
    const [form, table] = [read('sheet', 'for-raters', 'review.html'), read('sheet', 'for-raters', 'sheet.csv')];
    for (const { sample_id: id } of key.items) for (const text of [form, table]) expect(text).not.toContain(id);
    for (const hidden of ['cholec80', 'video01', 'original_annotation', 'supporting', scratch.path]) for (const text of [form, table]) expect(text).not.toContain(hidden);
    // three pictures an item at most, and one at least
    const pictures = form.match(/<img src="data:image\/jpeg;base64,/g)?.length ?? 0;
    expect(pictures).toBeGreaterThanOrEqual(ITEMS);
    expect(pictures).toBeLessThanOrEqual(3 * ITEMS);
  });

  it('is the same bytes again, and does not lose the key of a sheet that raters may have', () => {
    const files = [['key.json'], ['for-raters', 'review.html'], ['for-raters', 'sheet.csv']];
    const before = files.map((names) => read('sheet', ...names));
    const again = exportTo('sheet', '--json');
    expect(again.status).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ sheet: key.sheet, items: ITEMS, raters: 2, unreadable: 0, terms: { cholec80: expect.any(String) as string } });
    expect(files.map((names) => read('sheet', ...names))).toEqual(before);
    expect(exportTo('sheet', '--seed', '2')).toMatchObject({ status: 2, stderr: expect.stringContaining('key of another sheet') as string });
    expect(files.map((names) => read('sheet', ...names))).toEqual(before);
  });

  it('shows the pictures of the window asked about and none beyond, read back from the pixels', async () => {
    // 20 s at 5 pictures a second: the picture at t has the number 5 t
    mkdirSync(at('numbered'));
    await generateClip({ file: at('numbered', 'one.mp4'), frames: 100, fps: 5, bframes: 2 });
    const common = { dataset: 'set', video_id: 'one', media_path: 'one.mp4', label_source: 'original_annotation' };
    const singles = [4.2, 9.9, 13].map((end) => ({ ...common, sample_id: `at-${end}`, task: 'phase_now', task_mode: 'single_turn', temporal_mode: 'present', question_type: 'closed', question: 'Which phase?', choices: ['Cutting', 'Washing'], answer: 'Cutting', query_time: end, context_window_sec: 4, input_range: [Math.round(10 * end - 40) / 10, end], response_protocol: 'unanswerable | answer' }));
    const rounds = [6, 8.2, 11, 15].map((end, index) => ({ round: index + 1, current_time: end, input_range: [4, end], expected_output: end < 11 ? 'no_alert' : 'alert: washing', answerable: end >= 11 }));
    const alert = { ...common, sample_id: 'alert', task: 'phase_alert', task_mode: 'streaming', temporal_mode: 'proactive', question_type: 'open', question: 'Say when washing begins.', query_time: 4, context_window_sec: 0, input_range: [4, 15], rounds, response_protocol: 'no_alert | uncertain | alert: <reason>' };
    writeFileSync(at('numbered', 'items.jsonl'), [...singles, alert].map((item) => `${JSON.stringify(item)}\n`).join(''));
    expect(run('review', 'export', '--data', at('numbered', 'items.jsonl'), '--media-root', at('numbered'), '--out', at('numbered-sheet'))).toMatchObject({ status: 0 });
    const { items } = readReviewKey(read('numbered-sheet', 'key.json'), 'key.json');
    const sections = read('numbered-sheet', 'for-raters', 'review.html').split('<section class="item"').slice(1);
    expect(sections).toHaveLength(4);
    for (const [index, section] of sections.entries()) {
      const asked = items[index];
      const single = singles.find(({ sample_id: id }) => id === asked?.sample_id);
      const [start, end] = (single?.input_range ?? rounds.find(({ round }) => round === asked?.round)?.input_range) as [number, number];
      const pictures = [...section.matchAll(/data:image\/jpeg;base64,([A-Za-z0-9+/=]+)/g)].map(([, data]) => Buffer.from(data as string, 'base64'));
      const numbers = await Promise.all(pictures.map(async (picture) => {
        const { rgb, width, height } = await decodeImage(picture);
        return readFrameNumber(rgb, width, height);
      }));
      // every 2 s from the start of the window, and its end: the picture on display at each
      const times = [...Array.from({ length: Math.ceil((end - start) / 2) }, (_, step) => start + 2 * step), end];
      expect(numbers).toEqual(times.map((time) => Math.floor(5 * time + 1e-9)));
    }
  });

  it.each<[string, string[], number, string]>([
    ['a filter of no field', ['--filter', 'answer=hook'], 2, 'write KEY=VALUE with one of the keys dataset, task'],
    ['a filter that leaves nothing', ['--filter', 'label_source=model_assisted'], 1, 'no item has all that --filter asks for'],
    ['one rater', ['--raters', '1'], 2, 'at least 2'],
    ['a media root without the media', ['--media-root', 'bench'], 3, 'media/missing'],
    ['a media root that is not there', ['--media-root', 'nowhere'], 2, 'usage/missing-root'],
  ])('refuses %s', (_, args, status, message) => {
    const located = args.map((arg, index) => (args[index - 1] === '--media-root' ? at(arg) : arg));
    expect(exportTo('refused', ...located)).toMatchObject({ status, stderr: expect.stringContaining(message) as string });
  });
});

describe('review import', () => {
  it('writes the outcome into new files, keeps the old ones, and says how far the raters agree', () => {
    const before = read('bench', 'cholec80.jsonl');
    const [first, second, third] = key.items;
    // one rater gives another answer to two items, both to one
    const one = writeAnswers('one.json', 1, ({ number }) => (number === third?.number ? ['U'] : null));
    const two = writeAnswers('two.json', 2, ({ number, options, supporting }) => ([first, second, third].some((item) => item?.number === number) ? [options.find((letter) => letter !== 'U' && !supporting.flat().includes(letter)) ?? 'U'] : null));
    const expectsSilence = third?.supporting.flat().includes('U') === true;
    const done = importTo('checked', '--answers', two, one, '--json');
    expect(done).toMatchObject({ status: 0, stderr: '' });
    const report = JSON.parse(done.stdout) as ReviewReport;
    expect(report.overall.support.all.value).toBe((ITEMS - 3) / ITEMS);
    expect(report.unsupported).toEqual(expectsSilence ? [] : [third?.sample_id]);
    expect(report.overall.kappa?.n).toBe(ITEMS);
    expect(JSON.parse(read('checked', 'review.json'))).toEqual(report);

    expect(read('bench', 'cholec80.jsonl')).toBe(before);
    const items = readItems('checked', 'cholec80.jsonl');
    const originals = readItems('bench', 'cholec80.jsonl');
    const asked = new Set(key.items.map(({ sample_id: id }) => id));
    items.forEach((item, index) => {
      const original = originals[index];
      if (!asked.has(item.sample_id)) expect(item).toEqual(original);
      else expect(item).toEqual({ ...original, quality: { ...original?.quality, review: 'human', raters: 2, agreement: expect.any(Number) as number } });
    });
    expect(items.find(({ sample_id: id }) => id === first?.sample_id)?.quality).toMatchObject({ review: 'human', raters: 2, agreement: 0.5 });
    expect(run('validate', at('checked')).status).toBe(0);
    const manifest = buildManifestSchema.parse(JSON.parse(read('checked', 'manifest.json')));
    expect(manifest.files[0]?.sha256).toBe(report.files[0]?.sha256);
    expect(manifest.notes.at(-1)).toContain(key.sheet);

    const bytes = read('checked', 'cholec80.jsonl');
    const text = importTo('checked', '--answers', one, two);
    expect(text.status).toBe(0);
    expect(text.stdout).toContain('78.6 %');
    expect(read('checked', 'cholec80.jsonl')).toBe(bytes);
  });

  it('reads the table filled in as well, as a spreadsheet may save it', () => {
    const letters = new Map(key.items.map(({ number, supporting }) => [String(number), supporting[0]?.join(';') ?? '']));
    const filled = read('sheet', 'for-raters', 'sheet.csv').replaceAll(/^(sheet-[0-9a-f]{16}),,(\d+),,/gm, (_, sheet: string, number: string) => `${sheet},2,${number},${letters.get(number)},`);
    // in UTF-16, with rows of empty cells at the end
    writeFileSync(at('filled.csv'), Buffer.from(`\ufeff${filled},,,,,,,\r\n,,,,,,,\r\n`, 'utf16le'));
    const one = writeAnswers('all.json', 1, () => null);
    const done = importTo('from-table', '--answers', at('filled.csv'), one, '--json');
    expect(done.status).toBe(0);
    expect((JSON.parse(done.stdout) as ReviewReport).overall.support.all.value).toBe(1);
  });

  it.each<[string, () => string[], number, string]>([
    ['a missing rater', () => ['--answers', writeAnswers('a.json', 1, () => null)], 2, 'the answers of rater 2 are missing'],
    ['answers to another sheet', () => {
      writeFileSync(at('b.json'), JSON.stringify({ schema_version: 1, sheet: 'sheet-0123456789abcdef', rater: 2, answers: [{ number: 1, answer: ['A'], remark: '' }] }));
      return ['--answers', at('b.json')];
    }, 2, 'the key is of sheet-'],
    ['a letter that is not offered', () => ['--answers', writeAnswers('c.json', 1, () => ['Z'])], 1, 'answers[0], item 1: "Z" is none of'],
    ['a file that is not there', () => ['--answers', at('nowhere.json')], 2, 'does not exist'],
    ['the folder of the items as --out', () => ['--answers', writeAnswers('d.json', 1, () => null), writeAnswers('e.json', 2, () => null), '--out', at('bench')], 2, 'stays as it is'],
    ['items that were changed since', () => {
      mkdirSync(at('changed'), { recursive: true });
      writeFileSync(at('changed', 'cholec80.jsonl'), read('bench', 'cholec80.jsonl').replaceAll('"question":"', '"question":"Now: '));
      return ['--answers', writeAnswers('f.json', 1, () => null), writeAnswers('g.json', 2, () => null), '--data', at('changed')];
    }, 2, 'is not the one that the raters saw'],
    ['items that are gone', () => {
      mkdirSync(at('few'), { recursive: true });
      writeFileSync(at('few', 'cholec80.jsonl'), read('bench', 'cholec80.jsonl').split('\n').slice(0, 1).join('\n'));
      return ['--answers', writeAnswers('h.json', 1, () => null), writeAnswers('i.json', 2, () => null), '--data', at('few')];
    }, 2, 'items of the sheet are not in --data'],
    ['no key', () => ['--key', at('bench', 'manifest.json'), '--answers', at('a.json')], 1, 'no key of a review sheet'],
  ])('refuses %s', (_, args, status, message) => {
    const given = args();
    // a value given twice is the last one, but for lists, which would be joined
    const own = given.includes('--data') ? run('review', 'import', '--key', at('sheet', 'key.json'), '--out', at('refused'), ...given) : importTo('refused', ...given);
    expect(own).toMatchObject({ status, stderr: expect.stringContaining(message) as string });
  });
});
