import { EngineError, isEngineError, SUBJECTS } from '@medstream/schema';

import type { RunEnd, RunServicePorts } from './service-ports.js';

/** Commits how a run ended and tells it. The first end committed stands, and is what is told. */
export async function endRun(ports: RunServicePorts, runId: string, end: RunEnd): Promise<void> {
  await announceEnd(ports, runId, (await ports.registry.end(runId, end)) as RunEnd);
}

/** Ends a run that cannot go on. A run that was never recorded is only told of. */
export async function failRun(ports: RunServicePorts, runId: string, { code, message }: { code: string; message: string }): Promise<void> {
  const end: RunEnd = { kind: 'failed', data: { run_id: runId, code, message } };
  if ((await ports.registry.read(runId)) === null) await publishEnd(ports, runId, end);
  else await endRun(ports, runId, end);
}

/** @param askedBy id of a repeated request that this answers: told past de-duplication, under the event's own id */
export async function announceEnd(ports: RunServicePorts, runId: string, end: RunEnd, askedBy?: string): Promise<void> {
  await publishEnd(ports, runId, end, askedBy);
  await ports.registry.markAnnounced(runId);
}

async function publishEnd(ports: RunServicePorts, runId: string, end: RunEnd, askedBy?: string): Promise<void> {
  const id = `run-${end.kind}/${runId}`;
  const fresh = askedBy === undefined ? {} : { messageId: `${id}/${askedBy}` };
  if (end.kind === 'completed') await ports.publish({ type: SUBJECTS.runCompleted, id, runId, data: end.data, ...fresh });
  else await ports.publish({ type: SUBJECTS.runFailed, id, runId, data: end.data, ...fresh });
}

/** What may be told of an error in an event. */
export function describeReason(error: unknown): { code: string; message: string } {
  const known = isEngineError(error) ? error : new EngineError('defect/broken-promise', error instanceof Error ? error.message : String(error));
  return { code: known.code, message: known.hint === undefined ? known.message : `${known.message}; how to mend: ${known.hint}` };
}
