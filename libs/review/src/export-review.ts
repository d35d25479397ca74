import { countWindowTargets, type EvidenceWindow, MICROS_PER_UNIT, resolveTimeUnit, secondsToMicros } from '@medstream/sampling';
import { type BenchmarkItem, caseIdOf, compareText, createSeededRandom, EngineError, type ErrorCode, hashJson } from '@medstream/schema';

import { chooseStrata } from './choose-sample.js';
import { renderForm } from './render-form.js';
import { type KeyItem, type ReviewKey, reviewKeySchema } from './review-key.js';
import { askBlindly, poolReferences, type ReviewQuestion } from './review-question.js';
import { makeSheet, type SheetItem } from './sheet.js';
import { writeSheetTable } from './sheet-table.js';

/** A picture of a window, as a form can hold it. */
export interface ReviewPicture {
  sha256: string;
  /** `data:image/jpeg;base64,…`. */
  address: string;
  /** Time of the picture in the item's unit. */
  pts: number;
}

export interface ReviewPorts {
  /**
   * Pictures of one window in order of time, none later than its end, thinned evenly to `maxFrames`; or why there are none.
   * @throws EngineError `media/ffmpeg-missing`
   */
  readPictures: (item: BenchmarkItem, window: EvidenceWindow, maxFrames: number) => Promise<ReviewPicture[] | { code: ErrorCode }>;
}

export interface ReviewOptions {
  /** Items on the sheet, where as many can be asked. */
  wanted: number;
  raters: number;
  seed: number;
  maxFrames: number;
  /** Longer side of a picture in pixels: told in the key, and the port's to keep to. */
  frameSide: number;
  /** Field and value that an item has to have. */
  filters: Readonly<Record<string, string>>;
}

/** What goes to the raters, and what stays behind. */
export interface ReviewExport {
  form: string;
  table: string;
  key: ReviewKey;
}

/** Longest form: browsers of phones still open it. */
export const MAX_FORM_BYTES = 64_000_000;

/**
 * Draws a sample by data set, temporal mode and type of question and makes the blinded sheet of it. An item that cannot be
 * asked or shown gives its place to the next of its stratum and is counted with the reason. Items in any order; the same
 * bytes for the same items, pictures, options and seed. All items are held in memory.
 *
 * @throws EngineError `input/duplicate` for two items of one id, `input/no-items` where none is left by the filters or none
 *   can be asked, `media/missing` where none can be shown for want of media, `usage/bad-argument` for a form over
 *   {@link MAX_FORM_BYTES}; what the ports throw
 */
export async function exportReview({ readPictures }: ReviewPorts, items: readonly BenchmarkItem[], options: ReviewOptions): Promise<ReviewExport> {
  const { wanted, raters, seed, maxFrames, frameSide, filters } = options;
  refuseDuplicates(items);
  const kept = items.filter((item) => Object.entries(filters).every(([field, value]) => item[field] === value));
  if (kept.length === 0) throw new EngineError('input/no-items', 'no item has all that --filter asks for', { hint: 'check the names and values: they have to be as in the items' });
  const pool = poolReferences(items);
  const leftOut = new Map<string, number>();
  const drawn: { asked: ReviewQuestion; pictures: ReviewPicture[] }[] = [];
  const population: ReviewKey['population'] = {};
  let bytes = 0;
  for (const { name, quota, items: candidates } of chooseStrata(kept, { wanted, seed })) {
    let sampled = 0;
    for (const item of candidates) {
      if (sampled === quota) break;
      const asked = askBlindly(item, { pool, seed });
      const pictures = 'leftOut' in asked ? null : await readPictures(item, asked.window, maxFrames);
      if ('leftOut' in asked || pictures === null || 'code' in pictures) {
        const reason = 'leftOut' in asked ? asked.leftOut : pictures !== null && 'code' in pictures ? pictures.code : 'media/missing';
        leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
        continue;
      }
      assertInWindow(asked, pictures);
      bytes += pictures.reduce((sum, { address }) => sum + address.length, 0);
      if (bytes > MAX_FORM_BYTES) throw new EngineError('usage/bad-argument', `the form would be over ${MAX_FORM_BYTES / 1e6} MB: ${drawn.length + 1} of ${wanted} items fill it`, { hint: 'ask for fewer with --items or --max-frames, or smaller ones with --frame-size' });
      drawn.push({ asked, pictures });
      sampled += 1;
    }
    population[name] = { items: candidates.length, sampled };
  }
  if (drawn.length === 0) throw describeNothing(leftOut);
  const numbered = createSeededRandom(seed, 'review/order').shuffle(drawn).map((entry, index) => ({ ...entry, number: index + 1 }));
  const sheet = makeSheet({ raters, items: numbered.map(({ asked, pictures, number }) => toSheetItem(asked, pictures, number)) });
  const key = reviewKeySchema.parse({
    schema_version: 1,
    sheet: sheet.id,
    seed,
    raters,
    filters: { ...filters },
    frames: { max: maxFrames, side: frameSide },
    population,
    left_out: Object.fromEntries([...leftOut].sort(([one], [other]) => compareText(one, other))),
    items: numbered.map(({ asked, number }) => toKeyItem(asked, number)),
  } satisfies ReviewKey);
  return { form: renderForm(sheet), table: writeSheetTable(sheet), key };
}

/** What an item is, whatever was said of it: its `quality` does not count. */
export function hashItem(item: Readonly<Record<string, unknown>>): string {
  return hashJson({ ...item, quality: null });
}

function toSheetItem({ item, window, question, options, several }: ReviewQuestion, pictures: readonly ReviewPicture[], number: number): SheetItem {
  const start = window.startMicros / MICROS_PER_UNIT;
  return {
    number,
    question,
    options,
    several,
    unit: resolveTimeUnit(item),
    length: roundToMillis(window.endMicros / MICROS_PER_UNIT - start),
    sampled: countWindowTargets(item, window),
    // the picture on display at the start may have begun before it
    frames: pictures.map(({ sha256, address, pts }) => ({ sha256, address, at: Math.max(0, roundToMillis(pts - start)) })),
  };
}

function toKeyItem({ item, round, options, several, supporting }: ReviewQuestion, number: number): KeyItem {
  const { sample_id, dataset, temporal_mode, question_type, task, label_source } = item;
  return { number, sample_id, item_sha256: hashItem(item), round, case_id: caseIdOf(item), dataset, temporal_mode, question_type, task, label_source, options: options.map(({ id }) => id), several, supporting };
}

/** The last look at what raters get: the same rule that models are held to. */
function assertInWindow({ item, window }: ReviewQuestion, pictures: readonly ReviewPicture[]): void {
  const late = pictures.find(({ pts }) => secondsToMicros(pts) > window.endMicros);
  if (late !== undefined) throw new EngineError('media/future-frame', `${item.sample_id}: a picture at ${late.pts} is later than the end of the window, ${window.endMicros / MICROS_PER_UNIT}`);
}

function refuseDuplicates(items: readonly BenchmarkItem[]): void {
  const seen = new Set<string>();
  for (const { sample_id: id } of items) {
    if (seen.has(id)) throw new EngineError('input/duplicate', `two items are called ${id}`, { hint: 'name each file once, and files of one benchmark only' });
    seen.add(id);
  }
}

function describeNothing(leftOut: ReadonlyMap<string, number>): EngineError {
  const reasons = [...leftOut].map(([reason, count]) => `${count} x ${reason}`).join(', ');
  if ([...leftOut.keys()].every((reason) => reason === 'media/missing')) return new EngineError('media/missing', 'the media of none of these items are below the media root', { hint: 'check --media-root: media_path of the items is relative to it' });
  return new EngineError('input/no-items', `no item can be put on a sheet: ${reasons}`, { hint: 'the reasons say what is in the way' });
}

function roundToMillis(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

