import type { Segment } from '@medstream/schema';

import { parseCount, quoteCell, rejectLabel } from './reject-label.js';
import { readTextRows } from './read-text-rows.js';

export interface FrameTableRequest {
  root: string;
  /** Relative to the root. */
  path: string;
  /** Names of the two columns; also refused as labels. */
  header: readonly [string, string];
  /** False for tables without a header line. Absent: true. */
  hasHeader?: boolean;
  /** The native labels. */
  vocabulary: readonly string[];
  /** What a cell says, where cells hold ids; absent: the label itself. */
  labelOfCell?: ReadonlyMap<string, string>;
  /** Rows a second. */
  frameRate: number;
  /** Number of the first frame of the video, 0 or 1. Absent: 0. */
  firstFrame?: 0 | 1;
  /** What cells are cut at; absent: white space. */
  separator?: ',';
}

export interface FrameSegments {
  /** Equal labels of consecutive frames joined; each ends where the next frame begins. Frames without a row stay unlabelled. */
  segments: Segment[];
  rowCount: number;
  /** 0-based number of the last labelled frame, however the file counts. */
  lastFrame: number;
  /** How many times the frame numbers leap. */
  gapCount: number;
  sha256: string;
}

/**
 * Reads a table `frame label` with one row a frame, strictly ascending. Holds segments only.
 *
 * @throws EngineError `source/bad-label` naming file, line and what was expected
 */
export async function readFrameSegments(request: FrameTableRequest): Promise<FrameSegments> {
  const { root, path, header, hasHeader = true, vocabulary, frameRate, firstFrame = 0, separator } = request;
  const segments: Segment[] = [];
  const labelOfCell = request.labelOfCell ?? new Map(vocabulary.map((label) => [label, label]));
  const toMicros = (frame: number): number => Math.round((frame * 1_000_000) / frameRate);
  let rowCount = 0;
  let lastFrame = -1;
  let gapCount = 0;

  const closeLast = (): void => {
    const last = segments.at(-1);
    if (last) last.endMicros = toMicros(lastFrame + 1);
  };
  const onRow = (cells: string[], line: number): void => {
    const at = `line ${line}`;
    const [frameText, labelText] = cells;
    if (cells.length !== 2 || frameText === undefined || labelText === undefined) {
      throw rejectLabel({ path, at, found: quoteCell(cells.join(' ')), expected: `two cells, ${header.join(' and ')}` });
    }
    const number = parseCount(frameText);
    if (number === null || number < firstFrame) {
      throw rejectLabel({ path, at, found: quoteCell(frameText), expected: `a frame number (${firstFrame}, ${firstFrame + 1}, ${firstFrame + 2}, …)` });
    }
    const frame = number - firstFrame;
    if (frame <= lastFrame) throw rejectLabel({ path, at, found: `frame ${number}`, expected: `a frame after ${lastFrame + firstFrame}` });
    const label = labelOfCell.get(labelText);
    if (label === undefined) throw rejectLabel({ path, at, found: quoteCell(labelText), expected: `one of ${[...labelOfCell.keys()].join(', ')}` });
    const isNext = frame === lastFrame + 1;
    if (!isNext) gapCount += 1;
    if (!isNext || segments.at(-1)?.label !== label) {
      closeLast();
      segments.push({ startMicros: toMicros(frame), endMicros: toMicros(frame + 1), label });
    }
    lastFrame = frame;
    rowCount += 1;
  };
  const onRepeats = (number: number, count: number): boolean => {
    const isNext = segments.length > 0 && number === lastFrame + firstFrame + 1;
    if (isNext) {
      lastFrame += count;
      rowCount += count;
    }
    return isNext;
  };
  const onHeader = (cells: string[]): void => {
    if (cells.join(' ').toLowerCase() === header.join(' ').toLowerCase()) return;
    throw rejectLabel({ path, at: 'line 1', found: quoteCell(cells.join(' ')), expected: `the header ${quoteCell(header.join(' '))}` });
  };

  const { sha256 } = await readTextRows({ root, path, onHeader: hasHeader ? onHeader : undefined, onRow, onRepeats, separator });
  if (rowCount === 0) throw rejectLabel({ path, at: 'line 2', found: 'nothing', expected: 'a row' });
  closeLast();
  return { segments, rowCount, lastFrame, gapCount, sha256 };
}
