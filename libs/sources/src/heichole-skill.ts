import type { ScoreTrack, Timeline } from '@medstream/schema';

import { readTextRows } from './readers/read-text-rows.js';
import { parseCount, quoteCell, rejectLabel } from './readers/reject-label.js';

/** In the order of the cells, 1 to 5 each. */
const SCALES = ['depth perception', 'bimanual dexterity', 'efficiency', 'tissue handling', 'case difficulty'];
const RANGE = { min: 1, max: 5 };

/**
 * Which recording a rating is of: the whole operation, or one of two parts that have videos of their own. The exact names
 * of the files are not published, so any that begins with the video and ends in .csv is read by the words in it.
 */
export function readSkillName(name: string): { number: number; part: '' | '_calot' | '_dissection' } | null {
  const [, number, rest] = /^hei-chole(\d+)(?!\d)(.*)\.csv$/i.exec(name) ?? [];
  if (number === undefined || rest === undefined) return null;
  return { number: Number(number), part: /calot/i.test(rest) ? '_calot' : /dissection/i.test(rest) ? '_dissection' : '' };
}

/**
 * One line of five ratings.
 *
 * @throws EngineError `source/bad-label`
 */
export async function readSkill(root: string, path: string): Promise<{ track: ScoreTrack; sourceFile: Timeline['sourceFiles'][number] }> {
  const rows: (number | null)[][] = [];
  const onRow = (cells: string[], line: number): void => {
    const numbers = cells.map((cell) => (cell === '' ? null : parseCount(cell)));
    const isFit = numbers.every((number, index) => (number === null ? cells[index] === '' : RANGE.min <= number && number <= RANGE.max));
    if (rows.length > 0 || numbers.length !== SCALES.length || !isFit) {
      throw rejectLabel({ path, at: `line ${line}`, found: quoteCell(cells.join()), expected: `one line of five ratings of 1 to 5: ${SCALES.join(', ')}` });
    }
    rows.push(numbers);
  };
  const { sha256 } = await readTextRows({ root, path, onRow, separator: ',' });
  const values = SCALES.map((scale, index) => ({ scale, value: rows[0]?.[index] ?? null, ...RANGE, rater: null }));
  return { track: { kind: 'score', signal: 'skill', vocabulary: [], labelSource: 'original_annotation', values, grade: null }, sourceFile: { path, sha256 } };
}
