import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FieldAliases } from '@medstream/schema';

import { readBenchmarkItems } from './read-benchmark-items.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
});
afterEach(async () => rm(folder, { recursive: true }));

const item = (sampleId: string, changes = {}) => ({
  sample_id: sampleId,
  dataset: 'demo',
  video_id: 'v1',
  media_path: 'v1.mp4',
  task: 'phase_now',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'closed',
  question: 'Which phase is shown?',
  choices: ['preparation', 'dissection'],
  answer: 'preparation',
  query_time: 4,
  context_window_sec: 4,
  input_range: [0, 4],
  response_protocol: 'unanswerable | answer',
  label_source: 'original_annotation',
  ...changes,
});

async function readFiles(contents: Record<string, string>, more: string[] = []) {
  const files = Object.keys(contents).map((name) => join(folder, name));
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  const read = [];
  for await (const entry of readBenchmarkItems([...files, ...more])) read.push('item' in entry ? entry.item.sample_id : entry.problem);
  return read;
}

describe('readBenchmarkItems', () => {
  it('reads several files in order and keeps unknown fields and duplicates', async () => {
    const line = JSON.stringify(item('a', { extra: 1 }));
    expect(await readFiles({ 'one.jsonl': `${line}\n${line}\n`, 'two.jsonl': JSON.stringify(item('b'), null, 2) })).toEqual(['a', 'a', 'b']);
  });

  it('gives a problem for each thing wrong and reads on', async () => {
    const file = join(folder, 'one.jsonl');
    const bad = JSON.stringify(item('b', { query_time: 'soon', answer: undefined, media_path: '../v1.mp4' }));
    const read = await readFiles({ 'one.jsonl': `{"sample_id":\n${bad}\n[1]\n${JSON.stringify(item('c'))}` });
    // `{"sample_id":` ends in a colon, after which an object may stand: the lines up to the next sure start belong to the first record
    expect(read).toEqual([expect.objectContaining({ file, record: 1, byteOffset: 0, code: 'input/not-json' }), 'c']);

    const mended = await readFiles({ 'one.jsonl': `{"sample_id"\n${bad}\n[1]\n${JSON.stringify(item('c'))}` });
    expect(mended).toEqual([
      expect.objectContaining({ record: 1, byteOffset: 0, code: 'input/not-json', sampleId: null, path: '' }),
      expect.objectContaining({ record: 2, byteOffset: 13, code: 'input/bad-record', sampleId: 'b', path: 'media_path' }),
      expect.objectContaining({ record: 2, path: 'query_time' }),
      expect.objectContaining({ record: 3, code: 'input/bad-record', sampleId: null, path: '' }),
      'c',
    ]);
  });

  it('names a field that is required only for some items', async () => {
    const read = await readFiles({ 'one.jsonl': JSON.stringify(item('a', { answer: undefined })) });
    expect(read).toEqual([expect.objectContaining({ sampleId: 'a', path: 'answer' })]);
  });

  it('gives one problem for a file that cannot be opened and goes on with the next', async () => {
    const missing = join(folder, 'missing.jsonl');
    expect(await readFiles({ 'one.jsonl': '' }, [missing])).toEqual([expect.objectContaining({ file: missing, code: 'input/unreadable', record: 1, byteOffset: 0 })]);
  });

  it('reads fields under other names, and says which names a streaming record has where none is known', async () => {
    const file = join(folder, 'one.jsonl');
    const round = (time: number) => ({ no: time, t_c: time, input_range: [0, time], expected: 'unanswerable', can_answer: false });
    const streaming = { ...item('s', { task_mode: 'streaming', temporal_mode: 'future', query_time: 0, context_window_sec: 4, timeline: [round(1), round(2)] }) };
    await writeFile(file, JSON.stringify(streaming));
    const read = async (aliases: FieldAliases): Promise<unknown[]> => {
      const entries = [];
      for await (const entry of readBenchmarkItems([file], { aliases })) entries.push('item' in entry ? entry.item.rounds : [entry.problem.code, entry.problem.path, entry.problem.message]);
      return entries;
    };
    const members = { round: 'no', current_time: 't_c', expected_output: 'expected', answerable: 'can_answer' };
    expect(await read({ rounds: 'timeline', round_fields: members })).toEqual([[1, 2].map((time) => ({ round: time, current_time: time, input_range: [0, time], expected_output: 'unanswerable', answerable: false }))]);
    expect(await read({ rounds: 'turns' })).toEqual([['input/bad-record', 'rounds', expect.stringContaining('input_range, response_protocol, label_source, timeline: name the right one') as string]]);
    const [first] = await read({ rounds: 'timeline', round_fields: { ...members, round: 'n' } });
    expect(first).toEqual(['input/bad-record', 'rounds[0].round', expect.stringContaining('its fields are no, input_range') as string]);
  });
});
