import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface EndedProgram {
  /** Null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A Node program under test, in a process of its own. */
export interface StartedProgram {
  readonly child: ChildProcess;
  /** Resolves at its end. */
  readonly ended: Promise<EndedProgram>;
  /** Standard error so far. */
  stderr(): string;
  /** Waits until standard error holds a text. @throws Error when the program ends before, or after `timeoutMs` (default 60 s) */
  waitForStderr(text: string | RegExp, timeoutMs?: number): Promise<void>;
  /** Sends a signal (SIGKILL by default), where it still runs, and waits for its end. */
  end(signal?: NodeJS.Signals): Promise<EndedProgram>;
}

/** @param env added to the environment of the tests; NODE_OPTIONS of Jest is left out */
export function startProgram(file: string, args: readonly string[], env: Record<string, string> = {}): StartedProgram {
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, NODE_OPTIONS: '', ...env } });
  let [stdout, stderr, isEnded] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then(([code]): EndedProgram => {
    isEnded = true;
    return { code: code as number | null, stdout, stderr };
  });
  return {
    child,
    ended,
    stderr: () => stderr,
    async waitForStderr(text, timeoutMs = 60_000) {
      const holds = (): boolean => (typeof text === 'string' ? stderr.includes(text) : text.test(stderr));
      const endMs = performance.now() + timeoutMs;
      while (!holds()) {
        if (isEnded || performance.now() > endMs) throw new Error(`the program ${isEnded ? 'ended' : 'went on'} without ${String(text)}; it wrote: ${stderr.slice(-2_000)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async end(signal = 'SIGKILL') {
      child.kill(signal);
      return ended;
    },
  };
}
