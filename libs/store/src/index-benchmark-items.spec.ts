import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BenchmarkItem, RESPONSE_PROTOCOLS } from '@medstream/schema';

import { indexBenchmarkItems } from './index-benchmark-items.js';
import type { ItemProblem } from './read-benchmark-items.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
});
afterEach(async () => rm(folder, { recursive: true }));

const makeItem = (sampleId: string, question = 'What is seen?'): BenchmarkItem => ({
  sample_id: sampleId,
  dataset: 'set',
  video_id: 'one',
  media_path: 'one.mp4',
  task: 'phase_now',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'open',
  question,
  reference_answer: 'a hook',
  query_time: 30,
  context_window_sec: 30,
  input_range: [0, 30],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
});

async function index(...texts: string[]) {
  const files = texts.map((_, number) => join(folder, `${number}.jsonl`));
  for (const [number, text] of texts.entries()) await writeFile(files[number] as string, text);
  const problems: ItemProblem[] = [];
  return { files, problems, items: await indexBenchmarkItems(files, { onProblem: (problem) => problems.push(problem) }) };
}

describe('indexBenchmarkItems', () => {
  it('reads each item again from where it stands: lines, objects over many lines, with a byte-order mark, in any order', async () => {
    // 40 kB of question and as many of the reference answer lie over the window of 64 KiB
    const long = 'ö'.repeat(20_000);
    const all = [makeItem('a'), { ...makeItem('b', long), reference_answer: long }, makeItem('c'), makeItem('d'), makeItem('e')];
    const [first, second] = [all.slice(0, 2), all.slice(2)];
    const { items, files, problems } = await index(`\uFEFF${first.map((item) => JSON.stringify(item, null, 2)).join('\r\n')}`, `\n\n${second.map((item) => `${JSON.stringify(item)}\n`).join('\n')}\n`);
    expect([items.length, [...items.counts.values()], problems]).toEqual([5, [2, 3], []]);
    for (const number of [4, 0, 1, 3, 2, 1, 0]) expect(items.read(number)).toEqual(all[number]);
    expect([items.describePlace(1), items.describePlace(4)]).toEqual([`${files[0]}, record 2`, `${files[1]}, record 3`]);
  });

  it('tells of what is no item, and counts the others', async () => {
    const { items, problems } = await index(`{"sample_id":"x"}\n${JSON.stringify(makeItem('a'))}\n`, '');
    expect([items.length, [...items.counts.values()], problems.length > 0, new Set(problems.map(({ record }) => record))]).toEqual([1, [1, 0], true, new Set([1])]);
  });

  it('says so when a file was changed meanwhile, or is gone', async () => {
    const { items, files } = await index(`${JSON.stringify(makeItem('a'))}\n`);
    await writeFile(files[0] as string, `x${JSON.stringify(makeItem('a'))}\n`);
    expect(() => items.read(0)).toThrow(expect.objectContaining({ code: 'input/unreadable', message: expect.stringContaining('is not what it was') as string }));
    const other = await index(`${JSON.stringify(makeItem('a'))}\n`);
    await rm(files[0] as string);
    expect(() => other.items.read(0)).toThrow(expect.objectContaining({ code: 'input/unreadable', message: expect.stringContaining('any more (ENOENT)') as string }));
  });
});
