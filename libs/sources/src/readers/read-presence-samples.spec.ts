import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type PresenceSamples, readPresenceSamples } from './read-presence-samples.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'medstream-presence-'));
});
afterAll(() => rm(root, { recursive: true }));

async function read(lines: readonly string[]): Promise<PresenceSamples> {
  await writeFile(join(root, 'video01-tool.txt'), lines.join('\r\n'));
  return readPresenceSamples({ root, path: 'video01-tool.txt', keyColumn: 'Frame', vocabulary: ['Grasper', 'Hook'], frameRate: 25, keyStep: 25 });
}

describe('readPresenceSamples', () => {
  test('keys are 25-fps frames: 25 is one second; an empty row is an empty list', async () => {
    const { samples, gapCount } = await read(['Frame\tGrasper\tHook', '0\t1\t1', '25\t0\t0', '50\t0\t1']);
    expect(samples).toEqual([
      { atMicros: 0, labels: ['Grasper', 'Hook'] },
      { atMicros: 1_000_000, labels: [] },
      { atMicros: 2_000_000, labels: ['Hook'] },
    ]);
    expect(gapCount).toBe(0);
  });

  test('columns go by their names', async () => {
    const { samples } = await read(['Frame\tHook\tGrasper', '0\t1\t0', '25\t1\t1']);
    expect(samples.map(({ labels }) => labels)).toEqual([['Hook'], ['Grasper', 'Hook']]);
  });

  test('a missing row is a missing sample, not an empty one', async () => {
    const { samples, gapCount } = await read(['Frame\tGrasper\tHook', '0\t1\t0', '75\t1\t0']);
    expect(samples.map(({ atMicros }) => atMicros)).toEqual([0, 3_000_000]);
    expect(gapCount).toBe(1);
  });

  test('rows that repeat the one before but for their key say the same at their own time', async () => {
    const { samples, gapCount, endMicros } = await read(['Frame\tGrasper\tHook', '0\t1\t0', '25\t1\t0', '50\t1\t0', '100\t1\t0', '125\t0\t0']);
    expect(samples).toEqual([0, 1, 2, 4].map((sec) => ({ atMicros: sec * 1_000_000, labels: ['Grasper'] })).concat([{ atMicros: 5_000_000, labels: [] }]));
    expect({ gapCount, endMicros }).toEqual({ gapCount: 1, endMicros: 6_000_000 });
  });

  test.each([
    ['a key out of step after equal rows', ['Frame\tGrasper\tHook', '0\t1\t0', '25\t1\t0', '51\t1\t0'], 'line 4: found "51", expected a frame number that is a multiple of 25'],
    ['a tool missing in the header', ['Frame\tGrasper', '0\t1'], 'line 1: found "Frame Grasper", expected the header "Frame Grasper Hook"'],
    ['another first column', ['Time\tGrasper\tHook', '0\t1\t0'], 'line 1: found "Time Grasper Hook", expected the header "Frame Grasper Hook"'],
    ['keys that count seconds', ['Frame\tGrasper\tHook', '0\t1\t0', '1\t1\t0'], 'line 3: found "1", expected a frame number that is a multiple of 25'],
    ['a cell that is neither 0 nor 1', ['Frame\tGrasper\tHook', '0\t1\t2'], 'line 2: found "1 2", expected 2 cells of 0 or 1'],
    ['a cut row', ['Frame\tGrasper\tHook', '0\t1\t0', '25\t1'], 'line 3: found "1", expected 2 cells of 0 or 1'],
    ['a second header', ['Frame\tGrasper\tHook', 'Frame\tGrasper\tHook'], 'line 2: found "Frame", expected a frame number that is a multiple of 25'],
    ['a repeated key', ['Frame\tGrasper\tHook', '0\t1\t0', '0\t1\t0'], 'line 3: found frame 0, expected a frame after 0'],
    ['no row', ['Frame\tGrasper\tHook'], 'line 2: found nothing, expected a row'],
  ])('refuses %s, naming file and line', async (_, lines, message) => {
    await expect(read(lines)).rejects.toMatchObject({ code: 'source/bad-label', message: `video01-tool.txt ${message}` });
  });
});
