import { cleanLine, cleanText, type ExitCode, isEngineError } from '@medstream/schema';

import type { ErrorDocument } from './print-error-document.js';

/** What a command prints on standard error, and ends with, when it cannot go on. */
export interface FailureText {
  text: string;
  exitCode: ExitCode;
  /** The same for programs. */
  document: ErrorDocument;
}

/**
 * One line with code, what and where, one line on how to mend it; the stack and its causes only for `--debug`.
 * Anything that is no error of ours is a defect.
 */
export function describeFailure(error: unknown, { debug }: { debug: boolean }): FailureText {
  const { code, message, hint, exitCode } = isEngineError(error)
    ? { code: error.code, message: error.message, hint: error.hint, exitCode: error.exitCode }
    : { code: 'defect/broken-promise', message: describeDefect(error), hint: 'this is a defect of medstream: run again with --debug and report what it prints', exitCode: 70 as const };
  const lines = [`error ${code}: ${cleanLine(message)}`];
  if (hint !== undefined) lines.push(`how to mend: ${cleanLine(hint)}`);
  if (debug) lines.push(...listStacks(error));
  return { text: `${lines.join('\n')}\n`, exitCode, document: { error: { code, message, hint: hint ?? null } } };
}

function describeDefect(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function listStacks(error: unknown): string[] {
  const stacks: string[] = [];
  for (let current = error; current instanceof Error && stacks.length < 10; current = current.cause) stacks.push(cleanText(current.stack ?? String(current)));
  return stacks;
}
