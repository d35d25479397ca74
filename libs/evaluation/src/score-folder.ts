import type { FrameLedger, Job, RunManifest, Summary } from '@medstream/schema';
import { auditFrames, secondsToMicros } from '@medstream/sampling';

import type { HumanScores } from './human-scores.js';
import { joinRecords } from './join-records.js';
import type { RunFolder, RunPorts } from './ports.js';
import { readRepeat } from './read-reply.js';
import { RUN_FILES } from './run-files.js';
import { type AnsweredItem, scoreItems } from './score-items.js';

export interface FolderScoring {
  folder: RunFolder;
  manifest: RunManifest;
  startReport: RunPorts['startReport'];
  humanScores?: HumanScores | null;
}

/**
 * Scores the final files of a run and writes scores, summary and page. Items, jobs, predictions and frames lie in one
 * order, so that they are read side by side and never held: a run may be larger than memory.
 *
 * @throws EngineError `store/corrupt` for files that do not belong together
 */
export async function scoreFolder({ folder, manifest, startReport, humanScores = null }: FolderScoring): Promise<Summary> {
  const audit = { jobs: 0, violations: 0 };
  async function* readAnswered(): AsyncGenerator<AnsweredItem> {
    for await (const { item, calls } of joinRecords(folder)) {
      for (const { job, ledger } of calls) {
        if (ledger === undefined) continue;
        audit.jobs += 1;
        if (!holdsWindow(job, ledger)) audit.violations += 1;
      }
      yield {
        item,
        replies: calls.map(({ job, prediction }) => readRepeat(item, job, prediction)),
        reported: calls.map(({ job, prediction }) => ({ round: job.round ?? null, ...prediction, raw: prediction?.raw ?? null })),
      };
    }
  }
  return scoreItems({
    folder,
    name: RUN_FILES.items,
    answered: readAnswered(),
    seed: manifest.seed,
    times: manifest.repeats ?? 1,
    judged: manifest,
    humanScores,
    isPolicy: manifest.model.startsWith('baseline:'),
    manifest,
    startReport,
    auditLeaks: () => audit,
  });
}

function holdsWindow(job: Job, { frames }: FrameLedger): boolean {
  return auditFrames({ endMicros: secondsToMicros(job.input_range[1]), ptsMicros: frames.map(({ pts }) => secondsToMicros(pts)) }) === null;
}
