import { z } from 'zod';

import { rejectLabel } from './readers/reject-label.js';

const entrySchema = z.object({
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  label_name: z.string(),
  label_id: z.int().nonnegative(),
});

/** `labels_by70/<video>.mp4.json` as the data set writes it; further fields are not read. */
export const multiBypassLabelsSchema = z.object({ phases: z.array(entrySchema), steps: z.array(entrySchema) });

/** One entry of a label file; times in milliseconds from the start of the video, [start, end). */
export type MultiBypassEntry = z.infer<typeof entrySchema>;
export type MultiBypassLabels = z.infer<typeof multiBypassLabelsSchema>;

/** Phases are the ids below this one; ids from here on mark overlays that lie over the phases in the same list. */
export const FIRST_OVERLAY_ID = 12;
export const OUT_OF_BODY_ID = 12;
export const SEVERE_INDEX_ID = 13;
/** Step 0 says that no step is going on; it is not a label that can be asked for. */
export const NULL_STEP_ID = 0;

/**
 * The label of one second as the data set's own one-second tables have it: the last entry of the list with
 * `floor(start/1000) <= second <= floor(end/1000)`, overlays left out. Seconds before the first entry and the last,
 * incomplete second have none.
 *
 * Where entries touch without gaps (all files of the release), this is the last segment of the track that overlaps
 * [second, second + 1 s), in other words what the track says of the second's last millisecond; the null step is there a time
 * without a segment. With gaps the track is the more careful of the two: an entry that ends on the very second no longer
 * holds in it.
 *
 * @returns the label's id, or null
 */
export function labelOfSecond(labels: MultiBypassLabels, signal: 'phase' | 'step', second: number): number | null {
  const entries = listStateEntries(labels, signal);
  const endMs = Math.max(0, ...entries.map(({ end }) => end));
  if ((second + 1) * 1000 > endMs) return null;
  const last = entries.findLast(({ start, end }) => Math.floor(start / 1000) <= second && second <= Math.floor(end / 1000));
  return last?.label_id ?? null;
}

/** The entries that say what is going on: phases without overlays, or steps (the null step among them). */
export function listStateEntries(labels: MultiBypassLabels, signal: 'phase' | 'step'): MultiBypassEntry[] {
  return signal === 'step' ? labels.steps : labels.phases.filter(({ label_id }) => label_id < FIRST_OVERLAY_ID);
}

/**
 * Holds every entry to the name tables.
 *
 * @throws EngineError `source/bad-label` naming file and entry
 */
export function assertEntriesMatch(entries: readonly MultiBypassEntry[], where: { path: string; list: string; names: readonly string[] }): void {
  const { path, list, names } = where;
  entries.forEach(({ start, end, label_name, label_id }, index) => {
    const at = `${list}[${index}]`;
    const name = names[label_id];
    if (name === undefined) {
      throw rejectLabel({ path, at: `${at}.label_id`, found: String(label_id), expected: `an id from 0 to ${names.length - 1}` });
    }
    if (name !== label_name) {
      throw rejectLabel({ path, at: `${at}.label_name`, found: JSON.stringify(label_name), expected: `"${name}", the name of id ${label_id}` });
    }
    if (end < start) throw rejectLabel({ path, at: `${at}.end`, found: String(end), expected: `at least its start, ${start}` });
  });
}
