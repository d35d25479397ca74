import { PITVIS_INSTRUMENTS, PITVIS_STEPS } from './pitvis-names.js';
import { readTextRows } from './readers/read-text-rows.js';
import { parseCount, quoteCell, rejectLabel } from './readers/reject-label.js';

const HEADER = ['int_video', 'int_time', 'int_step', 'int_instrument1', 'int_instrument2'];

/** What one second is labelled with. */
export interface PitVisSecond {
  second: number;
  /** Null while the camera is outside, before and after the operation. */
  step: string | null;
  /** Null while the camera is outside; empty when no instrument can be seen. */
  instruments: string[] | null;
}

/**
 * Reads `annotations_NN.csv`: one row a second, ascending from 0. The last row of each file is one more than the video
 * has seconds and always outside; it is dropped.
 *
 * @throws EngineError `source/bad-label` naming file, line and what was expected
 */
export async function readPitVisSeconds(root: string, path: string, number: number): Promise<{ seconds: PitVisSecond[]; oddCount: number; gapCount: number; sha256: string }> {
  const seconds: PitVisSecond[] = [];
  let oddCount = 0;
  let gapCount = 0;
  const onHeader = (cells: string[]): void => {
    if (cells.join() === HEADER.join()) return;
    throw rejectLabel({ path, at: 'line 1', found: quoteCell(cells.join()), expected: `the header "${HEADER.join()}"` });
  };
  const onRow = (cells: string[], line: number): void => {
    const at = `line ${line}`;
    const [video = '', time = '', step = '', first = '', second = ''] = cells;
    const inFile = (found: string, expected: string): Error => rejectLabel({ path, at, found, expected });
    if (cells.length !== HEADER.length) throw inFile(quoteCell(cells.join()), `${HEADER.length} cells`);
    if (parseCount(video) !== number) throw inFile(`video ${quoteCell(video)}`, `video ${number}`);
    const key = parseCount(time);
    const last = seconds.at(-1)?.second ?? -1;
    if (key === null || key <= last) throw inFile(`int_time ${quoteCell(time)}`, `a second after ${last}`);
    const readId = (text: string, { count, others, column }: { count: number; others: readonly number[]; column: string }): number => {
      const id = /^-?\d{1,2}$/.test(text) ? Number(text) : null;
      if (id !== null && ((id >= 1 && id <= count) || others.includes(id))) return id;
      throw inFile(`${column} ${quoteCell(text)}`, `an id from 1 to ${count}, or ${others.join(', ')}`);
    };
    const stepId = readId(step, { count: PITVIS_STEPS.length, others: [-1], column: 'int_step' });
    const firstId = readId(first, { count: PITVIS_INSTRUMENTS.length, others: [-1, 0], column: 'int_instrument1' });
    const secondId = readId(second, { count: PITVIS_INSTRUMENTS.length, others: [-2, -1, 0], column: 'int_instrument2' });
    if (secondId === 0) oddCount += 1;
    if (key !== last + 1) gapCount += 1;
    const ids = [...new Set([firstId, secondId])].filter((id) => id > 0).sort((left, right) => left - right);
    seconds.push({
      second: key,
      step: stepId < 0 ? null : (PITVIS_STEPS[stepId - 1] ?? null),
      instruments: firstId < 0 ? null : ids.map((id) => PITVIS_INSTRUMENTS[id - 1] as string),
    });
  };
  const { sha256 } = await readTextRows({ root, path, onHeader, onRow, separator: ',' });
  if (seconds.length === 0) throw rejectLabel({ path, at: 'line 2', found: 'nothing', expected: 'a row' });
  if (seconds.length > 1 && seconds.at(-1)?.instruments === null) seconds.pop();
  return { seconds, oddCount, gapCount, sha256 };
}
