import { type BenchmarkItem, type ItemScore, type RunManifest, stringifyJsonDocument, type Summary } from '@medstream/schema';
import { createScoreSums, listPolicyVerdicts, type ScoredReply, scoreItem } from '@medstream/metrics';

import type { HumanScores } from './human-scores.js';
import { startJudgingSums } from './judging-sums.js';
import type { ReportedItem, RunFolder, RunPorts } from './ports.js';
import { RUN_FILES } from './run-files.js';
import { type PolicyWork, startPolicies } from './start-policies.js';
import { listVerdicts, openVerdicts } from './verdict-reader.js';

/** An item with the replies to all its calls, in order of time. */
export interface AnsweredItem {
  item: BenchmarkItem;
  replies: readonly ScoredReply[];
  /** The same as the page takes them. */
  reported: ReportedItem['replies'];
}

export interface ItemScoring {
  folder: RunFolder;
  /** File of the folder that holds the items, in order of sample_id. */
  name: string;
  /** The items of that file with their replies, in its order. */
  answered: AsyncIterable<AnsweredItem>;
  seed: number;
  /** Who judged, if anybody; null for predictions made elsewhere that nobody judged. */
  judged: Pick<RunManifest, 'judge' | 'judging'>;
  humanScores: HumanScores | null;
  /** No judge is called for a policy that looks at no picture. */
  isPolicy: boolean;
  /** Of the run; null for predictions made elsewhere. */
  manifest: RunManifest | null;
  startReport: RunPorts['startReport'];
  /** Asked when all items have been taken. */
  auditLeaks: () => Summary['leak_audit'];
}

/**
 * Scores items one by one and writes scores, summary and page. No item is held; the policies are scored on the same
 * items by a thread beside this one where the folder has one, so that they are not in its way.
 */
export async function scoreItems(scoring: ItemScoring): Promise<Summary> {
  const policies = await startPolicies(scoring.folder, scoring);
  try {
    return await scoreBeside(policies, scoring);
  } finally {
    policies.stop();
  }
}

async function scoreBeside(policies: PolicyWork, { folder, answered, seed, judged: judge, humanScores, isPolicy, manifest, startReport, auditLeaks }: ItemScoring): Promise<Summary> {
  const sums = createScoreSums({ seed });
  const page = startReport();
  const verdicts = openVerdicts(folder, judge.judge);
  const judgingSums = startJudgingSums(judge, humanScores);
  let jobs = 0;

  async function* scoreAll(): AsyncGenerator<ItemScore> {
    for await (const { item, replies, reported } of answered) {
      jobs += replies.length;
      const judged = await verdicts.take(item, replies);
      judgingSums.add(item, judged);
      const score = scoreItem({ item, replies, judge: isPolicy ? listPolicyVerdicts(item) : listVerdicts(judged) });
      sums.add(item, score);
      const wait = policies.add(item, score.overall);
      if (wait !== undefined) await wait;
      page.add({ item, score, replies: reported });
      yield score;
    }
  }
  await folder.writeRecords(RUN_FILES.scores, scoreAll());
  await verdicts.finish();
  const judging = judgingSums.finish();
  const summary = { ...sums.finish({ jobs, leakAudit: auditLeaks(), policies: await policies.finish() }), ...(judging === undefined ? {} : { judging }) };
  await folder.writeText(RUN_FILES.summary, stringifyJsonDocument(summary));
  await folder.writeText(RUN_FILES.report, await page.render({ manifest, summary }));
  return summary;
}
