import { type ErrorCode, exitCodeOf, type ExitCode, retryVerdictOf, type RetryVerdict } from './error-codes.js';

export interface EngineErrorOptions {
  /** The error underneath, shown only with `--debug`. */
  cause?: unknown;
  /** How to mend it, in one sentence. */
  hint?: string;
  /** Facts that are safe to log: no secret, no answer, no absolute path of media. */
  details?: Record<string, unknown>;
}

/**
 * An error that the engines raise on purpose. Match on `code`, never on the message.
 * Defects (a broken promise of our own code) are plain errors and end a command with exit code 70.
 */
export class EngineError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, options: EngineErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'EngineError';
    this.code = code;
    this.hint = options.hint;
    this.details = options.details ?? {};
  }

  /** What a command ends with when this error reaches the top. */
  get exitCode(): ExitCode {
    return exitCodeOf(this.code);
  }

  /** Whether the same call may succeed later. */
  get retryVerdict(): RetryVerdict {
    return retryVerdictOf(this.code);
  }
}

/** True for an {@link EngineError}, with one of the given codes when any are given. */
export function isEngineError(error: unknown, ...codes: ErrorCode[]): error is EngineError {
  return error instanceof EngineError && (codes.length === 0 || codes.includes(error.code));
}
