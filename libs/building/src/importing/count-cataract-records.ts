import type { CataractRecordFacts } from './convert-cataract-record.js';

/** What the README of Cataract-Surgery-VLM-Eval counts, by what is counted. */
export const CATARACT_COUNTS: Readonly<Record<string, number>> = {
  records: 1004,
  videos: 518,
  'visual_description of the track youtube': 162,
  'visual_description of the track phase': 131,
  step_identification: 162,
  instrument_identification: 162,
  visual_observation: 162,
  boundary_detection: 49,
  temporal_localization: 54,
  timestamp_to_phase: 47,
  contextual_phase_recognition: 60,
  narration: 15,
  'procedures of the track youtube': 15,
  'procedures of the track phase': 23,
};

/** Compares a folder's records with the counts of its README; one sentence for each that differs. */
export function compareCataractCounts(records: readonly CataractRecordFacts[]): string[] {
  const found = new Map<string, number>(Object.keys(CATARACT_COUNTS).map((name) => [name, 0]));
  const add = (name: string, count = 1): unknown => found.set(name, (found.get(name) ?? 0) + count);
  const procedures = new Map<string, Set<string>>();
  for (const { task, track, procedure } of records) {
    add('records');
    add(task === 'visual_description' ? `${task} of the track ${track}` : (task ?? 'records without a question_type'));
    procedures.set(track, (procedures.get(track) ?? new Set()).add(procedure));
  }
  add('videos', new Set(records.flatMap(({ video }) => video ?? [])).size);
  for (const [track, cases] of procedures) add(`procedures of the track ${track}`, cases.size);
  return [...found].filter(([name, count]) => count !== (CATARACT_COUNTS[name] ?? 0)).map(([name, count]) => `the README of the set counts ${CATARACT_COUNTS[name] ?? 0} ${name}, this folder has ${count}`);
}
