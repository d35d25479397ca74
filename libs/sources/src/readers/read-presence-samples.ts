import { parseCount, quoteCell, rejectLabel } from './reject-label.js';
import { readTextRows } from './read-text-rows.js';

export interface PresenceTableRequest {
  root: string;
  /** Relative to the root. */
  path: string;
  /** Name of the first column. */
  keyColumn: string;
  /** The native labels, one column each; the file's header says in which order. */
  vocabulary: readonly string[];
  /** Frames a second that the keys count. */
  frameRate: number;
  /** Keys are multiples of this. */
  keyStep: number;
}

export interface PresenceSamples {
  /** Labels in the order of the vocabulary. A missing row is a missing sample: unknown, not empty. */
  samples: { atMicros: number; labels: string[] }[];
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
  const { root, path, keyColumn, vocabulary, frameRate, keyStep } = request;
  const samples: PresenceSamples['samples'] = [];
  let columns: number[] = [];
  let lastKey: number | null = null;
  let gapCount = 0;

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
      throw rejectLabel({ path, at, found: quoteCell(keyText), expected: `a frame number that is a multiple of ${keyStep}` });
    }
    if (lastKey !== null && key <= lastKey) throw rejectLabel({ path, at, found: `frame ${key}`, expected: `a frame after ${lastKey}` });
    if (values.length !== vocabulary.length || values.some((value) => value !== '0' && value !== '1')) {
      throw rejectLabel({ path, at, found: quoteCell(values.join(' ')), expected: `${vocabulary.length} cells of 0 or 1` });
    }
    if (key !== (lastKey === null ? 0 : lastKey + keyStep)) gapCount += 1;
    const labels = vocabulary.filter((_, index) => cells[columns[index] as number] === '1');
    samples.push({ atMicros: Math.round((key * 1_000_000) / frameRate), labels });
    lastKey = key;
  };

  const { sha256 } = await readTextRows({ root, path, onHeader, onRow });
  if (samples.length === 0) throw rejectLabel({ path, at: 'line 2', found: 'nothing', expected: 'a row' });
  return { samples, gapCount, sha256 };
}
