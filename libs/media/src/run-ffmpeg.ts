import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

import { EngineError } from '@medstream/schema';

import { splitLines } from './split-lines.js';

export interface FfmpegCall {
  /** The binary. */
  path: string;
  /** Arguments, never a shell string. `-nostdin` and quiet settings are put in front here. */
  arguments: readonly string[];
  /** Wall-clock limit in ms. */
  timeoutMs: number;
  /** Takes bytes on standard input; without it standard input is closed. */
  takesInput?: boolean;
  /** Takes text that ffmpeg writes to `pipe:3`, in pieces. */
  onReport?: (text: string) => void;
  signal?: AbortSignal | undefined;
  /** Every line that ffmpeg says, as it comes; it starts with its level or context. */
  onLine?: (line: string) => void;
}

export interface FfmpegEnd {
  /** Null when it was stopped. */
  exitCode: number | null;
  /** Whether `stop` ended it because no more was wanted. */
  isStopped: boolean;
  /** The last things it complained about, at most 20 lines; for messages. */
  complaints: readonly string[];
}

export interface RunningFfmpeg {
  stdout: Readable;
  stdin: Writable | null;
  /** Ends it when no more is wanted; `ended` then resolves. */
  stop(): void;
  /**
   * Resolves when the process is gone.
   * @throws EngineError `media/ffmpeg-missing`, `media/limit` for the time limit; the signal's reason when aborted
   */
  ended: Promise<FfmpegEnd>;
}

const MAX_COMPLAINTS = 20;

/**
 * Starts one ffmpeg in a process group of its own. Time-out and abort kill the whole group. Its output goes through a
 * pipe, so that it dies with us.
 */
export function startFfmpeg(call: FfmpegCall): RunningFfmpeg {
  call.signal?.throwIfAborted();
  const { path, timeoutMs, takesInput = false } = call;
  const child = spawn(path, ['-hide_banner', '-nostats', ...(takesInput ? [] : ['-nostdin']), ...call.arguments], {
    stdio: [takesInput ? 'pipe' : 'ignore', 'pipe', 'pipe', ...(call.onReport === undefined ? [] : ['pipe' as const])],
    detached: true,
    windowsHide: true,
  });
  const stdout = child.stdout as Readable;
  const complaints: string[] = [];
  let ending: 'stopped' | 'timeout' | 'aborted' | null = null;
  const kill = (reason: 'stopped' | 'timeout' | 'aborted') => {
    ending ??= reason;
    killGroup(child.pid);
    stdout.destroy();
  };
  const onAbort = () => kill('aborted');
  const timer = setTimeout(() => kill('timeout'), timeoutMs);
  call.signal?.addEventListener('abort', onAbort, { once: true });
  const takeLine = splitLines((line) => {
    if (isComplaint(line)) {
      complaints.push(line);
      if (complaints.length > MAX_COMPLAINTS) complaints.shift();
    }
    call.onLine?.(line);
  });
  child.stderr?.setEncoding('utf8').on('data', takeLine);
  const report = child.stdio[3] as Readable | null | undefined;
  report?.setEncoding('utf8').on('data', (text: string) => call.onReport?.(text)).on('error', () => undefined);
  // a closed pipe is told by the exit code
  child.stdin?.on('error', () => undefined);
  stdout.on('error', () => undefined);

  const ended = new Promise<FfmpegEnd>((resolve, reject) => {
    child.once('error', (cause: NodeJS.ErrnoException) => reject(describeStartFailure(path, cause)));
    child.once('close', (exitCode) => {
      takeLine('\n');
      if (ending === 'timeout') reject(new EngineError('media/limit', `decoding took longer than ${timeoutMs / 1000} s and was ended`, { hint: 'give it more time, or check the file' }));
      else if (ending === 'aborted') reject(call.signal?.reason as Error);
      else resolve({ exitCode: ending === 'stopped' ? null : exitCode, isStopped: ending === 'stopped', complaints });
    });
  }).finally(() => {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', onAbort);
  });
  // whoever reads the output first sees its end; the error is still there to await
  ended.catch(() => undefined);
  return { stdout, stdin: child.stdin, stop: () => kill('stopped'), ended };
}

/** Runs ffmpeg to its end; standard output is handed on in pieces. */
export async function runFfmpeg(call: FfmpegCall, onBytes: (bytes: Buffer) => void = () => undefined): Promise<FfmpegEnd> {
  const running = startFfmpeg(call);
  try {
    for await (const bytes of running.stdout) onBytes(bytes as Buffer);
  } catch (error) {
    running.stop();
    await running.ended;
    if (!isPrematureClose(error)) throw error;
  }
  return running.ended;
}

/** Our own `stop` ends a stream early, which Node reports to the reader as an error. */
export function isPrematureClose(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/**
 * Whether a line speaks of damage: an error of any part, concealed blocks, a picture that the decoder calls corrupt, or a
 * packet with bytes missing (MPEG-TS), after which whole pictures may be lost without a word of the decoder.
 */
export function isComplaint(line: string): boolean {
  return /\[(error|fatal|panic)\]|\] \[info\] concealing \d+ |corrupt input packet( in stream \d+)?$/.test(line) || isCorruptPictureLine(line);
}

/** Said just before the picture it speaks of is handed on. */
export function isCorruptPictureLine(line: string): boolean {
  return /corrupt decoded frame( in stream \d+)?$/.test(line);
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function describeStartFailure(path: string, cause: NodeJS.ErrnoException): EngineError {
  return new EngineError('media/ffmpeg-missing', `ffmpeg cannot be started from ${JSON.stringify(path)} (${cause.code ?? cause.message})`, { cause, hint: FFMPEG_HINT });
}

/** The three ways to provide ffmpeg. */
export const FFMPEG_HINT =
  'provide ffmpeg in one of three ways: install it with the system (apt-get install ffmpeg, brew install ffmpeg), set FFMPEG_PATH to the binary, or npm install ffmpeg-static';
