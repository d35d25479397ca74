import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

import { parseJsonText } from '@medstream/schema';

import { identifyThisProcess, judgeProcess, type ProcessIdentity } from './process-identity.js';
import { systemCodeOf } from './store-error.js';

/** What a lock file says of its holder. */
export interface LockHolder extends ProcessIdentity {
  /** Random; tells two locks of one process apart. */
  token: string;
}

/** The lock as found on the disk. `holder` is null where the file cannot be read as one (a crash while it was written). */
export interface FoundLock {
  holder: LockHolder | null;
  /** Changes with every sign of life of the holder. */
  modifiedMs: number;
}

/** How two locks are told apart and a holder's signs of life awaited. */
export interface LockTiming {
  /** Holders touch their lock this often. */
  heartbeatMs: number;
  /** A holder that cannot be seen and gives no sign of life for this long is gone. */
  silenceMs: number;
  sleep: (ms: number) => Promise<void>;
}

export function describeThisHolder(): LockHolder {
  return { ...identifyThisProcess(), token: randomBytes(16).toString('hex') };
}

/** Reads a lock file; null when there is none. */
export async function readLock(path: string): Promise<FoundLock | null> {
  try {
    const [text, { mtimeMs }] = [await readFile(path, 'utf8'), await stat(path)];
    return { holder: parseHolder(text), modifiedMs: mtimeMs };
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function parseHolder(text: string): LockHolder | null {
  try {
    const value = parseJsonText(text, 'a lock file') as Partial<LockHolder> | null;
    if (value === null || typeof value.pid !== 'number' || !(Number.isSafeInteger(value.pid) && value.pid > 0) || typeof value.place !== 'string' || typeof value.token !== 'string') return null;
    return { pid: value.pid, startTicks: typeof value.startTicks === 'number' ? value.startTicks : null, place: value.place, token: value.token };
  } catch {
    return null;
  }
}

/**
 * Whether the holder of a lock still lives. A process that can be seen is judged at once, so that a killed run can be
 * resumed at once. One that cannot be seen (another container or machine, an unreadable file) is watched: it lives as soon
 * as its file changes, and is gone after `silenceMs` without a change. No two clocks are compared.
 */
export async function isHolderAlive(path: string, found: FoundLock, timing: LockTiming): Promise<boolean> {
  const verdict = found.holder === null ? 'unknown' : judgeProcess(found.holder);
  if (verdict !== 'unknown') return verdict === 'running';
  for (let waitedMs = 0; waitedMs < timing.silenceMs; waitedMs += timing.heartbeatMs / 4) {
    await timing.sleep(timing.heartbeatMs / 4);
    const now = await readLock(path);
    if (now === null) return false;
    if (now.modifiedMs !== found.modifiedMs || now.holder?.token !== found.holder?.token) return true;
  }
  return false;
}
