import { link, rename, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { EngineError } from '@medstream/schema';

import { createFileExclusively } from './create-file-exclusively.js';
import { describeThisHolder, type FoundLock, isHolderAlive, type LockHolder, type LockTiming, readLock } from './lock-file.js';
import { makeFolders } from './make-folders.js';
import { systemCodeOf, withStoreErrors } from './store-error.js';
import { removeLeftovers, temporaryNameFor } from './temporary-file.js';

/** The right to be the only one that writes into a folder. */
export interface FolderLock {
  /** Gives the folder free. A second call does nothing. */
  release(): Promise<void>;
}

const DEFAULT_TIMING: LockTiming = { heartbeatMs: 2_000, silenceMs: 10_000, sleep: async (ms) => sleep(ms) };
/** Two processes may find the same stale lock; the slower one waits for the faster this often. */
const TAKEOVER_TRIES = 100;
const TAKEOVER_PAUSE_MS = 20;

/**
 * Takes the lock of a folder, which is made when it is not there, and removes temporary files that a killed holder left.
 * The lock is the file `.lock` with the holder's process number, its start time and a random token: a killed process frees
 * the folder at once, a process number that was used again does not hold it, and inside containers, where numbers of other
 * containers mean nothing, the holder's heartbeat on the file decides.
 *
 * @throws EngineError `store/locked` naming the process that holds it, `store/disk-full`, `store/not-writable`
 */
export async function lockFolder(folder: string, timing: Partial<LockTiming> = {}): Promise<FolderLock> {
  const fullTiming = { ...DEFAULT_TIMING, ...timing };
  return withStoreErrors('lock', folder, async () => {
    await makeFolders(folder);
    const path = join(folder, '.lock');
    const holder = describeThisHolder();
    await acquire(path, holder, fullTiming);
    const lock = holdLock(path, holder, fullTiming.heartbeatMs);
    try {
      await removeLeftovers(folder);
    } catch (error) {
      await lock.release();
      throw error;
    }
    return lock;
  });
}

async function acquire(path: string, holder: LockHolder, timing: LockTiming): Promise<void> {
  const text = `${JSON.stringify(holder)}\n`;
  for (let attempt = 0; attempt < TAKEOVER_TRIES; attempt += 1) {
    if (await createFileExclusively(path, text)) return;
    const found = await readLock(path);
    if (found === null) continue;
    if (await isHolderAlive(path, found, timing)) throw describeLocked(path, found);
    if (await replaceStaleLock(path, found, { text, timing })) return;
    await timing.sleep(TAKEOVER_PAUSE_MS);
  }
  throw describeLocked(path, { holder: null, modifiedMs: 0 });
}

/**
 * Replaces a lock whose holder is gone; false when somebody else is doing so. Whoever makes `.lock.takeover` may replace,
 * after looking again: between the verdict and now another process may have taken the lock and be alive.
 */
async function replaceStaleLock(path: string, stale: FoundLock, { text, timing }: { text: string; timing: LockTiming }): Promise<boolean> {
  const gate = `${path}.takeover`;
  if (!(await createFileExclusively(gate, text))) {
    const other = await readLock(gate);
    if (other !== null && !(await isHolderAlive(gate, other, timing))) await removeStaleGate(gate, other);
    return false;
  }
  try {
    const now = await readLock(path);
    // also when it was removed meanwhile: then the lock is free for all, and a rename could hit a new one
    if (!isSameLock(now, stale)) return false;
    const temporary = temporaryNameFor(path);
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, path);
    return true;
  } finally {
    await unlinkIfThere(gate);
  }
}

/**
 * Moves the gate away under a name that nobody else uses, and looks at what was moved: somebody may have removed the stale
 * gate and made a new one since the verdict. A gate of somebody else goes back where it was, unless a third one stands there
 * by now.
 */
export async function removeStaleGate(gate: string, stale: FoundLock): Promise<void> {
  if (!isSameLock(await readLock(gate), stale)) return;
  const aside = temporaryNameFor(gate);
  try {
    await rename(gate, aside);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (!isSameLock(await readLock(aside), stale)) await link(aside, gate).catch(() => undefined);
  await unlinkIfThere(aside);
}

function isSameLock(one: FoundLock | null, other: FoundLock): boolean {
  return one !== null && one.holder?.token === other.holder?.token && one.modifiedMs === other.modifiedMs;
}

function holdLock(path: string, holder: LockHolder, heartbeatMs: number): FolderLock {
  // a missed heartbeat is harmless while the process can be seen; a full or read-only disk shows where data are written
  const heartbeat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), heartbeatMs);
  heartbeat.unref();
  let isReleased = false;
  return {
    async release() {
      if (isReleased) return;
      isReleased = true;
      clearInterval(heartbeat);
      const now = await readLock(path);
      if (now?.holder?.token === holder.token) await unlinkIfThere(path);
    },
  };
}

function describeLocked(path: string, { holder }: FoundLock): EngineError {
  const owner = holder === null ? 'another process' : holder.pid === process.pid ? 'this very process' : `process ${holder.pid}`;
  return new EngineError('store/locked', `${path} is held by ${owner}`, {
    details: { pid: holder?.pid ?? null },
    hint: 'Wait until it has finished, or stop it; a lock whose process is gone is taken over by itself.',
  });
}

async function unlinkIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  }
}
