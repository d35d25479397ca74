import { type BenchmarkItem, EngineError, outsidePredictionSchema, type RunManifest, stringifyJsonDocument, type Summary } from '@medstream/schema';
import type { JudgeVerdict } from '@medstream/metrics';
import { listEvidenceWindows } from '@medstream/sampling';

import type { HumanScores } from './human-scores.js';
import { type AnsweredCall, judgeCalls } from './judge-calls.js';
import { describeJudge } from './judge-facts.js';
import { judgeRun } from './judge-run.js';
import type { Judging, JudgingOutcome } from './judging.js';
import { startJudgingSums } from './judging-sums.js';
import type { RunFolder, RunPorts } from './ports.js';
import { readManifest } from './prepare-run-folder.js';
import { RUN_FILES } from './run-files.js';
import { scoreFolder } from './score-folder.js';
import { readReply, replyKey, type ScorableReply, scoreReplies } from './score-replies.js';
import { selectItems } from './select-items.js';
import { listVerdicts, openVerdicts } from './verdict-reader.js';

/** How replies are judged. */
export interface JudgedScoring {
  /** Null or absent: nobody is asked, and verdicts that the folder of a run holds stand. */
  judging?: Judging | null;
  /** Marks of people, to compare the judge with. */
  humanScores?: HumanScores | null;
  signal?: AbortSignal;
}

/** A summary, and what came of judging; null where nobody judged. */
export interface ScoredOutcome {
  summary: Summary;
  judging: JudgingOutcome | null;
}

/**
 * Scores a run folder again from its own items and predictions, and writes scores, summary and page.
 *
 * @throws EngineError `usage/bad-argument` when the folder is not that of a finished run, `store/corrupt`; as {@link judgeRun}
 */
export async function scoreRun(ports: Pick<RunPorts, 'folder' | 'startReport'> & JudgedScoring): Promise<{ manifest: RunManifest } & ScoredOutcome> {
  const { folder } = ports;
  const names = await folder.listNames();
  const manifestText = await folder.readText(RUN_FILES.manifest);
  if (manifestText === null || !names.includes(RUN_FILES.predictions) || names.includes(RUN_FILES.predictionsLog)) {
    throw new EngineError('usage/bad-argument', 'the folder does not hold a finished run', { hint: 'finish the run first: medstream-eval run … --out RUN --resume' });
  }
  const { judging = null, humanScores = null, signal } = ports;
  const { manifest, outcome } = await judgeRun({ folder, manifest: readManifest(manifestText), judging, signal });
  return { manifest, summary: await scoreFolder({ folder, manifest, startReport: ports.startReport, humanScores }), judging: outcome };
}

/** Predictions made elsewhere, already read from their file. */
export interface OutsideScoring extends JudgedScoring {
  items: readonly BenchmarkItem[];
  predictions: { /** Of their file, for messages. */ name: string; records: Iterable<unknown> | AsyncIterable<unknown> };
  seed: number;
  folder: RunFolder;
  startReport: RunPorts['startReport'];
}

/**
 * Scores predictions made elsewhere (`{sample_id, round?, output}`). A round without a line is `missing`.
 *
 * @throws EngineError `input/bad-record`, `input/duplicate`, `input/unknown-id`
 */
export async function scoreOutsidePredictions({ items, predictions, seed, folder, startReport, ...judged }: OutsideScoring): Promise<ScoredOutcome> {
  const selected = selectItems(items, { limit: null, filters: [] });
  const known = new Set(selected.flatMap((item) => listEvidenceWindows(item).map(({ round }) => replyKey(item.sample_id, round))));
  const replies = new Map<string, ScorableReply>();
  const places = new Map<string, number>();
  let record = 0;
  for await (const value of predictions.records) {
    record += 1;
    const reply = readOutsidePrediction(value, `${predictions.name}, record ${record}`);
    const key = replyKey(reply.sample_id, reply.round ?? null);
    const name = `${predictions.name}, record ${record}: the prediction for "${reply.sample_id}"${reply.round === undefined ? '' : ` round ${reply.round}`}`;
    if (!known.has(key)) throw new EngineError('input/unknown-id', `${name} names no item or round of the data`, { hint: 'streaming items need the number of the round, single-turn items have none' });
    if (replies.has(key)) throw new EngineError('input/duplicate', `${name} stands in record ${places.get(key)}, too`, { hint: 'give one line for each item or round' });
    replies.set(key, reply);
    places.set(key, record);
  }
  const { verdicts, judging, outcome } = await judgeOutside({ items: selected, replies, folder, ...judged });
  const scored = scoreReplies({ items: selected, predictions: [...replies.values()], jobs: known.size, seed, leakAudit: { jobs: 0, violations: 0 }, isPolicy: false, verdicts });
  const { scores } = scored;
  const summary = { ...scored.summary, ...(judging === undefined ? {} : { judging }) };
  const page = startReport();
  selected.forEach((item, index) => {
    const score = scores[index];
    if (score !== undefined) page.add({ item, score, replies: score.rounds.map(({ round }) => ({ round, raw: replies.get(replyKey(item.sample_id, round))?.raw ?? null })) });
  });
  await folder.writeRecords(RUN_FILES.scores, scores);
  await folder.writeText(RUN_FILES.summary, stringifyJsonDocument(summary));
  await folder.writeText(RUN_FILES.report, await page.render({ manifest: null, summary }));
  return { summary, judging: outcome };
}

interface OutsideReplies extends JudgedScoring {
  items: readonly BenchmarkItem[];
  replies: ReadonlyMap<string, ScorableReply>;
  folder: RunFolder;
}

/** Verdicts by item, with their sums; which model made the replies is not known, so it cannot be told from the judge. */
async function judgeOutside({ items, replies, folder, judging = null, humanScores = null, signal }: OutsideReplies): Promise<{ verdicts: ReadonlyMap<string, readonly JudgeVerdict[]>; judging: Summary['judging']; outcome: JudgingOutcome | null }> {
  const verdicts = new Map<string, readonly JudgeVerdict[]>();
  if (judging === null) return { verdicts, judging: undefined, outcome: null };
  const repliesOf = (item: BenchmarkItem) => listEvidenceWindows(item).map(({ round }) => readReply(item, round, replies.get(replyKey(item.sample_id, round))));
  const listCalls = async function* (): AsyncGenerator<AnsweredCall> {
    for (const item of items) for (const reply of repliesOf(item)) yield { item, reply, frames: [] };
  };
  const outcome = await judgeCalls({ folder, calls: listCalls(), judging, signal });
  const reader = openVerdicts(folder, judging.judge);
  const sums = startJudgingSums(describeJudge(judging, null), humanScores);
  for (const item of items) {
    const judged = await reader.take(item, repliesOf(item));
    sums.add(item, judged);
    verdicts.set(item.sample_id, listVerdicts(judged));
  }
  await reader.finish();
  return { verdicts, judging: sums.finish(), outcome };
}

function readOutsidePrediction(value: unknown, place: string): ScorableReply {
  const parsed = outsidePredictionSchema.safeParse(value);
  if (parsed.success) return { sample_id: parsed.data.sample_id, round: parsed.data.round ?? undefined, status: 'ok', raw: parsed.data.output };
  const issue = parsed.error.issues[0];
  throw new EngineError('input/bad-record', `${place}${issue === undefined || issue.path.length === 0 ? '' : `, ${issue.path.join('.')}`}: ${issue?.message}`, { hint: 'each line is {"sample_id": …, "round": …, "output": …}; round only for streaming items' });
}
