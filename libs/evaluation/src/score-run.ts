import { type BenchmarkItem, EngineError, outsidePredictionSchema, type RunManifest, stringifyJsonDocument, type Summary } from '@medstream/schema';
import { listEvidenceWindows } from '@medstream/sampling';

import type { RunFolder, RunPorts } from './ports.js';
import { readManifest } from './prepare-run-folder.js';
import { RUN_FILES } from './run-files.js';
import { scoreFolder } from './score-folder.js';
import { replyKey, type ScorableReply, scoreReplies } from './score-replies.js';
import { selectItems } from './select-items.js';

/**
 * Scores a run folder again from its own items and predictions, and writes scores, summary and page.
 *
 * @throws EngineError `usage/bad-argument` when the folder is not that of a finished run, `store/corrupt`
 */
export async function scoreRun(ports: Pick<RunPorts, 'folder' | 'startReport'>): Promise<{ manifest: RunManifest; summary: Summary }> {
  const { folder } = ports;
  const names = await folder.listNames();
  const manifestText = await folder.readText(RUN_FILES.manifest);
  if (manifestText === null || !names.includes(RUN_FILES.predictions) || names.includes(RUN_FILES.predictionsLog)) {
    throw new EngineError('usage/bad-argument', 'the folder does not hold a finished run', { hint: 'finish the run first: medstream-eval run … --out RUN --resume' });
  }
  const manifest = readManifest(manifestText);
  return { manifest, summary: await scoreFolder({ folder, manifest, startReport: ports.startReport }) };
}

/** Predictions made elsewhere, already read from their file. */
export interface OutsideScoring {
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
export async function scoreOutsidePredictions({ items, predictions, seed, folder, startReport }: OutsideScoring): Promise<Summary> {
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
  const { scores, summary } = scoreReplies({ items: selected, predictions: [...replies.values()], jobs: known.size, seed, leakAudit: { jobs: 0, violations: 0 }, isPolicy: false });
  const page = startReport();
  selected.forEach((item, index) => {
    const score = scores[index];
    if (score !== undefined) page.add({ item, score, replies: score.rounds.map(({ round }) => ({ round, raw: replies.get(replyKey(item.sample_id, round))?.raw ?? null })) });
  });
  await folder.writeRecords(RUN_FILES.scores, scores);
  await folder.writeText(RUN_FILES.summary, stringifyJsonDocument(summary));
  await folder.writeText(RUN_FILES.report, await page.render({ manifest: null, summary }));
  return summary;
}

function readOutsidePrediction(value: unknown, place: string): ScorableReply {
  const parsed = outsidePredictionSchema.safeParse(value);
  if (parsed.success) return { sample_id: parsed.data.sample_id, round: parsed.data.round ?? undefined, status: 'ok', raw: parsed.data.output };
  const issue = parsed.error.issues[0];
  throw new EngineError('input/bad-record', `${place}${issue === undefined || issue.path.length === 0 ? '' : `, ${issue.path.join('.')}`}: ${issue?.message}`, { hint: 'each line is {"sample_id": …, "round": …, "output": …}; round only for streaming items' });
}
