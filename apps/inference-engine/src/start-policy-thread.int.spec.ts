import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { scoreRun } from '@medstream/evaluation';
import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { describeFolder } from './compose-run-folder.js';
import { MIN_ITEM_BYTES } from './start-policy-thread.js';

const bin = fileURLToPath(new URL('../bin/medstream-eval.js', import.meta.url));
const HASH = 'a'.repeat(64);
const CHOICES = ['Cutting', 'Washing', 'Packing'];
/** Of two kilobytes each, so that few of them are worth a thread. */
const COUNT = 5_000;

/** The final files of a run: closed items of 12 cases, two of three replies right, one of eleven missing. */
async function writeRun(folder: string): Promise<void> {
  const indexes = Array.from({ length: COUNT }, (_, index) => index);
  const idOf = (index: number): string => `s${String(index).padStart(5, '0')}`;
  const write = (name: string, records: readonly unknown[]): Promise<void> => writeFile(join(folder, name), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const common = { media_path: 'set/video.mp4', input_range: [30, 60] };
  const items = indexes.map((index) => ({
    ...common,
    sample_id: idOf(index),
    dataset: `set${index % 3}`,
    video_id: 'video',
    case_id: `case${index % 12}`,
    task: `task_${index % 2}`,
    task_mode: 'single_turn',
    temporal_mode: 'present',
    question_type: 'closed',
    question: `Which phase is it? ${'It matters. '.repeat(150)}`,
    choices: CHOICES,
    answer: CHOICES[index % 3],
    query_time: 60,
    context_window_sec: 30,
    response_protocol: 'unanswerable | answer',
    label_source: 'original_annotation',
  }));
  await write('items.jsonl', items);
  await write('jobs.jsonl', indexes.map((index) => ({ ...common, job_id: `job-${index}`, sample_id: idOf(index), targets: [30], prompt_hash: HASH })));
  const answered = indexes.filter((index) => index % 11 !== 0);
  await write('predictions.jsonl', answered.map((index) => ({ job_id: `job-${index}`, sample_id: idOf(index), status: 'ok', raw: CHOICES[index % 5 === 0 ? 0 : index % 3], frames: [HASH], model: 'demo:test', attempts: 1, latency_ms: 5, usage: null, cached: false })));
  await write('frames.jsonl', []);
  const manifest = { schema_version: 1, protocol: 'medstream-1', versions: {}, model: 'demo:test', model_settings: {}, judge: null, seed: 1, sampling: { period_sec: 2, max_frames: null, image: 'none' }, off_protocol: [], data: [], items: COUNT, jobs: COUNT, plan_parts: {}, plan_hash: HASH, uploads_allowed: [] };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

describe('scoring in two threads', () => {
  let folder: TemporaryFolder;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    await writeRun(folder.path);
  });
  afterAll(() => folder.remove());

  const score = async (): Promise<{ code: unknown; told: string }> => {
    const child = spawn(process.execPath, [bin, 'score', folder.path], { stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (told += text));
    const [code] = await once(child, 'close');
    return { code, told };
  };
  const read = () => Promise.all(['scores.jsonl', 'summary.json'].map((name) => readFile(join(folder.path, name), 'utf8')));

  it('gives the bytes of one thread', async () => {
    expect((await stat(join(folder.path, 'items.jsonl'))).size).toBeGreaterThan(MIN_ITEM_BYTES);
    // 1: the run is incomplete
    expect(await score()).toMatchObject({ code: 1 });
    const inTwo = await read();
    const { startPolicies: _, ...inOne } = describeFolder(folder.path);
    await scoreRun({ folder: inOne, startReport: () => ({ add: () => undefined, render: async () => '<p></p>' }) });
    expect(await read()).toEqual(inTwo);
    expect(JSON.parse(inTwo[1] as string)).toMatchObject({ items: COUNT, unscored: { missing: 455 }, baselines: { oracle: { overall: { value: 1, n: COUNT } } } });
  }, 120_000);

  it('tells what is wrong with the items as one thread does, and ends', async () => {
    const items = await readFile(join(folder.path, 'items.jsonl'), 'utf8');
    await writeFile(join(folder.path, 'items.jsonl'), items.replace(/\n(.*"s04000".*)"single_turn"/u, '\n$1"now"'));
    expect(await score()).toEqual({ code: 1, told: expect.stringContaining('error store/corrupt: items.jsonl holds a record that cannot be read') });
    await writeFile(join(folder.path, 'items.jsonl'), items.replace(/\n.*"s04000".*\n/u, '\n{"torn\n'));
    expect(await score()).toEqual({ code: 1, told: expect.stringContaining('error input/not-json: record 4001') });
  }, 120_000);
});
