import { hashJson, isEngineError, SUBJECTS } from '@medstream/schema';

import { announceEnd, describeReason, failRun } from './announce-end.js';
import type { RequestedRun, RunEnd, RunServicePorts } from './service-ports.js';
import { takeUpRun } from './take-up-run.js';

/** A request as it came. */
export interface DeliveredRequest {
  /** Id of the event. */
  eventId: string;
  request: RequestedRun;
  /** 1 for the first delivery of its message. */
  deliveryCount: number;
}

/**
 * Takes up a requested run: records it under its id, plans, asks for its jobs. A repeated id with the same data is the same
 * run: where it has ended its end is told again, else it simply goes on. With other data this request fails, and only it.
 * What is wrong with a request ends its run; what may pass (disk, lock, broker) is thrown and comes again.
 */
export async function requestRun(ports: RunServicePorts, { eventId, request, deliveryCount }: DeliveredRequest): Promise<void> {
  const runId = request.run_id;
  const recorded = await ports.registry.record(runId, request);
  if (recorded === 'conflict') return refuseConflict(ports, request);
  const ended = (await ports.registry.read(runId))?.ended ?? null;
  if (ended !== null) return announceEnd(ports, runId, ended as RunEnd, eventId);
  // a request sent twice: its jobs wait in the queue, or are brought back when that is empty
  if (recorded === 'same' && deliveryCount === 1) return;
  try {
    await takeUpRun(ports, request, null);
  } catch (error) {
    if (!isEngineError(error) || error.retryVerdict !== 'permanent') throw error;
    await failRun(ports, runId, describeReason(error));
  }
}

async function refuseConflict(ports: RunServicePorts, request: RequestedRun): Promise<void> {
  const hash = hashJson(request);
  const { run_id: runId } = request;
  await ports.publish({
    type: SUBJECTS.runFailed,
    id: `run-failed/${runId}/${hash.slice(0, 16)}`,
    runId,
    data: {
      run_id: runId,
      code: 'bus/conflicting-request',
      message: `the run id ${runId} was used before with other data; that run is not touched; how to mend: send the request under a new id`,
      // who follows the earlier run under this id can tell that this is not its end
      request_sha256: hash,
    },
  });
}
