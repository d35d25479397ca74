import { EngineError, isEngineError } from '@medstream/schema';

/** Errors of the media area that concern the machine or us, and no file. */
const OF_NO_FILE = ['media/ffmpeg-missing', 'media/future-frame'];

/** The same error with the path of the medium in its message, below the media root; other errors come back as they are. */
export function nameMedium<Failure>(error: Failure, mediaPath: string): Failure | EngineError {
  if (!isEngineError(error) || OF_NO_FILE.includes(error.code) || error.message.includes(mediaPath)) return error;
  if (!/^(media\/|input\/|usage\/bad-argument$)/.test(error.code)) return error;
  const { code, message, hint, details } = error;
  return new EngineError(code, `${mediaPath}: ${message}`, { details, cause: error, ...(hint === undefined ? {} : { hint }) });
}
