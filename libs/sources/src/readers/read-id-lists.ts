import { openLabelFile } from './open-label-file.js';
import type { PresenceSamples } from './read-presence-samples.js';
import { readTextRows } from './read-text-rows.js';
import { parseCount, quoteCell, rejectLabel } from './reject-label.js';

const FIRST_BYTES = 4_096;
/** What stands where nothing is present. */
const NONE = '-1';

export interface IdListRequest {
  root: string;
  /** Relative to the root. */
  path: string;
  /** Labels that are kept, in their order. */
  vocabulary: readonly string[];
  /** What each id stands for; one that is not in the vocabulary is no label. */
  names: readonly string[];
  /** Frames a second that the first cells count. */
  frameRate: number;
}

/** Whether a table lists ids (`12 3,17`) and not one column a label (`12,0,1,0`); a header line says nothing. */
export async function isIdList(root: string, path: string): Promise<boolean> {
  const file = await openLabelFile(root, path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    const row = buffer.toString('latin1', 0, bytesRead).split('\n').slice(0, 2).find((line) => /^\s*\d/.test(line));
    return row !== undefined && /^\s*\d+\s+-?\d/.test(row);
  } finally {
    await file.close();
  }
}

/**
 * Reads a table of ids with one row a frame, `<frame> <id>,<id>`, `-1` where nothing is present, with or without a header
 * line. A frame without a row is unknown.
 *
 * @throws EngineError `source/bad-label` naming file, line and what was expected
 */
export async function readIdLists({ root, path, vocabulary, names, frameRate }: IdListRequest): Promise<PresenceSamples> {
  const samples: PresenceSamples['samples'] = [];
  let lastFrame = -1;
  let gapCount = 0;
  const toMicros = (frame: number): number => Math.round((frame * 1_000_000) / frameRate);
  const onRow = ([frameText = '', ...rest]: string[], line: number): void => {
    const at = `line ${line}`;
    const frame = parseCount(frameText);
    if (frame === null && line === 1) return;
    if (frame === null || frame <= lastFrame) throw rejectLabel({ path, at, found: quoteCell(frameText), expected: lastFrame < 0 ? 'a frame number' : `a frame after ${lastFrame}` });
    const ids = rest.join('').split(',');
    const isNone = ids.length === 1 && ids[0] === NONE;
    const found = isNone ? [] : ids.map((id) => (parseCount(id) === null ? undefined : names[Number(id)]));
    if (found.includes(undefined)) throw rejectLabel({ path, at, found: quoteCell(rest.join(' ')), expected: `ids from 0 to ${names.length - 1}, or ${NONE} alone` });
    if (frame !== lastFrame + 1) gapCount += 1;
    lastFrame = frame;
    samples.push({ atMicros: toMicros(frame), labels: vocabulary.filter((label) => found.includes(label)) });
  };
  const { sha256 } = await readTextRows({ root, path, onRow });
  if (samples.length === 0) throw rejectLabel({ path, at: 'line 2', found: 'nothing', expected: 'a row' });
  return { samples, endMicros: toMicros(lastFrame + 1), gapCount, sha256 };
}
