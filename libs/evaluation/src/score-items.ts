import { type BenchmarkItem, type ItemScore, type RunManifest, stringifyJsonDocument, type Summary } from '@medstream/schema';
import { combineRepeats, createScoreSums, listPolicyVerdicts, type ScoredReply, scoreItem } from '@medstream/metrics';

import type { HumanScores } from './human-scores.js';
import { startJudgingSums } from './judging-sums.js';
import type { ReportedItem, RunFolder, RunPorts } from './ports.js';
import { RUN_FILES } from './run-files.js';
import { type PolicyWork, startPolicies } from './start-policies.js';
import { listVerdicts, openVerdicts } from './verdict-reader.js';

/** An item with the replies to all its calls, in order of time; those to one question, asked several times, follow each other. */
export interface AnsweredItem {
  item: BenchmarkItem;
  replies: readonly ScoredReply[];
  /** The same as the page takes them; those of one question follow each other. */
  reported: ReportedItem['replies'];
}

export interface ItemScoring {
  folder: RunFolder;
  /** File of the folder that holds the items, in order of sample_id. */
  name: string;
  /** The items of that file with their replies, in its order. */
  answered: AsyncIterable<AnsweredItem>;
  seed: number;
  /** Times that each question was asked. */
  times: number;
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

async function scoreBeside(policies: PolicyWork, { folder, answered, seed, times, judged: judge, humanScores, isPolicy, manifest, startReport, auditLeaks }: ItemScoring): Promise<Summary> {
  const sums = createScoreSums({ seed, times });
  const page = startReport();
  const verdicts = openVerdicts(folder, judge.judge);
  const judgingSums = startJudgingSums(judge, humanScores);
  let jobs = 0;

  async function* scoreAll(): AsyncGenerator<ItemScore> {
    for await (const { item, replies, reported } of answered) {
      jobs += replies.length;
      const judged = await verdicts.take(item, replies);
      judgingSums.add(item, judged);
      const repeats = groupByRepeat(replies, times).map((own, repeat): ItemScore => {
        const { sample_id: sampleId, ...figures } = scoreItem({ item, replies: own, judge: isPolicy ? listPolicyVerdicts(item) : listVerdicts(judged, repeat) });
        return { sample_id: sampleId, ...(repeat === 0 ? {} : { repeat }), ...figures };
      });
      const score = combineRepeats(repeats);
      sums.add(item, score, repeats);
      const wait = policies.add(item, score.overall);
      if (wait !== undefined) await wait;
      page.add({ item, score, ...(times === 1 ? {} : { repeats }), replies: reported });
      yield* repeats;
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

/** The replies of each time that the questions were asked, in their order. */
function groupByRepeat(replies: readonly ScoredReply[], times: number): (readonly ScoredReply[])[] {
  if (times === 1) return [replies];
  return Array.from({ length: times }, (_, repeat) => replies.filter((reply) => (reply.repeat ?? 0) === repeat));
}
