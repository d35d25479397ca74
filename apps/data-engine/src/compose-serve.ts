import { createServiceLog, initStreams } from '@medstream/bus';
import { watchInterrupts } from '@medstream/store/interrupts';

import type { ServeFlags } from './commands/serve.js';
import { readDataServiceSettings } from './config.js';
import { serveBuilds } from './main.js';

/** Runs the command `serve` until it is told to stop. */
export async function runServe({ workers, initOnly }: ServeFlags): Promise<void> {
  const settings = readDataServiceSettings(workers);
  const log = createServiceLog('data-engine');
  if (initOnly === true) {
    await initStreams({ engine: 'data', name: 'data-engine', settings, log });
    return;
  }
  const signals = watchInterrupts(() => log.info({}, 'told to stop; again to stop at once'));
  try {
    await serveBuilds(settings, log, signals.signal);
  } finally {
    signals.stop();
  }
}
