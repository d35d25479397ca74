import { EngineError, stringifyJsonLine } from '@medstream/schema';

import { readInTurn, type RecordQueue } from '../read-in-turn.js';
import type { BatchLimits, BatchLine } from './batch-lines.js';

/** One file of a batch. */
export interface BatchPart {
  requests: number;
  bytes: number;
}

/** Writes a file whole or not at all. @param number 1-based */
export type WriteBatchPart = (number: number, lines: AsyncIterable<BatchLine>) => Promise<void>;

/**
 * Spreads the lines of a batch over as few files as the limits allow, in their order; one line is held at a time. No
 * file is written where there is no line.
 *
 * @throws EngineError `input/too-large` for a request that no file could hold
 */
export async function splitBatch(lines: AsyncIterable<BatchLine>, { maxBytes, maxRequests }: BatchLimits, writePart: WriteBatchPart): Promise<BatchPart[]> {
  const queue = readInTurn(lines);
  const parts: BatchPart[] = [];
  while ((await queue.peek()) !== undefined) {
    const part: BatchPart = { requests: 0, bytes: 0 };
    await writePart(parts.length + 1, takePart(queue, part, { maxBytes, maxRequests }));
    parts.push(part);
  }
  return parts;
}

async function* takePart(queue: RecordQueue, part: BatchPart, { maxBytes, maxRequests }: BatchLimits): AsyncGenerator<BatchLine> {
  while (part.requests < maxRequests) {
    const line = (await queue.peek()) as BatchLine | undefined;
    if (line === undefined) return;
    const bytes = new TextEncoder().encode(stringifyJsonLine(line)).length + 1;
    if (bytes > maxBytes) {
      throw new EngineError('input/too-large', `the request of ${line.custom_id} has ${bytes} bytes, and a batch file may have ${maxBytes}`, { hint: 'give a larger --max-bytes, or fewer frames a call with --max-frames' });
    }
    if (part.bytes + bytes > maxBytes) return;
    await queue.take();
    part.requests += 1;
    part.bytes += bytes;
    yield line;
  }
}
