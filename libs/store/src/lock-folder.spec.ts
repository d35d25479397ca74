import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeZombie } from '@medstream/testing';

import { readLock } from './lock-file.js';
import { lockFolder, removeStaleGate } from './lock-folder.js';
import { identifyThisProcess, judgeProcess, type ProcessIdentity, readStartTicks } from './process-identity.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'medstream-store-')), 'run');
  await mkdir(folder);
  path = join(folder, '.lock');
});
afterEach(async () => rm(join(folder, '..'), { recursive: true }));

const here = identifyThisProcess();
/** The process that started this one is alive and is not this one. */
const parent: ProcessIdentity = { ...here, pid: process.ppid, startTicks: readStartTicks(process.ppid) };
/** Linux hands out no process number above 2^22. */
const gone: ProcessIdentity = { ...here, pid: 2 ** 22 + 1 };
const elsewhere: ProcessIdentity = { ...parent, place: 'another machine' };

const writeLock = async (holder: unknown, at = path) => writeFile(at, typeof holder === 'string' ? holder : JSON.stringify({ token: 'theirs', ...(holder as object) }));
const instant = { heartbeatMs: 40, silenceMs: 100, sleep: async () => undefined };

describe('judgeProcess', () => {
  it.each<[string, ProcessIdentity, string]>([
    ['this process', here, 'running'],
    ['its parent', parent, 'running'],
    ['a number that nobody has', gone, 'gone'],
    ['a number that was given to a newer process', { ...parent, startTicks: (parent.startTicks ?? 0) - 1 }, 'gone'],
    ['a live number of unknown start', { ...parent, startTicks: null }, 'unknown'],
    ['a live number somewhere else', elsewhere, 'unknown'],
    ['a dead number somewhere else', { ...gone, place: 'another container' }, 'unknown'],
  ])('%s', (_, identity, verdict) => {
    expect(judgeProcess(identity)).toBe(verdict);
  });
});

describe('lockFolder', () => {
  it('makes the folder, holds the lock, and leaves nothing after release', async () => {
    const deep = join(folder, 'a', 'b');
    const lock = await lockFolder(deep);
    expect(await readdir(deep)).toEqual(['.lock']);
    expect(JSON.parse(await readFile(join(deep, '.lock'), 'utf8'))).toMatchObject({ pid: process.pid, startTicks: here.startTicks });
    await lock.release();
    await lock.release();
    expect(await readdir(deep)).toEqual([]);
    await (await lockFolder(deep)).release();
  });

  it('refuses a second lock of this very process', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'store/locked', exitCode: 2, message: expect.stringContaining('this very process') });
    await lock.release();
  });

  it('refuses at once while another process lives, and names it', async () => {
    await writeLock(parent);
    const sleep = async () => Promise.reject(new Error('nobody should wait for a process that can be seen'));
    await expect(lockFolder(folder, { sleep })).rejects.toMatchObject({ code: 'store/locked', details: { pid: process.ppid }, message: expect.stringContaining(`process ${process.ppid}`) });
    expect(await readdir(folder)).toEqual(['.lock']);
  });

  it.each<[string, ProcessIdentity]>([
    ['a killed process', gone],
    ['a killed process whose number was given away again', { ...parent, startTicks: (parent.startTicks ?? 0) - 1 }],
  ])('takes over at once from %s', async (_, holder) => {
    await writeLock(holder);
    const sleep = async () => Promise.reject(new Error('a killed run is resumed at once'));
    const lock = await lockFolder(folder, { sleep });
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid });
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it.each<[string, unknown]>([['a holder elsewhere', elsewhere], ['an unreadable lock', '{"pid":'], ['a lock of zeros', '\0\0']])('takes over %s after its silence', async (_, holder) => {
    await writeLock(holder);
    let waitedMs = 0;
    const sleep = async (ms: number) => {
      waitedMs += ms;
    };
    const lock = await lockFolder(folder, { heartbeatMs: 40, silenceMs: 100, sleep });
    expect(waitedMs).toBeGreaterThanOrEqual(100);
    await lock.release();
  });

  it('refuses a holder elsewhere as soon as it gives a sign of life', async () => {
    await writeLock(elsewhere);
    let naps = 0;
    const sleep = async () => {
      naps += 1;
      if (naps === 3) await utimes(path, new Date(), new Date(Date.now() + 5000));
    };
    await expect(lockFolder(folder, { heartbeatMs: 40, silenceMs: 1_000_000, sleep })).rejects.toMatchObject({ code: 'store/locked' });
    expect(naps).toBe(3);
  });

  it('gives signs of life', async () => {
    const lock = await lockFolder(folder, { heartbeatMs: 10 });
    await utimes(path, new Date(0), new Date(0));
    const deadlineMs = Date.now() + 5000;
    while ((await stat(path)).mtimeMs === 0 && Date.now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await stat(path)).mtimeMs).toBeGreaterThan(0);
    await lock.release();
  });

  it('does not remove a lock that is not its own any more', async () => {
    const lock = await lockFolder(folder);
    await writeLock(parent);
    await lock.release();
    expect(await readdir(folder)).toEqual(['.lock']);
  });

  it('is not stopped by a process that died while it took over', async () => {
    await writeLock(gone);
    await writeLock(gone, `${path}.takeover`);
    await (await lockFolder(folder, instant)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes over at once from a killed process whose parent takes no notice (a zombie)', async () => {
    const zombie = await makeZombie();
    try {
      const holder = { ...here, pid: zombie.pid, startTicks: readStartTicks(zombie.pid) };
      expect(judgeProcess(holder)).toBe('gone');
      await writeLock(holder);
      await (await lockFolder(folder, { sleep: async () => Promise.reject(new Error('a killed run is resumed at once')) })).release();
      expect(await readdir(folder)).toEqual([]);
    } finally {
      zombie.remove();
    }
  });

  it('removes the gate of a process that died, not the new one that somebody made since the verdict', async () => {
    const gate = `${path}.takeover`;
    await writeLock(gone, gate);
    const stale = await readLock(gate);
    await writeLock({ ...parent, token: 'new' }, gate);
    await removeStaleGate(gate, stale!);
    expect((await readLock(gate))?.holder?.token).toBe('new');
    await removeStaleGate(gate, (await readLock(gate))!);
    expect(await readdir(folder)).toEqual([]);
  });

  it('gives a stale lock to exactly one of many that want it', async () => {
    for (let round = 0; round < 10; round += 1) {
      await writeLock(gone);
      const outcomes = await Promise.allSettled(Array.from({ length: 12 }, async () => lockFolder(folder, { sleep: async () => new Promise((resolve) => setTimeout(resolve, 1)) })));
      const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      expect(won).toHaveLength(1);
      for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'store/locked' });
      await won[0]?.value.release();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('removes temporary files that a killed holder left, here and one level below, and nothing else', async () => {
    await mkdir(join(folder, 'rejected'));
    for (const name of ['.items.jsonl.123-0123456789abcdef.tmp', 'rejected/.a.jsonl.9-ffffffffffffffff.tmp', 'notes.tmp', '.hidden.tmp']) await writeFile(join(folder, name), '');
    const lock = await lockFolder(folder);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual(['.hidden.tmp', '.lock', 'notes.tmp', 'rejected']);
    await lock.release();
  });

  it('a file in place of the folder is store/not-writable', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(lockFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'store/not-writable' });
  });
});
