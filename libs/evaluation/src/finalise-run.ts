import type { FrameLedger, Prediction, RunManifest, Summary } from '@medstream/schema';

import type { PlannedJob, RunPlan } from './plan-run.js';
import type { RunPorts } from './ports.js';
import { RUN_FILES } from './run-files.js';
import type { RunState } from './run-state.js';
import { scoreFolder } from './score-folder.js';

export interface FinishedRun {
  plan: Pick<RunPlan, 'items' | 'jobs'>;
  manifest: RunManifest;
  state: Pick<RunState, 'predictions' | 'ledgers'>;
  ports: Pick<RunPorts, 'folder' | 'startReport'>;
}

/**
 * Writes the final files in the order of the plan and removes the logs last, so that a kill in between loses nothing: the
 * next start reads finals and logs together and writes the same bytes.
 */
export async function finaliseRun({ plan, manifest, state, ports }: FinishedRun): Promise<Summary> {
  const { folder } = ports;
  await folder.writeRecords(RUN_FILES.frames, inPlanOrder(plan.jobs, state.ledgers));
  await folder.writeRecords(RUN_FILES.predictions, inPlanOrder(plan.jobs, state.predictions));
  const summary = await scoreFolder({ folder, manifest, startReport: ports.startReport });
  await folder.remove(RUN_FILES.predictionsLog);
  await folder.remove(RUN_FILES.framesLog);
  return summary;
}

function* inPlanOrder<Record extends FrameLedger | Prediction>(jobs: readonly PlannedJob[], records: ReadonlyMap<string, Record>): Generator<Record> {
  for (const { job } of jobs) {
    const record = records.get(job.job_id);
    if (record !== undefined) yield record;
  }
}
