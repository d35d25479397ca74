import { type FrameLedger, type ItemScore, type Job, type RunManifest, stringifyJsonDocument, type Summary } from '@medstream/schema';
import { createScoreSums, listPolicyVerdicts, scoreItem } from '@medstream/metrics';
import { auditFrames, secondsToMicros } from '@medstream/sampling';

import type { HumanScores } from './human-scores.js';
import { joinRecords } from './join-records.js';
import { startJudgingSums } from './judging-sums.js';
import type { ReportedItem, RunFolder, RunPorts } from './ports.js';
import { RUN_FILES } from './run-files.js';
import { readReply } from './score-replies.js';
import { type PolicyWork, startPolicies } from './start-policies.js';
import { listVerdicts, openVerdicts } from './verdict-reader.js';

export interface FolderScoring {
  folder: RunFolder;
  manifest: RunManifest;
  startReport: RunPorts['startReport'];
  humanScores?: HumanScores | null;
}

/**
 * Scores the final files of a run and writes scores, summary and page. Items, jobs, predictions and frames lie in one
 * order, so that they are read side by side and never held: a run may be larger than memory. The policies are scored on
 * the same items by a thread beside this one where the folder has one, so that they are not in its way.
 *
 * @throws EngineError `store/corrupt` for files that do not belong together
 */
export async function scoreFolder({ folder, manifest, startReport, humanScores = null }: FolderScoring): Promise<Summary> {
  const policies = await startPolicies(folder, { name: RUN_FILES.items, seed: manifest.seed });
  try {
    return await scoreBeside(policies, { folder, manifest, startReport, humanScores });
  } finally {
    policies.stop();
  }
}

async function scoreBeside(policies: PolicyWork, { folder, manifest, startReport, humanScores }: FolderScoring & { humanScores: HumanScores | null }): Promise<Summary> {
  const sums = createScoreSums({ seed: manifest.seed });
  const page = startReport();
  const counts = { jobs: 0, audited: 0, violations: 0 };
  const isPolicy = manifest.model.startsWith('baseline:');
  const verdicts = openVerdicts(folder, manifest.judge);
  const judgingSums = startJudgingSums(manifest, humanScores);

  async function* scoreAll(): AsyncGenerator<ItemScore> {
    for await (const { item, calls } of joinRecords(folder)) {
      counts.jobs += calls.length;
      for (const { job, ledger } of calls) {
        if (ledger === undefined) continue;
        counts.audited += 1;
        if (!holdsWindow(job, ledger)) counts.violations += 1;
      }
      const replies = calls.map(({ job, prediction }) => readReply(item, job.round ?? null, prediction));
      const judged = await verdicts.take(item, replies);
      judgingSums.add(item, judged);
      const score = scoreItem({ item, replies, judge: isPolicy ? listPolicyVerdicts(item) : listVerdicts(judged) });
      sums.add(item, score);
      const wait = policies.add(item, score.overall);
      if (wait !== undefined) await wait;
      page.add({ item, score, replies: calls.map(({ job, prediction }): ReportedItem['replies'][number] => ({ round: job.round ?? null, ...prediction, raw: prediction?.raw ?? null })) });
      yield score;
    }
  }
  await folder.writeRecords(RUN_FILES.scores, scoreAll());
  await verdicts.finish();
  const judging = judgingSums.finish();
  const summary = { ...sums.finish({ jobs: counts.jobs, leakAudit: { jobs: counts.audited, violations: counts.violations }, policies: await policies.finish() }), ...(judging === undefined ? {} : { judging }) };
  await folder.writeText(RUN_FILES.summary, stringifyJsonDocument(summary));
  await folder.writeText(RUN_FILES.report, await page.render({ manifest, summary }));
  return summary;
}

function holdsWindow(job: Job, { frames }: FrameLedger): boolean {
  return auditFrames({ endMicros: secondsToMicros(job.input_range[1]), ptsMicros: frames.map(({ pts }) => secondsToMicros(pts)) }) === null;
}
