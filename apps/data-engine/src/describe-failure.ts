import { type ExitCode, isEngineError } from '@medstream/schema';

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
  const lines = [`error ${code}: ${toOneLine(message)}`];
  if (hint !== undefined) lines.push(`how to mend: ${toOneLine(hint)}`);
  if (debug) lines.push(...listStacks(error));
  return { text: `${lines.join('\n')}\n`, exitCode, document: { error: { code, message, hint: hint ?? null } } };
}

function describeDefect(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Messages quote text of files: no line break, and nothing a terminal would obey (reliability.md, rule 11). */
export function toOneLine(text: string): string {
  return [...text.replaceAll(/\s*\n\s*/g, ' ')].map((character) => (isControl(character.codePointAt(0) as number) ? '\uFFFD' : character)).join('');
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

function listStacks(error: unknown): string[] {
  const stacks: string[] = [];
  for (let current = error; current instanceof Error && stacks.length < 10; current = current.cause) stacks.push(current.stack ?? String(current));
  return stacks;
}
