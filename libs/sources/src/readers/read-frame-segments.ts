import type { Segment } from '@medstream/schema';

import { parseCount, quoteCell, rejectLabel } from './reject-label.js';
import { readTextRows } from './read-text-rows.js';

export interface FrameTableRequest {
  root: string;
  /** Relative to the root. */
  path: string;
  /** Names of the two columns; also refused as labels. */
  header: readonly [string, string];
  /** The native labels. */
  vocabulary: readonly string[];
  /** Rows a second. */
  frameRate: number;
}

export interface FrameSegments {
  /** Equal labels of consecutive frames joined; each ends where the next frame begins. Frames without a row stay unlabelled. */
  segments: Segment[];
  rowCount: number;
  /** 0-based number of the last labelled frame. */
  lastFrame: number;
  /** How many times the frame numbers leap. */
  gapCount: number;
  sha256: string;
}

/**
 * Reads a table `frame label` with one row a frame, strictly ascending, 0-based. Holds segments only.
 *
 * @throws EngineError `source/bad-label` naming file, line and what was expected
 */
export async function readFrameSegments({ root, path, header, vocabulary, frameRate }: FrameTableRequest): Promise<FrameSegments> {
  const segments: Segment[] = [];
  const known = new Set(vocabulary);
  const toMicros = (frame: number): number => Math.round((frame * 1_000_000) / frameRate);
  let rowCount = 0;
  let lastFrame = -1;
  let gapCount = 0;

  const onRow = (cells: string[], line: number): void => {
    const at = `line ${line}`;
    const [frameText, label] = cells;
    if (cells.length !== 2 || frameText === undefined || label === undefined) {
      throw rejectLabel({ path, at, found: quoteCell(cells.join(' ')), expected: `two cells, ${header.join(' and ')}` });
    }
    const frame = parseCount(frameText);
    if (frame === null) throw rejectLabel({ path, at, found: quoteCell(frameText), expected: 'a frame number (0, 1, 2, …)' });
    if (frame <= lastFrame) throw rejectLabel({ path, at, found: `frame ${frame}`, expected: `a frame after ${lastFrame}` });
    if (!known.has(label)) throw rejectLabel({ path, at, found: quoteCell(label), expected: `one of ${vocabulary.join(', ')}` });
    const open = segments.at(-1);
    const isNext = frame === lastFrame + 1;
    if (!isNext) gapCount += 1;
    if (open && isNext && open.label === label) open.endMicros = toMicros(frame + 1);
    else segments.push({ startMicros: toMicros(frame), endMicros: toMicros(frame + 1), label });
    lastFrame = frame;
    rowCount += 1;
  };
  const onHeader = (cells: string[]): void => {
    if (cells.join(' ').toLowerCase() === header.join(' ').toLowerCase()) return;
    throw rejectLabel({ path, at: 'line 1', found: quoteCell(cells.join(' ')), expected: `the header ${quoteCell(header.join(' '))}` });
  };

  const { sha256 } = await readTextRows({ root, path, onHeader, onRow });
  if (rowCount === 0) throw rejectLabel({ path, at: 'line 2', found: 'nothing', expected: 'a row' });
  return { segments, rowCount, lastFrame, gapCount, sha256 };
}
