import { createHash } from 'node:crypto';

import type { SourceContext } from '../source.js';
import { type MaskRegion, type MeasureOptions, measureRegions } from './measure-regions.js';
import { readLabelFile } from './open-label-file.js';
import { rejectLabel } from './reject-label.js';

/** Grey values above this are white: masks of lossy copies hold values near, but not exactly, 0 and 255. */
const WHITE_FROM = 128;

/** What a pixel of a black-and-white mask says. */
export function whiteIs(label: string): MeasureOptions['labelOfValue'] {
  return (value) => (value >= WHITE_FROM ? label : null);
}

/**
 * Reads one mask below the root.
 *
 * @throws EngineError `source/bad-label` when it is no picture; `input/unreadable` when it cannot be opened
 */
export async function readMask({ root, decodeImage }: Pick<SourceContext, 'root' | 'decodeImage'>, path: string, options: MeasureOptions): Promise<{ regions: MaskRegion[]; width: number; height: number; sha256: string }> {
  const bytes = await readLabelFile(root, path);
  const picture = await decodeImage(bytes).catch((cause: unknown) => {
    throw rejectLabel({ path, at: 'as a whole', found: 'bytes that cannot be decoded', expected: 'a picture (PNG, TIFF or JPEG)', cause });
  });
  const { width, height } = picture;
  return { regions: measureRegions(picture, options), width, height, sha256: createHash('sha256').update(bytes).digest('hex') };
}
