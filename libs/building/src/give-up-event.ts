import { EngineError, ERROR_CLASSES, type ErrorCode, type MedstreamEvent, SUBJECTS } from '@medstream/schema';

import { describeFailedBuild } from './accept-build.js';
import { type BuildServicePorts, endBuild } from './build-service.js';
import { failVideo, type StageEvent } from './run-video-step.js';

/**
 * What follows for a build when one of its messages became a dead letter: a video settles as failed, a request or the last
 * step ends the build. After a fault that may pass (a full disk, a locked folder) nothing does: the next reconcile pass
 * asks again.
 */
export async function giveUpEvent(ports: BuildServicePorts, event: MedstreamEvent, reason: { code: string; message: string }): Promise<void> {
  const code = isErrorCode(reason.code) ? reason.code : 'defect/broken-promise';
  if (ERROR_CLASSES[code].verdict === 'transient') return;
  const error = new EngineError(code, reason.message);
  switch (event.type) {
    case SUBJECTS.videoRequested:
    case SUBJECTS.videoPrepared:
    case SUBJECTS.itemsConstructed:
      return failVideo(ports, event as StageEvent, error);
    case SUBJECTS.buildRequested:
    case SUBJECTS.itemsValidated:
      return failBuild(ports, (event as MedstreamEvent<typeof SUBJECTS.buildRequested>).data.build_id, error);
    default:
      return;
  }
}

async function failBuild(ports: BuildServicePorts, buildId: string, error: EngineError): Promise<void> {
  const known = await ports.registry.read(buildId);
  if (known === null || known.ended !== null) return;
  await endBuild(ports, buildId, describeFailedBuild(buildId, { code: error.code, message: error.message }));
}

function isErrorCode(code: string): code is ErrorCode {
  return code in ERROR_CLASSES;
}
