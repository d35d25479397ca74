import type { BoxTrack, ScoreTrack } from '@medstream/schema';
import { z } from 'zod';

import { keepWhileUnchanged } from './readers/keep-while-unchanged.js';
import { makeBox } from './readers/make-box.js';
import { readJsonLabels } from './readers/read-json-labels.js';
import { normaliseName } from './readers/read-records.js';
import { readTextRows } from './readers/read-text-rows.js';
import { quoteCell, rejectLabel } from './readers/reject-label.js';

/** Boxes are pixels of the original picture, whatever size a copy of the video has. */
export const SIM_FRAME = { width: 1280, height: 720 };
export const SIM_OBJECTS = ['needle driver', 'needle'];

/** Exact value types are not published, so that flags are read as they come: true, "true", 1. */
const flagSchema = z.union([z.boolean(), z.string(), z.number()]).nullish();
const labelSchema = z.looseObject({
  obj_class: z.string().nullish(),
  coordinate: z.array(z.number()).nullish(),
  orientation: flagSchema,
  objects: flagSchema,
  fps: z.number().positive().nullish(),
  frame_id: z.int().nonnegative().nullish(),
});
const fileSchema = z.record(z.string(), z.union([labelSchema, z.array(labelSchema)]));

type Label = z.infer<typeof labelSchema>;

/**
 * Reads the boxes of one case. Keys are running numbers where labels state their frame, and frame numbers where they do
 * not. A frame without a label is unknown; one whose only label says that nothing is in view shows nothing.
 *
 * @throws EngineError `source/bad-label` naming the key
 */
export async function readSimBoxes(root: string, path: string): Promise<{ samples: BoxTrack['samples']; sha256: string }> {
  const { value, sha256 } = await readJsonLabels({ root, path, schema: fileSchema });
  const regionsAt = new Map<number, NonNullable<BoxTrack['samples'][number]['regions']>>();
  for (const [key, entry] of Object.entries(value)) {
    for (const label of Array.isArray(entry) ? entry : [entry]) {
      const frame = label.frame_id ?? (/^\d{1,9}$/.test(key) ? Number(key) : null);
      if (frame === null) throw rejectLabel({ path, at: `"${key}"`, found: 'neither a frame_id nor a number as key', expected: 'the number of a frame' });
      const atMicros = Math.round((frame * 1_000_000) / (label.fps ?? 1));
      const regions = regionsAt.get(atMicros) ?? [];
      regionsAt.set(atMicros, regions);
      const region = readRegion(label, { path, key });
      if (region !== null) regions.push(region);
    }
  }
  const samples = [...regionsAt].sort(([left], [right]) => left - right).map(([atMicros, regions]) => ({ atMicros, regions }));
  return { samples, sha256 };
}

/** `coordinate` is height, width, left, top: the order of no other data set. */
function readRegion(label: Label, { path, key }: { path: string; key: string }): NonNullable<BoxTrack['samples'][number]['regions']>[number] | null {
  const { obj_class: name, coordinate } = label;
  const isNothing = readFlag(label.objects) === false || ((name ?? '') === '' && (coordinate ?? []).length === 0);
  if (isNothing) return null;
  const object = SIM_OBJECTS.find((one) => normaliseName(one) === normaliseName(name ?? ''));
  if (object === undefined) throw rejectLabel({ path, at: `"${key}".obj_class`, found: JSON.stringify(name), expected: SIM_OBJECTS.join(' or ') });
  const [height, width, left, top, ...more] = coordinate ?? [];
  const isWhole = height !== undefined && width !== undefined && left !== undefined && top !== undefined && more.length === 0;
  const box = isWhole ? makeBox([left, top, left + width, top + height], SIM_FRAME) : null;
  if (box === null) throw rejectLabel({ path, at: `"${key}".coordinate`, found: JSON.stringify(coordinate), expected: '[height, width, left, top] of a box inside the picture' });
  return { label: object, box, attribute: readAttribute(object, label.orientation) };
}

/** left or right for a driver, grabbed or not for a needle; null where it is not said. */
function readAttribute(object: string, orientation: Label['orientation']): string | null {
  if (orientation === null || orientation === undefined || orientation === '') return null;
  const flag = readFlag(orientation);
  if (object === 'needle' && flag !== null) return flag ? 'grabbed' : 'not grabbed';
  const text = String(orientation).trim().toLowerCase().replaceAll('_', ' ');
  return text === '' ? null : text;
}

function readFlag(flag: Label['objects']): boolean | null {
  const text = String(flag ?? '').toLowerCase();
  if (['true', '1', 'yes'].includes(text)) return true;
  return ['false', '0', 'no'].includes(text) ? false : null;
}

/** What the columns of the table measure, by a part of their name. */
const METRICS = [
  { scale: 'needle drops', part: 'needledrop' },
  { scale: 'instrument out of view', part: 'outofview' },
  { scale: 'economy of motion', part: 'economyofmotion' },
] as const;

/** Counts and measures by case number; a blank cell is null. The exact names of the columns are not published: parts of them decide. */
export const readSimMetrics = keepWhileUnchanged(async (root: string, path: string): Promise<{ metrics: Map<number, ScoreTrack['values']>; sha256: string }> => {
  const metrics = new Map<number, ScoreTrack['values']>();
  let casePlace = 0;
  let columns: { scale: string; place: number }[] = [];
  const onHeader = (header: string[]): void => {
    const names = header.map(normaliseName);
    casePlace = names.findIndex((name) => name.includes('case'));
    columns = METRICS.flatMap(({ scale, part }) => names.flatMap((name, place) => (name.includes(part) || (part === 'economyofmotion' && name.includes('eom')) ? [{ scale, place }] : []))).map(({ scale, place }, _, all) => ({
      scale: all.filter((other) => other.scale === scale).length > 1 ? `${scale} (${header[place] ?? ''})` : scale,
      place,
    }));
    if (casePlace >= 0 && columns.length > 0) return;
    throw rejectLabel({ path, at: 'line 1', found: `the columns ${header.join(', ')}`, expected: 'a column of case ids, and needle drops, instruments out of view or economy of motion' });
  };
  const onRow = (cells: string[], line: number): void => {
    const number = /(\d+)\D*$/.exec((cells[casePlace] ?? '').replace(/_fps?1$/, ''))?.[1];
    if (number === undefined) throw rejectLabel({ path, at: `line ${line}`, found: quoteCell(cells[casePlace] ?? ''), expected: 'a case id, e.g. caseid_000001' });
    const values = columns.map(({ scale, place }) => {
      const cell = cells[place] ?? '';
      if (!/^(\d+(\.\d+)?)?$/.test(cell)) throw rejectLabel({ path, at: `line ${line}`, found: quoteCell(cell), expected: 'a number or a blank cell' });
      return { scale, value: cell === '' ? null : Number(cell), min: 0, max: null, rater: null };
    });
    metrics.set(Number(number), values);
  };
  const { sha256 } = await readTextRows({ root, path, onHeader, onRow, separator: ',' });
  return { metrics, sha256 };
});
