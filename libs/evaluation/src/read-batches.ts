import type { RunFolder } from './ports.js';

/** The records of a file in lists of many, so that a million of them are not a million waits. */
export function readBatches(folder: Pick<RunFolder, 'readRecords' | 'readBatches'>, name: string): AsyncIterable<readonly unknown[]> {
  return folder.readBatches?.(name) ?? readOneByOne(folder.readRecords(name));
}

async function* readOneByOne(records: AsyncIterable<unknown>): AsyncGenerator<readonly unknown[]> {
  for await (const record of records) yield [record];
}

/** Records of a file, taken one by one beside those of another; waits only where a new list has to be read. */
export interface BatchQueue {
  /** True while `head` has to be waited for: call `fill` first. */
  mustWait(): boolean;
  fill(): Promise<void>;
  /** The next record without taking it; undefined at the end. */
  head(): unknown;
  /** Takes the record that `head` shows. */
  drop(): void;
}

export function queueBatches(batches: AsyncIterable<readonly unknown[]>): BatchQueue {
  const iterator = batches[Symbol.asyncIterator]();
  let batch: readonly unknown[] = [];
  let at = 0;
  let isAtEnd = false;
  return {
    mustWait: () => at >= batch.length && !isAtEnd,
    async fill() {
      while (at >= batch.length && !isAtEnd) {
        const next = await iterator.next();
        isAtEnd = next.done === true;
        [batch, at] = [next.done === true ? [] : next.value, 0];
      }
    },
    head: () => batch[at],
    drop() {
      at += 1;
    },
  };
}
