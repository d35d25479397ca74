import { type BenchmarkItem, EngineError, outsidePredictionSchema } from '@medstream/schema';
import { callsOf, createSetTaskMarks } from '@medstream/metrics';

import { readItem } from './own-records.js';
import type { KeyedRecord, RunFolder } from './ports.js';
import { type BatchQueue, queueBatches, readBatches } from './read-batches.js';
import { readReply } from './read-reply.js';
import { RUN_FILES } from './run-files.js';
import type { AnsweredItem } from './score-items.js';

/** An item as it was read, and where. */
export interface LocatedItem {
  item: BenchmarkItem;
  /** For messages, e.g. `items.jsonl, record 3`. */
  place: string;
}

/** Predictions made elsewhere, as their file holds them. */
export interface OutsidePredictions {
  /** Of their file, for messages. */
  name: string;
  records: Iterable<unknown> | AsyncIterable<unknown>;
}

/** A prediction as it is sorted. */
interface SortedPrediction {
  sample_id: string;
  round: number | null;
  output: string;
  place: string;
}

/**
 * Puts items and predictions made elsewhere in order of sample_id and round, in two files of the folder that
 * {@link joinOutside} reads side by side: neither has to fit in memory. Items of a task that takes sets are marked.
 *
 * @throws EngineError `input/bad-record`, `input/duplicate`, `input/no-items`
 */
export async function sortOutside(folder: RunFolder, { items, predictions }: { items: Iterable<LocatedItem> | AsyncIterable<LocatedItem>; predictions: OutsidePredictions }): Promise<void> {
  const marks = createSetTaskMarks();
  let count = 0;
  async function* keyItems(): AsyncGenerator<KeyedRecord> {
    for await (const { item, place } of items) {
      marks.note(item);
      count += 1;
      yield { key: item.sample_id, place, value: item };
    }
  }
  await folder.writeSorted(RUN_FILES.sortedItems, keyItems(), {
    change: (value) => marks.mark(value as BenchmarkItem),
    refuseTie: ({ place, earlier, value }) => new EngineError('input/duplicate', `the sample_id "${(value as BenchmarkItem).sample_id}" of ${place}, stands in ${earlier}, too`, { hint: 'give each benchmark file once, and each item an id of its own' }),
  });
  if (count === 0) throw new EngineError('input/no-items', 'the data hold no item', { hint: 'check --data' });
  await folder.writeSorted(RUN_FILES.sortedPredictions, keyPredictions(predictions), {
    refuseTie: ({ earlier, value }) => new EngineError('input/duplicate', `${describePrediction(value as SortedPrediction)} stands in ${earlier}, too`, { hint: 'give one line for each item or round; lines of a streaming item say which "round" they are of' }),
  });
}

/** Takes the sorted files away, whatever of them is there. */
export async function removeSorted(folder: RunFolder): Promise<void> {
  for (const name of [RUN_FILES.sortedItems, RUN_FILES.sortedPredictions]) await folder.remove(name);
}

/**
 * The sorted items with their predictions; a round without a line is `missing`.
 *
 * @throws EngineError `input/unknown-id` for a prediction of no item or round
 */
export async function* joinOutside(folder: RunFolder): AsyncGenerator<AnsweredItem> {
  const predictions = queueBatches(readBatches(folder, RUN_FILES.sortedPredictions));
  for await (const batch of readBatches(folder, RUN_FILES.sortedItems)) {
    for (const record of batch) {
      const item = readItem(record);
      const outputs = await takeOutputs(predictions, item);
      const texts = callsOf(item).calls.map(({ round }) => ({ round, raw: outputs.get(round) ?? null }));
      yield {
        item,
        replies: texts.map(({ round, raw }) => readReply(item, round, raw === null ? undefined : { status: 'ok', raw })),
        reported: texts,
      };
    }
  }
  if (predictions.mustWait()) await predictions.fill();
  const left = predictions.head() as SortedPrediction | undefined;
  if (left !== undefined) throw refuseUnknown(left);
}

/** What was said in each call of an item; all of its predictions lie in a row. */
async function takeOutputs(predictions: BatchQueue, item: BenchmarkItem): Promise<Map<number | null, string>> {
  const { numbers } = callsOf(item);
  const outputs = new Map<number | null, string>();
  for (;;) {
    if (predictions.mustWait()) await predictions.fill();
    const next = predictions.head() as SortedPrediction | undefined;
    if (next === undefined || next.sample_id > item.sample_id) return outputs;
    if (next.sample_id !== item.sample_id || !numbers.has(next.round)) throw refuseUnknown(next);
    outputs.set(next.round, next.output);
    predictions.drop();
  }
}

function refuseUnknown(prediction: SortedPrediction): EngineError {
  return new EngineError('input/unknown-id', `${describePrediction(prediction)} names no item or round of the data`, { hint: 'streaming items need the number of the round, single-turn items have none' });
}

function describePrediction({ place, sample_id: sampleId, round }: SortedPrediction): string {
  return `${place}: the prediction for "${sampleId}"${round === null ? '' : ` round ${round}`}`;
}

async function* keyPredictions({ name, records }: OutsidePredictions): AsyncGenerator<KeyedRecord> {
  let record = 0;
  for await (const value of records) {
    record += 1;
    const prediction = readPrediction(value, `${name}, record ${record}`);
    yield { key: keyOf(prediction), place: `record ${record}`, value: prediction };
  }
}

/** In the order of sample_ids first, whatever signs they hold; one key for one (sample_id, round). */
function keyOf({ sample_id: sampleId, round }: SortedPrediction): string {
  return `${sampleId.replaceAll('\0', '\0\u0001')}\0\0${round === null ? '' : String(round).padStart(16, '0')}`;
}

function readPrediction(value: unknown, place: string): SortedPrediction {
  const parsed = outsidePredictionSchema.safeParse(value);
  if (parsed.success) return { sample_id: parsed.data.sample_id, round: parsed.data.round ?? null, output: parsed.data.output, place };
  const issue = parsed.error.issues[0];
  throw new EngineError('input/bad-record', `${place}${issue === undefined || issue.path.length === 0 ? '' : `, ${issue.path.join('.')}`}: ${issue?.message}`, { hint: isOfRun(value) ? 'this is the file of a run: name its folder instead, medstream-eval score RUN' : 'each line is {"sample_id": …, "round": …, "output": …}; round only for streaming items' });
}

function isOfRun(value: unknown): boolean {
  return value !== null && typeof value === 'object' && 'job_id' in value && 'raw' in value;
}
