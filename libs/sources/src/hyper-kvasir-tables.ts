import type { BoxTrack } from '@medstream/schema';
import { z } from 'zod';

import { findHyperClass } from './hyper-kvasir-names.js';
import { keepWhileUnchanged } from './readers/keep-while-unchanged.js';
import { makeBox } from './readers/make-box.js';
import { readJsonLabels } from './readers/read-json-labels.js';
import { readRecords } from './readers/read-records.js';
import { quoteCell, rejectLabel } from './readers/reject-label.js';

type HyperClass = NonNullable<ReturnType<typeof findHyperClass>>;

/** `file-name;class-name;split-index`. */
export const readHyperSplit = keepWhileUnchanged(async (root: string, path: string): Promise<{ classes: Map<string, HyperClass>; sha256: string }> => {
  const { records, sha256 } = await readRecords({ root, path, separator: ';', columns: { file: ['file-name'], name: ['class-name'] } });
  const classes = new Map<string, HyperClass>();
  for (const { cells, line } of records) {
    const found = findHyperClass(cells.name ?? '');
    if (cells.file === null || found === null) throw rejectLabel({ path, at: `line ${line}`, found: quoteCell(cells.name ?? ''), expected: 'a file name and a class of the data set' });
    classes.set(cells.file.replace(/\.\w+$/, ''), found);
  }
  return { classes, sha256 };
});

const boxesSchema = z.record(
  z.string(),
  z.looseObject({
    height: z.int().positive(),
    width: z.int().positive(),
    bbox: z.array(z.looseObject({ label: z.string(), xmin: z.number(), ymin: z.number(), xmax: z.number(), ymax: z.number() })),
  }),
);

interface BoxedImage {
  frame: { width: number; height: number };
  regions: BoxTrack['samples'][number]['regions'];
}

/** `bounding-boxes.json`, every image in one file; a box without an area leaves its image unknown. */
export const readHyperBoxes = keepWhileUnchanged(async (root: string, path: string): Promise<{ images: Map<string, BoxedImage>; sha256: string }> => {
  const { value, sha256 } = await readJsonLabels({ root, path, schema: boxesSchema });
  const images = new Map<string, BoxedImage>();
  for (const [stem, { width, height, bbox }] of Object.entries(value)) {
    const frame = { width, height };
    const regions = bbox.flatMap(({ label, xmin, ymin, xmax, ymax }) => {
      const box = makeBox([xmin, ymin, xmax, ymax], frame);
      return box === null ? [] : [{ label, box, attribute: null }];
    });
    images.set(stem, { frame, regions: regions.length === bbox.length ? regions : null });
  }
  return { images, sha256 };
});

export interface VideoTexts {
  /** Everything the tables say about what a video shows. */
  texts: string[];
  organ: string | null;
}

/** `video-labels.csv`: organ and up to two findings. */
export const readVideoLabels = keepWhileUnchanged(async (root: string, path: string): Promise<{ videos: Map<string, VideoTexts>; sha256: string }> => {
  const columns = { file: ['Video file'], organ: ['Organ'], first: ['Finding 1', 'Finding'], second: ['Finding 2'] };
  const { records, sha256 } = await readRecords({ root, path, separator: ',', columns, optional: ['second'] });
  const videos = records.map(({ cells }): [string, VideoTexts] => [dropVideoExtension(cells.file ?? ''), { texts: [cells.first, cells.second].filter((text) => text !== null), organ: cells.organ }]);
  return { videos: new Map(videos), sha256 };
});

/** `hyper-kvasir-video-metadata.csv`: a free text; the literal `None` says that there is none. */
export const readVideoMetadata = keepWhileUnchanged(async (root: string, path: string): Promise<{ videos: Map<string, VideoTexts>; sha256: string }> => {
  const { records, sha256 } = await readRecords({ root, path, separator: ';', columns: { file: ['file-name'], finding: ['finding'] } });
  const videos = records.map(({ cells }): [string, VideoTexts] => [dropVideoExtension(cells.file ?? ''), { texts: cells.finding === null || cells.finding === 'None' ? [] : [cells.finding], organ: null }]);
  return { videos: new Map(videos), sha256 };
});

/** File names may hold blanks (`Polypp 5.avi`), and some tables leave the extension out. */
function dropVideoExtension(file: string): string {
  return file.replace(/\.(avi|mpe?g|mp4|mov)$/i, '');
}
