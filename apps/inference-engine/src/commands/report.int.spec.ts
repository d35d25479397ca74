import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { decodeImage } from '@medstream/media';
import { type BenchmarkItem, predictionSchema, RESPONSE_PROTOCOLS } from '@medstream/schema';
import { type EndedProgram, generateClip, makeTemporaryFolder, startProgram, type TemporaryFolder } from '@medstream/testing';

const bin = fileURLToPath(new URL('../../bin/medstream-eval.js', import.meta.url));
const base: BenchmarkItem = { sample_id: '', dataset: 'set', video_id: 'one', media_path: 'one.mp4', task: 'phase_now', task_mode: 'single_turn', temporal_mode: 'present', question_type: 'closed', question: 'Which phase?', choices: ['Cutting', 'Washing'], answer: 'Cutting', query_time: 4, context_window_sec: 2, input_range: [2, 4], response_protocol: RESPONSE_PROTOCOLS.answer, label_source: 'original_annotation' };

let folder: TemporaryFolder;
const at = (...names: string[]) => join(folder.path, ...names);
const medstream = async (...args: string[]): Promise<EndedProgram> => startProgram(bin, args, { MEDSTREAM_CACHE: at('cache') }).ended;
const listPictures = (page: string): string[] => [...page.matchAll(/<img src="data:image\/jpeg;base64,([A-Za-z0-9+/=]+)"/g)].map(([, data]) => data as string);

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await generateClip({ file: at('one.mp4'), frames: 50, fps: 5, width: 640, height: 384 });
  await writeFile(at('items.jsonl'), [4, 6, 8].map((end) => `${JSON.stringify({ ...base, sample_id: `at-${end}`, query_time: end, input_range: [end - 2, end] })}\n`).join(''));
  expect(await medstream('run', '--data', at('items.jsonl'), '--media-root', at(), '--model', 'demo:shapes', '--no-canary', '--out', at('run'))).toMatchObject({ code: 0 });
}, 120_000);
afterAll(async () => folder.remove());

describe('medstream-eval report --thumbnails', () => {
  it('shows the last frame of each call, small, and only when asked to', async () => {
    expect(await medstream('report', at('run'), '--out', at('plain.html'))).toMatchObject({ code: 0, stdout: `report ${at('plain.html')}\n` });
    expect(listPictures(await readFile(at('plain.html'), 'utf8'))).toEqual([]);
    expect(await medstream('report', at('run'), '--out', at('pictures.html'), '--thumbnails')).toMatchObject({ code: 0 });
    const pictures = listPictures(await readFile(at('pictures.html'), 'utf8'));
    const calls = (await readFile(at('run', 'predictions.jsonl'), 'utf8')).trim().split('\n').map((line) => predictionSchema.parse(JSON.parse(line)));
    expect([pictures.length, new Set(pictures).size]).toEqual([3, new Set(calls.map(({ frames }) => frames.at(-1))).size]);
    // 640 × 384 within 200 × 200
    for (const picture of pictures) expect(await decodeImage(Buffer.from(picture, 'base64'))).toMatchObject({ width: 200, height: 120 });
  }, 60_000);

  it('leaves out what the store no longer holds', async () => {
    expect(await medstream('report', at('run'), '--out', at('gone.html'), '--thumbnails', '--cache', at('empty'))).toMatchObject({ code: 0 });
    expect(listPictures(await readFile(at('gone.html'), 'utf8'))).toEqual([]);
  }, 30_000);

  it('has no use for a table', async () => {
    expect(await medstream('report', at('run'), '--out', at('table.csv'), '--thumbnails')).toMatchObject({ code: 2, stderr: expect.stringContaining('--thumbnails has no use for a csv table') as string });
    for (const [name, start] of [['table.csv', 'kind,model,mode,figure'], ['table.md', '| Model |'], ['table.tex', '% needs \\usepackage{booktabs}']] as const) {
      expect((await medstream('report', at('run'), '--out', at(name))).code).toBe(0);
      expect((await readFile(at(name), 'utf8')).startsWith(start)).toBe(true);
    }
  }, 60_000);

  it('replaces no file that is not its own', async () => {
    await writeFile(at('thesis.txt'), 'years of work');
    expect(await medstream('report', at('run'), '--out', at('thesis.txt'))).toMatchObject({ code: 2, stderr: expect.stringContaining('usage/output-not-empty') as string });
    expect(await readFile(at('thesis.txt'), 'utf8')).toBe('years of work');
  }, 30_000);
});
