import { basename, resolve } from 'node:path';

import { readManifest, RUN_FILES } from '@medstream/evaluation';
import { compareScores, type ScoreComparison } from '@medstream/metrics';
import { type BenchmarkItem, benchmarkItemSchema, EngineError, type Figure, type ItemScore, itemScoreSchema, parseJsonText, type RepeatsSummary, stringifyCanonicalJson, type Summary, summarySchema } from '@medstream/schema';

import { assertFolder } from './compose-run.js';
import { describeFolder } from './compose-run-folder.js';
import { listCautions } from './list-cautions.js';
import { DEFAULT_SEED } from './run-settings.js';

/** One side of a comparison. */
export interface ComparedRun {
  /** Name of its folder. */
  run: string;
  /** Null for predictions made elsewhere. */
  model: string | null;
  /** Who marked its open answers; null where no judge did. */
  judge: string | null;
  /** How far its repeats agree; absent where each question was asked once. */
  repeats?: ComparedRepeats;
}

/** What a comparison says of repeats; all else is in the summary of the run. */
export interface ComparedRepeats extends Pick<RepeatsSummary, 'times' | 'complete' | 'partial'> {
  /** Share of items that read the same each time. */
  agreement: Figure;
  /** Of overall, between the repeats of one item; null over nothing. */
  standard_deviation: number | null;
}

export interface RunComparison extends ScoreComparison {
  first: ComparedRun;
  second: ComparedRun;
  /** Items of one sample_id that the runs do not have in common word for word: in no figure. */
  changed: number;
  /** Why a difference may be one of the marks, not of the answers. */
  cautions: string[];
}

interface ReadRun extends ComparedRun {
  /** What the judge's own summary warns of; null: nothing. */
  judgeNote: string | null;
  seed: number;
  /** Null for predictions made elsewhere: their folder holds no items. */
  items: BenchmarkItem[] | null;
  scores: ItemScore[];
}

/** Compares two scored folders. @throws EngineError `usage/missing-root`, `usage/bad-argument`, `store/corrupt` */
export async function compareRunFolders(firstFolder: string, secondFolder: string): Promise<RunComparison> {
  const [first, second] = [await readRun(firstFolder), await readRun(secondFolder)];
  const items = joinItems(first.items, second.items);
  if (items.length === 0) throw new EngineError('usage/bad-argument', `neither ${firstFolder} nor ${secondFolder} holds the items of a run`, { hint: 'at least one of the two must be a run; a run of baseline:abstain over the same data will do' });
  const changed = findChanged(first.items, second.items);
  const kept = items.filter(({ sample_id: sampleId }) => !changed.has(sampleId));
  const comparison = compareScores({ items: kept, first: first.scores, second: second.scores, seed: first.seed });
  if (comparison.pairs === 0) throw new EngineError('usage/bad-argument', 'the two have no scored item in common', { hint: 'compare runs over the same benchmark files' });
  const describe = ({ run, model, judge, repeats }: ReadRun): ComparedRun => ({ run, model, judge, ...(repeats === undefined ? {} : { repeats }) });
  return { first: describe(first), second: describe(second), changed: changed.size, cautions: listCautions(first, second), ...comparison };
}

async function readRun(path: string): Promise<ReadRun> {
  await assertFolder(path, 'RUN');
  const folder = describeFolder(path);
  const names = await folder.listNames();
  if (!names.includes(RUN_FILES.scores)) throw new EngineError('usage/bad-argument', `${path} holds no ${RUN_FILES.scores}`, { hint: 'finish the run with --resume, or score it' });
  const manifestText = await folder.readText(RUN_FILES.manifest);
  const manifest = manifestText === null ? null : readManifest(manifestText);
  const { judging, repeats } = readSummary(await folder.readText(RUN_FILES.summary), path);
  return {
    run: basename(resolve(path)),
    model: manifest?.model ?? null,
    judge: judging?.judge ?? null,
    judgeNote: judging?.note ?? null,
    ...(repeats === undefined ? {} : { repeats: describeRepeats(repeats) }),
    seed: manifest?.seed ?? DEFAULT_SEED,
    items: names.includes(RUN_FILES.items) ? await readAll(folder.readRecords(RUN_FILES.items), benchmarkItemSchema, `${path}/${RUN_FILES.items}`) : null,
    scores: await readAll(folder.readRecords(RUN_FILES.scores), itemScoreSchema, `${path}/${RUN_FILES.scores}`),
  };
}

function describeRepeats({ times, complete, partial, agreement, standard_deviation: spread }: RepeatsSummary): ComparedRepeats {
  return { times, complete, partial, agreement: agreement.overall, standard_deviation: spread.overall.value };
}

function readSummary(text: string | null, path: string): Summary {
  if (text === null) throw new EngineError('usage/bad-argument', `${path} holds no ${RUN_FILES.summary}`, { hint: 'finish the run with --resume, or score it' });
  const parsed = summarySchema.safeParse(parseJsonText(text, `${path}/${RUN_FILES.summary}`));
  if (!parsed.success) throw new EngineError('store/corrupt', `${path}/${RUN_FILES.summary} is not a summary: ${parsed.error.issues[0]?.message}`, { hint: 'score the run again', cause: parsed.error });
  return parsed.data;
}

interface RecordSchema<Value> {
  safeParse(record: unknown): { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } };
}

async function readAll<Value>(records: AsyncIterable<unknown>, schema: RecordSchema<Value>, name: string): Promise<Value[]> {
  const values: Value[] = [];
  for await (const record of records) {
    const parsed = schema.safeParse(record);
    if (!parsed.success) throw new EngineError('store/corrupt', `${name} holds a record that cannot be read: ${parsed.error.issues[0]?.message}`, { hint: 'score the run again' });
    values.push(parsed.data);
  }
  return values;
}

/** The items of both, each once: those that one run alone was asked are counted as its own. */
function joinItems(first: readonly BenchmarkItem[] | null, second: readonly BenchmarkItem[] | null): BenchmarkItem[] {
  return [...new Map([...(second ?? []), ...(first ?? [])].map((item) => [item.sample_id, item])).values()];
}

function findChanged(first: readonly BenchmarkItem[] | null, second: readonly BenchmarkItem[] | null): Set<string> {
  if (first === null || second === null) return new Set();
  const texts = new Map(second.map((item) => [item.sample_id, stringifyCanonicalJson(item)]));
  return new Set(first.filter((item) => texts.has(item.sample_id) && texts.get(item.sample_id) !== stringifyCanonicalJson(item)).map((item) => item.sample_id));
}
