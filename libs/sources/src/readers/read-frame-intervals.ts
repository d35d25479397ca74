import type { Segment } from '@medstream/schema';

import { readTextRows } from './read-text-rows.js';
import { parseCount, quoteCell, rejectLabel } from './reject-label.js';

export interface FrameIntervalRequest {
  root: string;
  /** Relative to the root. */
  path: string;
  /** What a native label says. */
  labelOfCell: ReadonlyMap<string, string>;
  frameRate: number;
  /** Number of the first frame of the video. */
  firstFrame: 0 | 1;
}

/**
 * Reads rows `start end label` without a header; frame numbers of both ends belong to the interval, so it ends where the
 * next frame begins. Rows are in order and do not overlap; frames between them are unlabelled.
 *
 * ```
 * 61 190 G1     frames counted from 1 at 30 a second: [60/30, 190/30) s
 * ```
 *
 * @throws EngineError `source/bad-label` naming file, line and what was expected
 */
export async function readFrameIntervals(request: FrameIntervalRequest): Promise<{ intervals: Segment[]; sha256: string }> {
  const { root, path, labelOfCell, frameRate, firstFrame } = request;
  const intervals: Segment[] = [];
  const toMicros = (frame: number): number => Math.round(((frame - firstFrame) * 1_000_000) / frameRate);
  let lastEnd = firstFrame - 1;
  const onRow = (cells: string[], line: number): void => {
    const at = `line ${line}`;
    const [startText = '', endText = '', labelText = ''] = cells;
    const [start, end, label] = [parseCount(startText), parseCount(endText), labelOfCell.get(labelText)];
    if (cells.length !== 3) throw rejectLabel({ path, at, found: quoteCell(cells.join(' ')), expected: 'three cells: first frame, last frame, label' });
    if (start === null || start <= lastEnd) throw rejectLabel({ path, at, found: `the first frame ${quoteCell(startText)}`, expected: `a frame after ${lastEnd}` });
    if (end === null || end < start) throw rejectLabel({ path, at, found: `the last frame ${quoteCell(endText)}`, expected: `a frame from ${start} on` });
    if (label === undefined) throw rejectLabel({ path, at, found: quoteCell(labelText), expected: `one of ${[...labelOfCell.keys()].join(', ')}` });
    intervals.push({ startMicros: toMicros(start), endMicros: toMicros(end + 1), label });
    lastEnd = end;
  };
  const { sha256 } = await readTextRows({ root, path, onRow });
  return { intervals, sha256 };
}
