import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

import type { PolicyWork } from '@medstream/evaluation';
import type { PolicyFigures } from '@medstream/metrics';
import { EngineError } from '@medstream/schema';

import type { FromPolicies, PolicyThreadData, ToPolicies } from './policy-thread-messages.js';

/** Under this size of items a thread takes longer to start than it saves. */
export const MIN_ITEM_BYTES = 8 * 1024 * 1024;
const BLOCK_ITEMS = 4096;
/** Blocks that may wait for the thread: four million items in 36 MB, for it reads all items once before it takes any. */
const MAX_WAITING_BLOCKS = 1024;

/**
 * Scores the policies on the items of a file in a second thread. What goes wrong there is told at the end: the first
 * thread reads the same file and says better what is wrong with it.
 *
 * @returns null for a file that is too small to be worth it
 */
export async function startPolicyThread(data: PolicyThreadData): Promise<PolicyWork | null> {
  const found = await stat(data.file).catch(() => null);
  if (found === null || found.size < MIN_ITEM_BYTES) return null;
  const worker = new Worker(new URL('./policy-thread.js', import.meta.url), { workerData: data });
  const values = new Float64Array(BLOCK_ITEMS);
  const known = new Uint8Array(BLOCK_ITEMS);
  let [filled, waiting, hasEnded] = [0, 0, false];
  let goOn: (() => void) | null = null;
  const outcome = new Promise<PolicyFigures>((resolve, reject) => {
    const end = (error: unknown): void => {
      hasEnded = true;
      goOn?.();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    worker.on('message', (message: FromPolicies) => {
      if (message.kind === 'taken') {
        waiting -= 1;
        goOn?.();
      } else if (message.kind === 'done') resolve(message.figures);
      else end(new EngineError(message.code, message.message, { hint: message.hint }));
    });
    worker.on('error', end);
    worker.on('exit', (code) => end(new EngineError('defect/broken-promise', `the thread that scores the policies ended with ${code}`)));
  });
  // told by finish(); until then nobody listens
  outcome.catch(() => undefined);

  const send = (): void => {
    if (filled === 0) return;
    const block = { values: values.slice(0, filled), known: known.slice(0, filled) };
    worker.postMessage(block, [block.values.buffer, block.known.buffer]);
    waiting += 1;
    filled = 0;
  };
  return {
    add(_, overall) {
      values[filled] = overall ?? 0;
      known[filled] = overall === null ? 0 : 1;
      filled += 1;
      if (filled < BLOCK_ITEMS) return undefined;
      send();
      if (waiting < MAX_WAITING_BLOCKS || hasEnded) return undefined;
      return new Promise((resolve) => (goOn = resolve));
    },
    finish() {
      send();
      worker.postMessage('end' satisfies ToPolicies);
      return outcome;
    },
    stop: () => void worker.terminate(),
  };
}
