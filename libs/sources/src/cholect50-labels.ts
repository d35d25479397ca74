import type { BoxTrack, TripletTrack } from '@medstream/schema';
import { z } from 'zod';

import { makeBox } from './readers/make-box.js';
import { rejectLabel } from './readers/reject-label.js';

/** `labels/VIDxx.json` as the data set writes it; `annotations` maps a frame number (1 a second) to rows of 15 numbers. */
export const cholecT50LabelsSchema = z.looseObject({
  video: z.union([z.int(), z.string()]).optional(),
  fps: z.number().positive().optional(),
  num_frames: z.int().nonnegative().optional(),
  categories: z.looseObject({
    instrument: z.record(z.string(), z.string()),
    phase: z.record(z.string(), z.string()),
    triplet: z.record(z.string(), z.string()).optional(),
    verb: z.record(z.string(), z.string()).optional(),
    target: z.record(z.string(), z.string()).optional(),
  }),
  annotations: z.record(z.string(), z.array(z.array(z.number()).length(15))),
});

export type CholecT50Labels = z.infer<typeof cholecT50LabelsSchema>;

/** What is labelled in one second; null where it is not labelled. */
export interface LabelledSecond {
  second: number;
  phase: string | null;
  /** In the order of the categories, each once. */
  instruments: string[] | null;
  /** In the order of their ids, each once; empty where no action is seen. */
  triplets: Triplet[] | null;
  /** Tips of instruments in pixels; empty where no instrument is seen. */
  tips: BoxTrack['samples'][number]['regions'];
}

/** Pictures of the data set, on which its boxes lie: they are written as parts of width and height. */
export const CHOLECT50_FRAME = { width: 854, height: 480 };
/** Where a row holds the box of the instrument's tip: left, top, width and height; -1 where it has none. */
const TIP_PLACE = 3;

export type Triplet = NonNullable<TripletTrack['samples'][number]['triplets']>[number];

/** Places in a row of 15: ids of what is seen; -1 is null. Scores and the box of the target, which is never drawn, are not read. */
const COLUMNS = { triplet: 0, instrument: 1, verb: 7, target: 8, phase: 14 } as const;
type Column = keyof typeof COLUMNS;

/** Names of one category in the order of their ids, which must be 0, 1, 2, … */
export function listCategory(labels: CholecT50Labels, category: 'instrument' | 'phase', path: string): string[] {
  const names = labels.categories[category];
  const count = Object.keys(names).length;
  return Array.from({ length: count }, (_, id) => {
    const name = names[String(id)];
    if (name) return name;
    throw rejectLabel({ path, at: `categories.${category}`, found: `${count} names without one for id ${id}`, expected: 'ids 0, 1, 2, …' });
  });
}

/**
 * Reads the labelled seconds in ascending order (keys are unpadded texts: 10 comes after 2).
 *
 * A second whose only rows have neither triplet nor instrument shows no instrument and still has a phase; a second without
 * rows, and a row with a triplet but no instrument, leave the instruments unknown.
 *
 * @throws EngineError `source/bad-label` naming file and row
 */
export function listLabelledSeconds(labels: CholecT50Labels, path: string): LabelledSecond[] {
  const phases = listCategory(labels, 'phase', path);
  const instruments = listCategory(labels, 'instrument', path);
  const names = labels.categories.triplet;
  return Object.entries(labels.annotations)
    .map(([key, rows]) => ({ second: parseKey(key, path), key, rows }))
    .sort((left, right) => left.second - right.second)
    .map(({ second, key, rows }) => {
      const ids = rows.map((row, index) => readIds(row, { labels, path, at: `annotations["${key}"][${index}]` }));
      const phaseIds = [...new Set(ids.map(({ phase }) => phase))];
      if (phaseIds.length > 1) {
        throw rejectLabel({ path, at: `annotations["${key}"]`, found: `phases ${phaseIds.join(' and ')}`, expected: 'one phase a frame' });
      }
      const phaseId = phaseIds[0] ?? null;
      const isUnclear = ids.length === 0 || ids.some(({ triplet, instrument }) => triplet !== null && instrument === null);
      const present = new Set(ids.map(({ instrument }) => instrument));
      const tripletIds = [...new Set(ids.flatMap(({ triplet }) => triplet ?? []))].sort((left, right) => left - right);
      const hasNoTriplet = ids.length === 0 || ids.some(({ triplet, instrument }) => triplet === null && instrument !== null);
      return {
        second,
        phase: phaseId === null ? null : (phases[phaseId] ?? null),
        instruments: isUnclear ? null : instruments.filter((_, id) => present.has(id)),
        triplets: hasNoTriplet || names === undefined ? null : tripletIds.map((id) => parseTriplet(names[String(id)] ?? '', path)),
        tips: isUnclear ? null : readTips(rows, ids.map(({ instrument }) => (instrument === null ? null : (instruments[instrument] as string)))),
      };
    });
}

/** Null where an instrument has no box: then nobody can say where all of them are. One instrument in several triplets is drawn once. */
function readTips(rows: readonly (readonly number[])[], labels: readonly (string | null)[]): LabelledSecond['tips'] {
  const tips = new Map<string, NonNullable<LabelledSecond['tips']>[number]>();
  for (const [index, row] of rows.entries()) {
    const label = labels[index] ?? null;
    if (label === null) continue;
    const [left = -1, top = -1, width = -1, height = -1] = row.slice(TIP_PLACE, TIP_PLACE + 4);
    const { width: across, height: down } = CHOLECT50_FRAME;
    const box = width > 0 && height > 0 ? makeBox([left * across, top * down, (left + width) * across, (top + height) * down], CHOLECT50_FRAME) : null;
    if (box === null) return null;
    tips.set([label, ...Object.values(box)].join(), { label, box, attribute: null });
  }
  return [...tips.values()];
}

/**
 * Reads `instrument,verb,target`.
 *
 * @throws EngineError `source/bad-label`
 */
export function parseTriplet(name: string, path: string): Triplet {
  const [instrument, verb, target, ...more] = name.split(',').map((part) => part.trim());
  if (instrument && verb && target && more.length === 0) return { instrument, verb, target };
  throw rejectLabel({ path, at: 'triplets', found: JSON.stringify(name), expected: '"instrument,verb,target"' });
}

/** Names of the triplets in the order of their ids; empty where the file names none. */
export function listTriplets({ categories: { triplet = {} } }: CholecT50Labels): string[] {
  return Object.entries(triplet).sort(([left], [right]) => Number(left) - Number(right)).map(([, name]) => name);
}

function parseKey(key: string, path: string): number {
  if (/^(0|[1-9]\d{0,6})$/.test(key)) return Number(key);
  throw rejectLabel({ path, at: 'annotations', found: `the key ${JSON.stringify(key)}`, expected: 'a frame number without padding' });
}

function readIds(row: readonly number[], { labels, path, at }: { labels: CholecT50Labels; path: string; at: string }): Record<Column, number | null> {
  const readId = (column: Column): number | null => {
    const id = row[COLUMNS[column]] as number;
    const names = labels.categories[column];
    if (id === -1) return null;
    if (Number.isInteger(id) && (names === undefined || Object.hasOwn(names, String(id)))) return id;
    throw rejectLabel({ path, at: `${at}[${COLUMNS[column]}]`, found: String(id), expected: `the id of a ${column} in categories, or -1` });
  };
  return { triplet: readId('triplet'), instrument: readId('instrument'), verb: readId('verb'), target: readId('target'), phase: readId('phase') };
}
