// Follows runs by their ids to their end: asks the inference engine's status subject and shows how far each run is.
import { setTimeout as pause } from 'node:timers/promises';

import { askStatus, connectBus } from '@medstream/bus';
import { STATUS_SUBJECTS } from '@medstream/schema';

const runIds = process.argv.slice(2);
const giveUpAfterMs = 300_000;
const bus = await connectBus({ url: process.env.NATS_URL, name: 'quickstart' });
const shown = new Map();
const ended = new Map();
const startedMs = performance.now();

while (ended.size < runIds.length) {
  for (const runId of runIds.filter((id) => !ended.has(id))) {
    const status = await askStatus(bus, STATUS_SUBJECTS.run, { run_id: runId });
    const line = describe(status);
    if (line !== shown.get(runId)) console.log(`${runId}: ${line}`);
    shown.set(runId, line);
    if (status?.state === 'completed' || status?.state === 'failed') ended.set(runId, status);
  }
  if (performance.now() - startedMs > giveUpAfterMs) {
    console.error(`error: no end within ${giveUpAfterMs / 1000} s`);
    process.exit(1);
  }
  await pause(1_000);
}
await bus.close();
process.exitCode = [...ended.values()].every(({ state, incomplete }) => state === 'completed' && incomplete !== true) ? 0 : 1;

function describe(status) {
  if (status === null || status.error !== undefined) return 'waiting';
  if (status.state === 'failed') return `failed: ${status.code} ${status.message}`;
  if (status.jobs === null || status.jobs === undefined) return status.state === 'unknown' ? 'waiting' : String(status.state);
  return `${status.done} of ${status.jobs} calls${status.state === 'completed' ? ', completed' : ''}`;
}
