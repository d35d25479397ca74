import { appendFile, type FileHandle, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { nodeFileSystem } from './file-system.js';
import { openAppendLog } from './open-append-log.js';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
  file = join(folder, 'log', 'predictions.jsonl');
});
afterEach(async () => rm(folder, { recursive: true }));

/** What a newly opened log says is there. */
async function reopen() {
  const records: unknown[] = [];
  const log = await openAppendLog(file, { onRecord: (value) => records.push(value) });
  await log.close();
  return { records, tornBytes: log.tornBytes };
}

async function writeLog(text: string) {
  await (await openAppendLog(file)).close();
  await writeFile(file, text);
}

describe('openAppendLog', () => {
  it('starts empty, keeps what is appended in order, and gives it back', async () => {
    expect(await reopen()).toEqual({ records: [], tornBytes: 0 });
    const log = await openAppendLog(file);
    await Promise.all(Array.from({ length: 200 }, async (_, index) => log.append({ index, text: 'a\u2028b\n' })));
    await log.append(null);
    await log.close();
    const { records } = await reopen();
    expect(records).toEqual([...Array.from({ length: 200 }, (_, index) => ({ index, text: 'a\u2028b\n' })), null]);
    expect((await readFile(file, 'utf8')).split(/[\n\u2028]/)).toHaveLength(202);
  });

  it('tells the place of each record, and reads it again while the log grows', async () => {
    await writeLog('{"a":1}\n"torn');
    const places: number[] = [];
    const log = await openAppendLog(file, { onRecord: (_value, place) => places.push(place) });
    places.push(...(await Promise.all(['ä', 'x'.repeat(5_000), 3].map((value) => log.append(value)))));
    // 7 bytes and a line break; "ä" takes 4 bytes and a line break; 5,002 and one
    expect(places).toEqual([0, 8, 13, 5_016]);
    expect(await Promise.all(places.map((place) => log.read(place)))).toEqual([{ a: 1 }, 'ä', 'x'.repeat(5_000), 3]);
    await log.close();
  });

  it('is on the disk when append resolves, without close', async () => {
    const log = await openAppendLog(file);
    await log.append({ a: 1 });
    expect(await readFile(file, 'utf8')).toBe('{"a":1}\n');
    await log.close();
  });

  it('close waits for appends that were handed in, and later ones are refused', async () => {
    const log = await openAppendLog(file);
    const handedIn = log.append(1);
    await log.close();
    await handedIn;
    await log.close();
    await expect(log.append(2)).rejects.toThrow('was closed');
    expect(await readFile(file, 'utf8')).toBe('1\n');
  });

  it.each<[string, string, number]>([
    ['half a line', '{"a":', 5],
    ['a whole value whose line break is missing: nobody was told that it is there', '{"a":2}', 7],
    ['zeros, as some file systems leave', '\0\0\0', 3],
  ])('cuts a torn tail: %s', async (_, tail, tornBytes) => {
    await writeLog(`{"a":1}\n${tail}`);
    expect(await reopen()).toEqual({ records: [{ a: 1 }], tornBytes });
    const log = await openAppendLog(file);
    await log.append({ a: 3 });
    await log.close();
    expect(await readFile(file, 'utf8')).toBe('{"a":1}\n{"a":3}\n');
  });

  it.each<[string, string, number]>([
    ['a damaged middle', '1\n{"a":\n3\n', 2],
    ['an empty line', '1\n2\n\n', 3],
    ['not UTF-8', '\uFFFD', 0],
  ])('%s is store/corrupt and names the line', async (_, text, line) => {
    if (line === 0) await writeLog('').then(async () => appendFile(file, Uint8Array.from([0x22, 0xff, 0x22, 0x0a])));
    else await writeLog(text);
    const before = await readFile(file);
    await expect(openAppendLog(file)).rejects.toMatchObject({ code: 'store/corrupt', details: { file, line: Math.max(line, 1) } });
    expect(await readFile(file)).toEqual(before);
  });

  it('reads lines that lie over its read buffer of 256 KiB', async () => {
    const long = 'ä'.repeat(200_000);
    await writeLog(`"${long}"\n1\n"${long}"\n"torn`);
    expect(await reopen()).toEqual({ records: [long, 1, long], tornBytes: 5 });
  });

  it('any cut of a log gives the whole lines before the cut', async () => {
    const values = [{ a: 1 }, 'two', [3, null], { text: 'ä\u2028' }];
    const text = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
    await writeLog('');
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length), async (cut) => {
        await writeFile(file, text.subarray(0, cut));
        const whole = text.subarray(0, cut).filter((byte) => byte === 0x0a).length;
        expect((await reopen()).records).toEqual(values.slice(0, whole));
      }),
      { numRuns: 100 },
    );
  });

  describe('when the disk fills up in the middle of a line', () => {
    /** A log whose next writes fail after three bytes while `isFull`; the rest of the disk works. */
    async function openFullable() {
      const disk = { isFull: false, flushes: 0, flush: async (): Promise<void> => undefined, beforeTruncate: async (): Promise<void> => undefined };
      const openFullable = (async (path: string, ...rest: unknown[]) => {
        const handle: FileHandle = await (open as (...parameters: unknown[]) => Promise<FileHandle>)(path, ...rest);
        if (path !== file) return handle;
        const [write, datasync] = [handle.write.bind(handle) as (...parameters: unknown[]) => Promise<unknown>, handle.datasync.bind(handle)];
        handle.write = (async (bytes: Uint8Array, from: number, length: number, position: number) => {
          if (!disk.isFull) return write(bytes, from, length, position);
          await write(bytes, from, Math.min(3, length), position);
          throw Object.assign(new Error('injected'), { code: 'ENOSPC' });
        }) as typeof handle.write;
        const truncate = handle.truncate.bind(handle);
        handle.truncate = async (length) => {
          await disk.beforeTruncate();
          return truncate(length);
        };
        handle.datasync = async () => {
          disk.flushes += 1;
          await disk.flush();
          return datasync();
        };
        return handle;
      }) as typeof open;
      return { disk, log: await openAppendLog(file, { fileSystem: { ...nodeFileSystem, open: openFullable } }) };
    }

    it('refuses with store/disk-full, leaves no half line, and works again once there is space', async () => {
      const { disk, log } = await openFullable();
      await log.append(1);
      disk.isFull = true;
      const refused = await Promise.allSettled([log.append(22_222), log.append(3)]);
      expect(refused.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(['store/disk-full', 'store/disk-full']);
      expect(await readFile(file, 'utf8')).toBe('1\n');
      disk.isFull = false;
      await log.append(4);
      await log.close();
      expect((await reopen()).records).toEqual([1, 4]);
    });

    it('flushes once for lines handed in together, and at least once for each that was waited for', async () => {
      const { disk, log } = await openFullable();
      await Promise.all(Array.from({ length: 100 }, async (_, index) => log.append(index)));
      // the first line starts a flush at once; the 99 handed in meanwhile share the next
      expect(disk.flushes).toBe(2);
      for (const value of [1, 2, 3]) await log.append(value);
      expect(disk.flushes).toBe(5);
      await log.close();
    });

    it('tells that a line is safe from the end of the process while lines before it are still flushed', async () => {
      const { disk, log } = await openFullable();
      const flush: { end?: () => void } = {};
      disk.flush = () => new Promise((resolve) => (flush.end = resolve));
      const ended: string[] = [];
      const first = log.append('one', () => ended.push('one written')).then(() => ended.push('one on disk'));
      while (flush.end === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
      await new Promise<void>((resolve) => void log.append('two', resolve));
      expect([ended, await readFile(file, 'utf8')]).toEqual([['one written'], '"one"\n"two"\n']);
      disk.flush = async () => undefined;
      flush.end();
      await first;
      await log.close();
      expect(ended).toEqual(['one written', 'one on disk']);
    });

    it('refuses all that is behind a flush that failed, and goes on from the last line on the disk', async () => {
      const { disk, log } = await openFullable();
      await log.append(1);
      const flush: { fail?: (error: Error) => void } = {};
      disk.flush = () => new Promise((_, reject) => (flush.fail = reject));
      const second = log.append(2);
      while (flush.fail === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
      let third: Promise<number> | undefined;
      await new Promise<void>((resolve) => void (third = log.append(3, resolve)));
      flush.fail(Object.assign(new Error('injected'), { code: 'ENOSPC' }));
      disk.flush = async () => undefined;
      const refused = await Promise.allSettled([second, third]);
      expect(refused.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(['store/disk-full', 'store/disk-full']);
      await log.append(4);
      await log.close();
      expect((await reopen()).records).toEqual([1, 4]);
    });

    it('writes nothing while a failed flush is taken back', async () => {
      const { disk, log } = await openFullable();
      await log.append(1);
      const taking: { begun?: () => void } = {};
      const begun = new Promise<void>((resolve) => (taking.begun = resolve));
      disk.flush = () => Promise.reject(Object.assign(new Error('injected'), { code: 'ENOSPC' }));
      // the first is slow; a second one, by a line that came meanwhile, would be done before it
      disk.beforeTruncate = async () => {
        disk.beforeTruncate = async () => undefined;
        taking.begun?.();
        await new Promise((resolve) => setTimeout(resolve, 50));
      };
      const refused = expect(log.append(2)).rejects.toMatchObject({ code: 'store/disk-full' });
      await begun;
      disk.flush = async () => undefined;
      await log.append(3);
      await refused;
      await log.close();
      expect((await reopen()).records).toEqual([1, 3]);
    });

    it('keeps each acknowledged line, once and in order, whatever fails meanwhile', async () => {
      // drawn from a fixed row of numbers, so that a failure comes again
      let state = 1;
      const draw = (bound: number): number => (state = (state * 48_271) % 0x7fffffff) % bound;
      const pause = async (bound: number): Promise<void> => {
        const ticks = draw(bound);
        for (let tick = 0; tick < ticks; tick += 1) await new Promise(setImmediate);
      };
      const { disk, log } = await openFullable();
      disk.flush = async () => {
        await pause(4);
        if (draw(4) === 0) throw Object.assign(new Error('injected'), { code: 'ENOSPC' });
      };
      disk.beforeTruncate = () => pause(40);
      const acknowledged: number[] = [];
      let refusals = 0;
      for (let round = 0; round < 60; round += 1) {
        const appends: Promise<void>[] = [];
        for (let value = 10 * round; value < 10 * round + 10; value += 1) {
          disk.isFull = draw(20) === 0;
          appends.push(log.append(value).then(() => void acknowledged.push(value), () => void (refusals += 1)));
          await pause(3);
        }
        await Promise.all(appends);
      }
      await log.close();
      expect((await reopen()).records).toEqual(acknowledged);
      // in none of 60 rounds: less likely than a broken disk
      expect(Math.min(acknowledged.length, refusals)).toBeGreaterThan(0);
    });
  });
});
