/** Records of a file, taken one by one when another file asks for them. */
export interface RecordQueue {
  /** The next record without taking it; undefined at the end. */
  peek(): Promise<unknown>;
  take(): Promise<unknown>;
}

/** Reads ahead by one record. */
export function readInTurn(records: AsyncIterable<unknown>): RecordQueue {
  const iterator = records[Symbol.asyncIterator]();
  let next: { value: unknown } | null = null;
  const peek = async (): Promise<unknown> => {
    if (next === null) {
      const result = await iterator.next();
      next = { value: result.done === true ? undefined : result.value };
    }
    return next.value;
  };
  return {
    peek,
    take: async () => {
      const value = await peek();
      if (value !== undefined) next = null;
      return value;
    },
  };
}
