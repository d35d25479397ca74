import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { createSequenceSelector, listSequence, usualStepOf } from './image-sequence.js';

let folder: TemporaryFolder;
beforeEach(async () => (folder = await makeTemporaryFolder()));
afterEach(() => folder.remove());
const put = (...names: string[]) => names.forEach((name) => writeFileSync(join(folder.path, name), 'x'));

describe('listSequence', () => {
  it('orders by the number in the name, not by the name', async () => {
    put('frame-10.png', 'frame-2.png', 'frame-0.png', 'video01_000007.JPG', 'notes.txt', 'cover.png', 'labels_3.csv');
    const pictures = await listSequence(folder.path);
    expect(pictures.map(({ index, name }) => [index, name])).toEqual([
      [0, 'frame-0.png'],
      [2, 'frame-2.png'],
      [7, 'video01_000007.JPG'],
      [10, 'frame-10.png'],
    ]);
  });

  it('refuses two pictures of one number, and a folder without any', async () => {
    await expect(listSequence(folder.path)).rejects.toMatchObject({ code: 'media/missing' });
    put('a_001.png', 'b_1.png');
    await expect(listSequence(folder.path)).rejects.toMatchObject({ code: 'input/duplicate' });
  });
});

/** Numbers 0, 25, 50, …, 250 (one a second at 25 fps), without 100 to 175. */
const pictures = [0, 25, 50, 75, 200, 225, 250].map((index) => ({ index, name: `${index}.png` }));

it('has the usual step 25', () => {
  expect(usualStepOf(pictures)).toBe(25);
});

describe('createSequenceSelector', () => {
  const inFrames = createSequenceSelector(pictures, { timeUnit: 'frames', frameRate: 25 });
  it.each([
    [60, 50, false],
    [99, 75, false],
    [100, 75, false], // 25 older: one step and 1 s
    [150, 75, true], // 75 older
    [275, 250, false], // on display until 275
    [300, 250, false], // one duration past the end
  ])('index %d -> %d, with a note: %s', (target, index, hasNote) => {
    const [frame] = inFrames([target * 1_000_000]);
    expect([frame?.ptsMicros, frame?.note !== undefined]).toEqual([index * 1_000_000, hasNote]);
  });

  it('refuses a target far past the end', () => {
    // past 275 by more than a duration (25) and more than 1 s (25 frames)
    expect(() => inFrames([301_000_000])).toThrow(expect.objectContaining({ code: 'media/endpoint-beyond-end' }));
  });

  it('finds pictures by seconds with a frame rate, and needs one', () => {
    expect(createSequenceSelector(pictures, { timeUnit: 'seconds', frameRate: 25 })([2_400_000])[0]?.ptsMicros).toBe(2_000_000); // index 50
    expect(() => createSequenceSelector(pictures, { timeUnit: 'seconds' })).toThrow(expect.objectContaining({ code: 'usage/bad-argument' }));
  });
});
