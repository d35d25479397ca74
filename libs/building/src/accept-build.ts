import { type ErrorCode, exitCodeOf, isEngineError, SUBJECTS } from '@medstream/schema';

import { describeError } from './build-ledger.js';
import { announceEnd, type BuildEnd, type BuildRequest, type BuildServicePorts, endBuild, openBuild, publishWaiting, shortHash } from './build-service.js';

/**
 * Takes up a request: records it, plans it and asks for its videos. The same request again is the same build: what of it
 * is not done is asked for, an end is told again. Other data under the same id is told as a failure.
 */
export async function acceptBuild(ports: BuildServicePorts, request: BuildRequest): Promise<void> {
  const { build_id: buildId } = request;
  if ((await ports.registry.record(buildId, request)) === 'conflict') {
    const message = `the build ${buildId} was requested before with other data`;
    ports.note(message, { build_id: buildId, code: 'bus/conflicting-request' });
    // an id of its own: it says nothing about how the first build ends
    await ports.publish({ type: SUBJECTS.buildFailed, id: `build-failed/${buildId}/${shortHash(request)}`, subject: buildId, data: { build_id: buildId, code: 'bus/conflicting-request', message } });
    return;
  }
  if (((await ports.registry.read(buildId))?.ended ?? null) !== null) {
    await announceEnd(ports, buildId);
    return;
  }
  await startBuild(ports, request, '');
}

/** Plans a build that is not planned and asks for its videos; what can never succeed ends it. */
export async function startBuild(ports: BuildServicePorts, request: BuildRequest, suffix: string): Promise<void> {
  try {
    await publishWaiting(ports, await openBuild(ports, request), suffix);
  } catch (error) {
    if (!isEngineError(error) || error.retryVerdict !== 'permanent') throw error;
    await endBuild(ports, request.build_id, describeFailedBuild(request.build_id, describeError(error)));
  }
}

/** The end of a build that came to nothing. */
export function describeFailedBuild(buildId: string, { code, message }: { code: ErrorCode; message: string }, videos: BuildEnd['videos'] = null, exitCode: number = exitCodeOf(code)): BuildEnd {
  return { type: SUBJECTS.buildFailed, data: { build_id: buildId, code, message }, exit_code: exitCode, videos };
}
