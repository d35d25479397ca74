import type { LabelledRun } from './report-run.js';

/** Who marked each run; a policy is never marked. */
export function listMarked(runs: readonly LabelledRun[]): { label: string; judge: string | null; note: string | undefined }[] {
  return runs.filter(({ manifest }) => manifest?.model.startsWith('baseline:') !== true).map(({ label, summary: { judging } }) => ({ label, judge: judging?.judge ?? null, note: judging?.note }));
}

/** Whether the runs were marked by different judges, or some by one and others by none. */
export function isMarkedByOne(runs: readonly LabelledRun[]): boolean {
  return new Set(listMarked(runs).map(({ judge }) => judge)).size < 2;
}

/** The same as sentences for tables without a page round them; none where no judge took part. */
export function listJudgeNotes(runs: readonly LabelledRun[]): string[] {
  const marked = listMarked(runs);
  if (marked.every(({ judge }) => judge === null)) return [];
  return [
    `Open answers marked by: ${marked.map(({ label, judge, note }) => `${label}: ${judge ?? 'none'}${note === undefined ? '' : ` (${note})`}`).join('; ')}.`,
    ...(isMarkedByOne(runs) ? [] : ['The runs were not marked by one judge: where they differ in open answers or in reasons of alerts, that may come from the marks alone.']),
  ];
}
