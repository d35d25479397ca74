import type { RegionBox } from '@medstream/schema';

import { type CapsuleClass, findCapsuleClass } from './kvasir-capsule-names.js';
import { keepWhileUnchanged } from './readers/keep-while-unchanged.js';
import { makeBox } from './readers/make-box.js';
import { readRecords, type TableRecord } from './readers/read-records.js';
import { parseCount, quoteCell, rejectLabel } from './readers/reject-label.js';

/** Pictures of the capsule are square. */
export const CAPSULE_FRAME = { width: 336, height: 336 };
const CORNERS = ['x1', 'y1', 'x2', 'y2', 'x3', 'y3', 'x4', 'y4'] as const;

/** What the tables say of one picture: every class that is stated, and the boxes with theirs. */
export interface CapsuleImage {
  classes: CapsuleClass[];
  boxes: { label: string; box: RegionBox }[];
}

interface CapsuleTable {
  images: ReadonlyMap<string, CapsuleImage>;
  sha256: string;
}

/**
 * `metadata.csv`: rows without a box end in seven `;`, so they have 12 cells below a header of 13. Boxes are given by four
 * corners; what holds all of them is taken.
 */
export const readCapsuleMetadata = keepWhileUnchanged(async (root: string, path: string): Promise<CapsuleTable> => {
  const columns = { file: ['filename'], label: ['finding_class'], ...Object.fromEntries(CORNERS.map((corner) => [corner, [corner]])) } as Record<'file' | 'label' | (typeof CORNERS)[number], string[]>;
  const { records, sha256 } = await readRecords({ root, path, separator: ';', columns });
  const images = new Map<string, CapsuleImage>();
  for (const record of records) {
    const image = addImage(images, record, path);
    const corners = CORNERS.flatMap((corner) => record.cells[corner] ?? []);
    if (corners.length > 0) image.boxes.push({ label: (image.classes.at(-1) as CapsuleClass).label, box: readBox(corners, { path, line: record.line }) });
  }
  return { images, sha256 };
});

/** One of the official splits: file and class in a spelling of its own. A reader for each, as every picture asks both. */
const makeSplitReader = (): ((root: string, path: string) => Promise<CapsuleTable>) =>
  keepWhileUnchanged(async (root, path) => {
    const { records, sha256 } = await readRecords({ root, path, separator: ',', columns: { file: ['filename'], label: ['label'] } });
    const images = new Map<string, CapsuleImage>();
    for (const record of records) addImage(images, record, path);
    return { images, sha256 };
  });

/** Readers of the tables by the role they have among the label files of a picture. */
export const CAPSULE_TABLES: Readonly<Record<string, (root: string, path: string) => Promise<CapsuleTable>>> = {
  metadata: readCapsuleMetadata,
  split_0: makeSplitReader(),
  split_1: makeSplitReader(),
};

function addImage(images: Map<string, CapsuleImage>, { cells: { file, label }, line }: TableRecord<'file' | 'label'>, path: string): CapsuleImage {
  const found = label === null ? null : findCapsuleClass(label);
  if (file === null || found === null) {
    throw rejectLabel({ path, at: `line ${line}`, found: quoteCell([file, label].join(' ')), expected: 'a file name and one of the classes of the data set' });
  }
  const stem = file.replace(/\.\w+$/, '');
  const image = images.get(stem) ?? { classes: [], boxes: [] };
  images.set(stem, image);
  image.classes.push(found);
  return image;
}

function readBox(corners: readonly string[], { path, line }: { path: string; line: number }): RegionBox {
  const numbers = corners.flatMap((corner) => parseCount(corner) ?? []);
  const box = numbers.length === CORNERS.length ? boundCorners(numbers) : null;
  if (box === null) throw rejectLabel({ path, at: `line ${line}`, found: `the corners ${corners.join(', ')}`, expected: 'x and y of four corners in whole pixels inside the picture' });
  return box;
}

/** What holds all corners, given as x, y, x, y, …; null without an area inside the picture. */
export function boundCorners(numbers: readonly number[]): RegionBox | null {
  const [xs, ys] = [numbers.filter((_, place) => place % 2 === 0), numbers.filter((_, place) => place % 2 === 1)];
  return makeBox([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], CAPSULE_FRAME);
}
