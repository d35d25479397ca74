import { cleanLine, cleanText, EngineError, type ExitCode, exitCodeOf, isEngineError } from '@medstream/schema';

import type { ErrorDocument } from './print-error-document.js';

export interface DescribedError {
  /** One line with code, what and where; a second one that says how to mend it; with `debug` the stack. */
  text: string;
  exitCode: ExitCode;
  /** The same for programs. */
  document: ErrorDocument;
}

/** Says what went wrong as a command prints it, without control characters of whatever was read. */
export function describeError(error: unknown, { debug }: { debug: boolean }): DescribedError {
  const engineError = isEngineError(error)
    ? error
    : new EngineError('defect/broken-promise', error instanceof Error ? error.message : String(error), {
        hint: 'this is a defect of medstream; run the command again with --debug and report what it prints',
        cause: error,
      });
  const lines = [`error ${engineError.code}: ${engineError.message}`];
  if (engineError.hint !== undefined) lines.push(`how to mend: ${engineError.hint}`);
  const shown = lines.map(cleanLine);
  if (debug) shown.push(describeStack(isEngineError(error) ? error : engineError.cause));
  const { code, message, hint = null } = engineError;
  return { text: `${shown.join('\n')}\n`, exitCode: exitCodeOf(code), document: { error: { code, message, hint } } };
}

function describeStack(error: unknown): string {
  if (!(error instanceof Error)) return cleanText(String(error));
  const cause = error.cause === undefined ? '' : `\ncaused by ${describeStack(error.cause)}`;
  return cleanText(`${error.stack ?? error.message}${cause}`);
}
