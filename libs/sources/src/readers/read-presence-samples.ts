import type { PresenceTrack } from '@medstream/schema';

import { parseCount, quoteCell, rejectLabel } from './reject-label.js';
import { readTextRows } from './read-text-rows.js';
import { createSampleThinner } from './thin-samples.js';

export interface PresenceTableRequest {
  root: string;
  /** Relative to the root. */
  path: string;
  /** Name of the first column. */
  keyColumn: string;
  /** The native labels, one column each; the file's header says in which order, or `columns` where there is none. */
  vocabulary: readonly string[];
  /** What the columns after the first mean in a table without a header line; null for one that must hold 0. */
  columns?: readonly (string | null)[];
  /** What a cell may hold to say that nothing is known of its row. Absent: nothing does. */
  unknownCell?: string;
  /** What cells are cut at; absent: white space. */
  separator?: ',';
  /** Frames a second that the keys count. */
  frameRate: number;
  /** Keys are multiples of this. */
  keyStep: number;
  /** For tables with far more rows than changes: samples are kept where something changes, and otherwise this far apart. */
  holdMicros?: number;
}

export interface PresenceSamples {
  /** Labels in the order of the vocabulary. A missing row is a missing sample or one of null: unknown, not empty. */
  samples: PresenceTrack['samples'];
  /** Where the last row ends: one step after its key. */
  endMicros: number;
  /** How many times a key in the middle is missing. */
  gapCount: number;
  sha256: string;
}

/**
 * Reads a table of 0 and 1 with one row a sampled instant and one column a label; keys are frame numbers.
 *
 * @throws EngineError `source/bad-label` naming file, line and what was expected
 */
export async function readPresenceSamples(request: PresenceTableRequest): Promise<PresenceSamples> {
  const { root, path, keyColumn, vocabulary, unknownCell, separator, frameRate, keyStep } = request;
  const toMicros = (frame: number): number => Math.round((frame * 1_000_000) / frameRate);
  const samples: PresenceTrack['samples'] = [];
  const thinner = request.holdMicros === undefined ? null : createSampleThinner(request.holdMicros);
  const columnCount = request.columns?.length ?? vocabulary.length;
  let columns = request.columns ? vocabulary.map((label) => (request.columns?.indexOf(label) ?? 0) + 1) : [];
  let lastKey: number | null = null;
  let lastLabels: string[] | null = null;
  let gapCount = 0;
  let endMicros = 0;

  const onHeader = (cells: string[]): void => {
    columns = vocabulary.map((label) => cells.indexOf(label));
    const isComplete = cells[0]?.toLowerCase() === keyColumn.toLowerCase() && cells.length === vocabulary.length + 1;
    if (isComplete && columns.every((column) => column > 0)) return;
    throw rejectLabel({ path, at: 'line 1', found: quoteCell(cells.join(' ')), expected: `the header "${[keyColumn, ...vocabulary].join(' ')}"` });
  };
  const onRow = (cells: string[], line: number): void => {
    const at = `line ${line}`;
    const [keyText = '', ...values] = cells;
    const key = parseCount(keyText);
    if (key === null || key % keyStep !== 0) {
      const expected = keyStep === 1 ? 'a frame number (0, 1, 2, …)' : `a frame number that is a multiple of ${keyStep}`;
      throw rejectLabel({ path, at, found: quoteCell(keyText), expected });
    }
    if (lastKey !== null && key <= lastKey) throw rejectLabel({ path, at, found: `frame ${key}`, expected: `a frame after ${lastKey}` });
    if (values.length !== columnCount || values.some((value) => value !== '0' && value !== '1' && value !== unknownCell)) {
      throw rejectLabel({ path, at, found: quoteCell(values.join(' ')), expected: `${columnCount} cells of 0 or 1` });
    }
    const reserved = values.findIndex((value, index) => value === '1' && request.columns?.[index] === null);
    if (reserved >= 0) throw rejectLabel({ path, at, found: `1 in column ${reserved + 2}`, expected: '0 in a column without a meaning' });
    if (key !== (lastKey === null ? 0 : lastKey + keyStep)) gapCount += 1;
    const isUnknown = unknownCell !== undefined && values.includes(unknownCell);
    addRow(key, isUnknown ? null : vocabulary.filter((_, index) => cells[columns[index] as number] === '1'));
  };
  const addRow = (key: number, labels: string[] | null): void => {
    if (thinner) thinner.add({ startMicros: toMicros(key), endMicros: toMicros(key + keyStep), labels });
    else samples.push({ atMicros: toMicros(key), labels });
    lastKey = key;
    lastLabels = labels;
    endMicros = toMicros(key + keyStep);
  };
  const onRepeats = (key: number, count: number): boolean => {
    const isNext = lastKey !== null && key === lastKey + keyStep && (count === 1 || keyStep === 1);
    for (let row = 0; isNext && row < count; row += 1) addRow(key + row, lastLabels);
    return isNext;
  };

  const { sha256 } = await readTextRows({ root, path, onHeader: request.columns ? undefined : onHeader, onRow, onRepeats, separator });
  if (endMicros === 0) throw rejectLabel({ path, at: 'line 2', found: 'nothing', expected: 'a row' });
  return { samples: thinner?.finish() ?? samples, endMicros, gapCount, sha256 };
}
