import type { ScoreTrack } from '@medstream/schema';

import { keepWhileUnchanged } from './readers/keep-while-unchanged.js';
import { findColumns, pickCells } from './readers/read-records.js';
import { readSheetRows } from './readers/read-sheet-rows.js';
import { quoteCell, rejectLabel } from './readers/reject-label.js';

/** Lowest first. */
export const ALX_GRADES = ['novice', 'intermediate', 'proficient'] as const;
/** The mean of the global rating score from which the second and the third grade begin. */
const GRADE_FROM = [16, 24] as const;
const ITEM_RANGE = { min: 1, max: 5 };

/** The eight items whose sum is the global rating score, 1 to 5 each. */
const ITEMS = {
  respect: { scale: 'respect for tissue', names: ['OSATS_RESPECT'] },
  motion: { scale: 'time and motion', names: ['OSATS_MOTION'] },
  instrument: { scale: 'instrument handling', names: ['OSATS_INSTRUMENT'] },
  suture: { scale: 'suture skill', names: ['OSATS_SUTURE'] },
  flow: { scale: 'flow of operation', names: ['OSATS_FLOW'] },
  knowledge: { scale: 'knowledge of the procedure', names: ['OSATS_KNOWLEDGE'] },
  performance: { scale: 'overall performance', names: ['OSATS_PERFORMANCE'] },
  quality: { scale: 'quality of the final product', names: ['OSATS_FINAL_QUALITY', 'OSATSFINALQUALITY'] },
} as const;
type Item = keyof typeof ITEMS;
const ITEM_KEYS = Object.keys(ITEMS) as Item[];
const SUM_RANGE = { min: ITEM_KEYS.length * ITEM_RANGE.min, max: ITEM_KEYS.length * ITEM_RANGE.max };

type Column = Item | 'student' | 'video' | 'rater' | 'sutures' | 'sum';
const COLUMNS: Readonly<Record<Column, readonly string[]>> = {
  student: ['STUDENT'],
  video: ['VIDEO'],
  rater: ['INVESTIGATOR', 'RATER'],
  sutures: ['SUTURES'],
  sum: ['GLOBA_RATING_SCORE', 'GLOBAL_RATING_SCORE', 'GRS'],
  respect: ITEMS.respect.names,
  motion: ITEMS.motion.names,
  instrument: ITEMS.instrument.names,
  suture: ITEMS.suture.names,
  flow: ITEMS.flow.names,
  knowledge: ITEMS.knowledge.names,
  performance: ITEMS.performance.names,
  quality: ITEMS.quality.names,
};

/** What all raters say of one video. */
export interface RatedVideo {
  student: string | null;
  values: ScoreTrack['values'];
  /** The global rating score of each rater who gave one. */
  sums: number[];
  notes: string[];
}

/**
 * Reads the ratings of all videos: three rows a video, one a rater. Blank cells are unknown; a blank global rating score is the
 * sum of the items where all of them are given.
 *
 * @throws EngineError `source/bad-label` naming file and row
 */
export const readRatings = keepWhileUnchanged(async (root: string, path: string): Promise<{ videos: Map<string, RatedVideo>; sha256: string }> => {
  const { rows, sha256 } = await readSheetRows(root, path);
  const [header, ...rest] = rows;
  const places = findColumns(header?.cells ?? [], { path, columns: COLUMNS, optional: ['student', 'sutures'] });
  const videos = new Map<string, RatedVideo>();
  for (const { cells: row, line } of rest) {
    const cells = pickCells(row, places);
    const { video, rater, student } = cells;
    if (video === null || !/^[\p{L}\p{N}][^/\\]*$/u.test(video)) throw rejectLabel({ path, at: `row ${line}`, found: `the video ${quoteCell(video ?? '')}`, expected: 'a video, e.g. A31H' });
    const rated: RatedVideo = videos.get(video) ?? { student, values: [], sums: [], notes: [] };
    videos.set(video, rated);
    if (rated.values.some((value) => value.rater === rater)) throw rejectLabel({ path, at: `row ${line}`, found: `a second row of rater ${rater ?? '(blank)'} for ${video}`, expected: 'one row a video and rater' });
    addRow(rated, cells, { path, line });
  }
  return { videos, sha256 };
});

function addRow(rated: RatedVideo, cells: Readonly<Record<Column, string | null>>, { path, line }: { path: string; line: number }): void {
  const { rater } = cells;
  const readCell = (column: Column, { min, max }: { min: number; max: number | null }): number | null => {
    const cell = cells[column];
    if (cell === null) return null;
    const value = /^\d+(\.0+)?$/.test(cell) ? Number(cell) : null;
    if (value !== null && value >= min && value <= (max ?? value)) return value;
    throw rejectLabel({ path, at: `row ${line}`, found: `${COLUMNS[column][0] ?? ''} ${quoteCell(cell)}`, expected: max === null ? 'a whole number' : `${min} to ${max}, or a blank cell` });
  };
  const items = ITEM_KEYS.map((item) => readCell(item, ITEM_RANGE));
  const stated = readCell('sum', SUM_RANGE);
  const added = items.includes(null) ? null : items.reduce<number>((total, item) => total + (item ?? 0), 0);
  if (stated !== null && added !== null && stated !== added) rated.notes.push(`the items of rater ${rater ?? '(blank)'} add up to ${added}, the table states ${stated}`);
  const sum = stated ?? added;
  if (sum !== null) rated.sums.push(sum);
  rated.values.push({ scale: 'global rating score', value: sum, ...SUM_RANGE, rater });
  for (const [index, item] of ITEM_KEYS.entries()) rated.values.push({ scale: ITEMS[item].scale, value: items[index] ?? null, ...ITEM_RANGE, rater });
  rated.values.push({ scale: 'sutures', value: readCell('sutures', { min: 0, max: null }), min: 0, max: null, rater });
}

/** The grade of the mean over raters; null without any rating. */
export function gradeOf(sums: readonly number[]): (typeof ALX_GRADES)[number] | null {
  if (sums.length === 0) return null;
  const mean = sums.reduce((total, sum) => total + sum, 0) / sums.length;
  return ALX_GRADES[GRADE_FROM.filter((from) => mean >= from).length] ?? null;
}
