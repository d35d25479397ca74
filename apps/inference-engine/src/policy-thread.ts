import { parentPort, workerData } from 'node:worker_threads';

import { type OverallBlock, scorePolicies } from '@medstream/evaluation';
import { isEngineError } from '@medstream/schema';
import { readJsonBatches } from '@medstream/store';

import { type FromPolicies, MAX_OWN_RECORD_BYTES, type PolicyThreadData, type ToPolicies } from './policy-thread-messages.js';

/** The second thread of scoring: {@link scorePolicies} over a file, told of the model's scores by messages. */
async function work(port: NonNullable<typeof parentPort>, { file, seed }: PolicyThreadData): Promise<void> {
  const tell = (message: FromPolicies): void => port.postMessage(message);
  const waiting: ToPolicies[] = [];
  let wake: (() => void) | null = null;
  port.on('message', (block: ToPolicies) => {
    waiting.push(block);
    wake?.();
  });
  async function* takeBlocks(): AsyncGenerator<OverallBlock> {
    for (;;) {
      const block = waiting.shift();
      if (block === 'end') return;
      if (block === undefined) await new Promise<void>((resolve) => (wake = resolve));
      else {
        tell({ kind: 'taken' });
        yield block;
      }
    }
  }
  try {
    const figures = await scorePolicies({ read: () => readJsonBatches(file, { maxRecordBytes: MAX_OWN_RECORD_BYTES }), overalls: takeBlocks(), seed });
    tell({ kind: 'done', figures });
  } catch (error) {
    if (!isEngineError(error)) throw error;
    tell({ kind: 'failed', code: error.code, message: error.message, hint: error.hint });
  } finally {
    port.close();
  }
}

if (parentPort !== null) await work(parentPort, workerData as PolicyThreadData);
