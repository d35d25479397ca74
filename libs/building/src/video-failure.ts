import { EngineError, isEngineError } from '@medstream/schema';

import type { VideoTask } from './build-ports.js';

/** Whether an error concerns one video alone, so that the others can be built without it. */
export function isVideoFailure(error: unknown): error is EngineError {
  return isEngineError(error) && /^(source|input|media)\//.test(error.code) && error.code !== 'media/ffmpeg-missing' && error.exitCode !== 70;
}

/**
 * Gives back an error that concerns one video alone.
 *
 * @throws EngineError the error itself where it concerns more, `defect/broken-promise` naming the video for anything else
 */
export function requireVideoFailure(task: VideoTask, error: unknown): EngineError {
  if (isVideoFailure(error)) return error;
  throw isEngineError(error) ? error : nameDefect(task, error);
}

/** The same error, with the video that was in work when it came. */
export function nameFailure({ video }: VideoTask, { code, message, hint }: EngineError): EngineError {
  return new EngineError(code, `the work on ${video.dataset}/${video.videoId} failed: ${message}`, { hint });
}

/** A defect, with the video that shows it. */
function nameDefect({ video }: VideoTask, cause: unknown): EngineError {
  const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return new EngineError('defect/broken-promise', `the work on ${video.dataset}/${video.videoId} failed: ${what}`, { cause, hint: 'this is a defect of medstream: run again with --debug and report what it prints' });
}
