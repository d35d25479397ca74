import type { BoxTrack } from '@medstream/schema';

import { hashFiles } from './readers/hash-files.js';
import { makeBox } from './readers/make-box.js';
import { readTextRows } from './readers/read-text-rows.js';
import { parseCount, quoteCell, rejectLabel } from './readers/reject-label.js';

export interface PolypBoxRequest {
  root: string;
  /** All in one folder, one a picture, named by its number. */
  paths: readonly string[];
  frame: { width: number; height: number };
  frameRate: number;
  notes: string[];
}

/**
 * Reads the boxes of one sequence. A picture without a file is unknown; a file that says 0 shows no polyp.
 *
 * @throws EngineError `source/bad-label` naming file, line and what was expected
 */
export async function readPolypBoxes({ root, paths, frame, frameRate, notes }: PolypBoxRequest): Promise<{ samples: BoxTrack['samples']; sourceFile: { path: string; sha256: string } }> {
  const samples: BoxTrack['samples'] = [];
  let outsideCount = 0;
  for (const path of paths) {
    const corners = await readCorners(root, path);
    const boxes = corners.map((one) => makeBox(one, frame)).filter((box) => box !== null);
    if (boxes.length < corners.length) outsideCount += 1;
    const number = Number(/(\d+)\.txt$/.exec(path)?.[1]);
    // a box that marks nothing leaves open how many polyps there are
    const regions = boxes.length < corners.length ? null : boxes.map((box) => ({ label: 'polyp', box, attribute: null }));
    samples.push({ atMicros: Math.round((number * 1_000_000) / frameRate), regions });
  }
  if (outsideCount > 0) notes.push(`${outsideCount} picture(s) have a box without an area inside the picture; they count as not annotated`);
  samples.sort((left, right) => left.atMicros - right.atMicros);
  const twice = samples.findIndex(({ atMicros }, index) => atMicros === samples[index - 1]?.atMicros);
  const folder = paths[0]?.replace(/\/[^/]*$/, '') ?? '';
  if (twice > 0) {
    const number = Math.round(((samples[twice]?.atMicros ?? 0) * frameRate) / 1_000_000);
    throw rejectLabel({ path: folder, at: 'by name', found: `two files for picture ${number}`, expected: 'one file a picture' });
  }
  return { samples, sourceFile: await hashFiles(root, folder, paths.map((path) => path.slice(folder.length + 1))) };
}

/** First line: how many; then one line a polyp. */
async function readCorners(root: string, path: string): Promise<[number, number, number, number][]> {
  const corners: [number, number, number, number][] = [];
  let count = 0;
  const onRow = (cells: string[], line: number): void => {
    const numbers = cells.map((cell) => parseCount(cell.replace(/^-/, '')));
    const [first = null] = numbers;
    if (line === 1 && cells.length === 1 && first !== null) {
      count = first;
      return;
    }
    if (line === 1 || cells.length !== 4 || numbers.includes(null)) {
      throw rejectLabel({ path, at: `line ${line}`, found: quoteCell(cells.join(' ')), expected: line === 1 ? 'the number of polyps' : 'four whole numbers: left, top, right, bottom' });
    }
    corners.push(cells.map(Number) as [number, number, number, number]);
  };
  await readTextRows({ root, path, onRow });
  if (corners.length !== count) throw rejectLabel({ path, at: 'line 1', found: `${count} polyp(s) and ${corners.length} line(s) of corners`, expected: 'one line a polyp' });
  return corners;
}
