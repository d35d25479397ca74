import type { FrameLedger, Prediction, RunManifest, Summary } from '@medstream/schema';

import { judgeRun } from './judge-run.js';
import type { JudgingOutcome } from './judging.js';
import type { RunPlan } from './plan-run.js';
import type { RunPorts } from './ports.js';
import { RUN_FILES } from './run-files.js';
import type { RunRecords } from './run-state.js';
import { scoreFolder } from './score-folder.js';

export interface FinishedRun {
  plan: Pick<RunPlan, 'jobs'>;
  manifest: RunManifest;
  state: RunRecords;
  ports: Pick<RunPorts, 'folder' | 'startReport' | 'judging'>;
  signal?: AbortSignal;
}

/**
 * Writes the final files in the order of the plan and then removes the logs, so that a kill in between loses nothing: the
 * next start reads finals and logs together and writes the same bytes. Only then is a judge asked: a start after one that
 * it stopped finds each prediction once, and counts its cost once.
 *
 * @throws EngineError as {@link judgeRun}
 */
export async function finaliseRun({ plan, manifest, state, ports, signal }: FinishedRun): Promise<{ summary: Summary; judging: JudgingOutcome | null }> {
  const { folder, judging = null } = ports;
  await folder.writeRecords(RUN_FILES.frames, inPlanOrder(plan.jobs.ids, (jobId) => state.readLedger(jobId)));
  await folder.writeRecords(RUN_FILES.predictions, inPlanOrder(plan.jobs.ids, (jobId) => state.readPrediction(jobId)));
  await folder.remove(RUN_FILES.predictionsLog);
  await folder.remove(RUN_FILES.framesLog);
  const judged = await judgeRun({ folder, manifest, judging, signal });
  const summary = await scoreFolder({ folder, manifest: judged.manifest, startReport: ports.startReport });
  return { summary, judging: judged.outcome };
}

/** Read one by one as they are written. */
async function* inPlanOrder<Record extends FrameLedger | Prediction>(jobIds: Iterable<string>, read: (jobId: string) => Promise<Record | undefined>): AsyncGenerator<Record> {
  for (const jobId of jobIds) {
    const record = await read(jobId);
    if (record !== undefined) yield record;
  }
}
