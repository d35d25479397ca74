import { type BenchmarkItem, EngineError } from '@medstream/schema';
import { createMajorityCounter, createPolicyRows, type MajorityAnswer, type PolicyFigures } from '@medstream/metrics';

import { readItem } from './own-records.js';
import type { RunFolder } from './ports.js';
import { readBatches } from './read-batches.js';

/** Which items the policies are scored on, and the seed of their summary. */
export interface PolicyRequest {
  /** Of a file of the folder: items in order of sample_id. */
  name: string;
  seed: number;
}

/** The policies' part of a summary while it is worked out. */
export interface PolicyWork {
  /** Tells O of the model for the next item of the file; null where it has no score. A promise asks to wait before the next. */
  add(item: BenchmarkItem, overall: number | null): Promise<void> | undefined;
  /** After the last item. */
  finish(): Promise<PolicyFigures>;
  /** Gives it up, finished or not. */
  stop(): void;
}

/**
 * Begins to score the policies on the items of a file: beside this thread where the folder can do so, else here. What
 * comes out is the same.
 *
 * @throws EngineError `store/corrupt`
 */
export async function startPolicies(folder: Pick<RunFolder, 'readRecords' | 'readBatches' | 'startPolicies'>, { name, seed }: PolicyRequest): Promise<PolicyWork> {
  const beside = (await folder.startPolicies?.({ name, seed })) ?? null;
  if (beside !== null) return beside;
  const rows = createPolicyRows({ seed, majority: await countMajority(readBatches(folder, name), readItem) });
  return {
    add: (item, overall) => void rows.add(item, overall),
    finish: () => Promise.resolve(rows.finish()),
    stop: () => undefined,
  };
}

/** O of the model for some items in a row; `known` is 0 where it has none. */
export interface OverallBlock {
  values: Float64Array;
  known: Uint8Array;
}

/**
 * Scores the policies on items that another thread checks and scores the model on: they are read twice, what it says of
 * each comes in blocks, which end after the last item.
 *
 * @throws EngineError `store/corrupt` where the file did not hold as many items for that thread: it was changed meanwhile
 */
export async function scorePolicies({ read, overalls, seed }: { read: () => AsyncIterable<readonly unknown[]>; overalls: AsyncIterable<OverallBlock>; seed: number }): Promise<PolicyFigures> {
  const rows = createPolicyRows({ seed, majority: await countMajority(read(), (record) => record as BenchmarkItem) });
  const blocks = overalls[Symbol.asyncIterator]();
  let block: OverallBlock = { values: new Float64Array(0), known: new Uint8Array(0) };
  let at = 0;
  for await (const batch of read()) {
    for (const record of batch) {
      while (at >= block.values.length) {
        const next = await blocks.next();
        if (next.done === true) throw describeChange();
        [block, at] = [next.value, 0];
      }
      rows.add(record as BenchmarkItem, block.known[at] === 1 ? (block.values[at] as number) : null);
      at += 1;
    }
  }
  for (let rest = block.values.length - at, isAtEnd = false; !isAtEnd; ) {
    if (rest > 0) throw describeChange();
    const next = await blocks.next();
    isAtEnd = next.done === true;
    rest = next.done === true ? 0 : next.value.values.length;
  }
  return rows.finish();
}

function describeChange(): EngineError {
  return new EngineError('store/corrupt', 'the items of the run changed while it was scored', { hint: 'let nothing else write into the folder, and score it again: medstream-eval score RUN' });
}

async function countMajority(batches: AsyncIterable<readonly unknown[]>, read: (record: unknown) => BenchmarkItem): Promise<MajorityAnswer> {
  const majority = createMajorityCounter();
  for await (const batch of batches) for (const record of batch) majority.add(read(record));
  return majority.rank();
}
