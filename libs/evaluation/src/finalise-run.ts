import { type FrameLedger, type Prediction, type RunManifest, stringifyJsonDocument, type Summary } from '@medstream/schema';

import type { PlannedJob, RunPlan } from './plan-run.js';
import type { RunFolder, RunPorts } from './ports.js';
import { RUN_FILES } from './run-files.js';
import type { RunState } from './run-state.js';
import { holdsWindow } from './sample-jobs.js';
import { scoreReplies } from './score-replies.js';

export interface FinishedRun {
  plan: Pick<RunPlan, 'items' | 'jobs'>;
  manifest: RunManifest;
  state: Pick<RunState, 'predictions' | 'ledgers'>;
  ports: Pick<RunPorts, 'folder' | 'renderReport'>;
}

/**
 * Writes the final files in the order of the plan and removes the logs last, so that a kill in between loses nothing: the
 * next start reads finals and logs together and writes the same bytes.
 */
export async function finaliseRun({ plan, manifest, state, ports }: FinishedRun): Promise<Summary> {
  const { folder } = ports;
  await folder.writeRecords(RUN_FILES.frames, inPlanOrder(plan.jobs, state.ledgers));
  await folder.writeRecords(RUN_FILES.predictions, inPlanOrder(plan.jobs, state.predictions));
  const summary = await writeScores({ plan, manifest, state, ports });
  await folder.remove(RUN_FILES.predictionsLog);
  await folder.remove(RUN_FILES.framesLog);
  return summary;
}

/** Scores a run and writes scores, summary and page. */
export async function writeScores({ plan, manifest, state, ports }: FinishedRun): Promise<Summary> {
  const predictions = [...state.predictions.values()];
  const { scores, summary } = scoreReplies({ items: plan.items, predictions, jobs: plan.jobs.length, seed: manifest.seed, leakAudit: auditLedgers(plan.jobs, state.ledgers), isPolicy: manifest.model.startsWith('baseline:') });
  await writeScoreFiles(ports.folder, { scores, summary, page: ports.renderReport({ manifest, summary, scores }) });
  return summary;
}

/** The three files that scoring gives. */
export async function writeScoreFiles(folder: RunFolder, { scores, summary, page }: { scores: readonly unknown[]; summary: Summary; page: string }): Promise<void> {
  await folder.writeRecords(RUN_FILES.scores, scores);
  await folder.writeText(RUN_FILES.summary, stringifyJsonDocument(summary));
  await folder.writeText(RUN_FILES.report, page);
}

/** Jobs that have frames, and those with one beyond their window (sampling.md, "Guard"). */
export function auditLedgers(jobs: readonly Pick<PlannedJob, 'job' | 'window'>[], ledgers: ReadonlyMap<string, FrameLedger>): Summary['leak_audit'] {
  const audited = jobs.flatMap((planned) => {
    const ledger = ledgers.get(planned.job.job_id);
    return ledger === undefined ? [] : [holdsWindow(planned, ledger.frames)];
  });
  return { jobs: audited.length, violations: audited.filter((holds) => !holds).length };
}

function* inPlanOrder<Record extends FrameLedger | Prediction>(jobs: readonly PlannedJob[], records: ReadonlyMap<string, Record>): Generator<Record> {
  for (const { job } of jobs) {
    const record = records.get(job.job_id);
    if (record !== undefined) yield record;
  }
}
