import type { ScoreTrack } from '@medstream/schema';

import { readTextRows } from './readers/read-text-rows.js';
import { parseCount, quoteCell, rejectLabel } from './readers/reject-label.js';

/** What the operator says of their own experience: under 10 hours, 10 to 100, over 100. */
const GRADE_OF_CELL = new Map([['N', 'novice'], ['I', 'intermediate'], ['E', 'expert']]);
/** The items of the global rating in the order of their columns, 1 to 5 each; their sum is the column before them. */
const ITEMS = ['respect for tissue', 'suture and needle handling', 'time and motion', 'flow of operation', 'overall performance', 'quality of final product'];
const ITEM_RANGE = { min: 1, max: 5 };
const SUM_RANGE = { min: ITEMS.length * ITEM_RANGE.min, max: ITEMS.length * ITEM_RANGE.max };

/**
 * Reads the ratings of one trial from the meta file of its task (cells stand between one or two tabs).
 *
 * @returns null where the file has no row for the trial
 * @throws EngineError `source/bad-label` naming file and line
 */
export async function readTrialRating({ root, path, trial, notes }: { root: string; path: string; trial: string; notes: string[] }): Promise<{ track: ScoreTrack | null; sha256: string }> {
  let track: ScoreTrack | null = null;
  const onRow = (cells: string[], line: number): void => {
    const [name, skill = '', ...numbers] = cells;
    const grade = GRADE_OF_CELL.get(skill);
    const [sum, ...items] = numbers.map(parseCount);
    const isInside = (value: number | null | undefined, { min, max }: { min: number; max: number }): boolean => typeof value === 'number' && min <= value && value <= max;
    if (grade === undefined || items.length !== ITEMS.length || !isInside(sum, SUM_RANGE) || !items.every((item) => isInside(item, ITEM_RANGE))) {
      throw rejectLabel({ path, at: `line ${line}`, found: quoteCell(cells.join(' ')), expected: 'trial, N, I or E, the sum (6 to 30) and six ratings of 1 to 5' });
    }
    if (name !== trial) return;
    const added = items.reduce<number>((total, item) => total + (item ?? 0), 0);
    if (added !== sum) notes.push(`the ratings add up to ${added}, the meta file states ${sum}`);
    const values = [{ scale: 'global rating score', value: sum ?? null, ...SUM_RANGE, rater: null }, ...ITEMS.map((scale, index) => ({ scale, value: items[index] ?? null, ...ITEM_RANGE, rater: null }))];
    track = { kind: 'score', signal: 'skill', vocabulary: [...GRADE_OF_CELL.values()], labelSource: 'original_annotation', values, grade };
  };
  const { sha256 } = await readTextRows({ root, path, onRow });
  return { track, sha256 };
}
