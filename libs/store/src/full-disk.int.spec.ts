import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { mountSmallFolder, type SmallFolder } from '@medstream/testing';

import { openAppendLog } from './open-append-log.js';
import { openBlobStore } from './open-blob-store.js';
import { writeFileAtomically } from './write-file-atomically.js';
import { writeJsonLinesAtomically } from './write-json-lines-atomically.js';

let parent: string;
let folder: string;
let disk: SmallFolder | { refused: string };

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'medstream-store-'));
  folder = join(parent, 'disk');
  await mkdir(folder);
  disk = mountSmallFolder(folder, { kilobytes: 256 });
});
afterEach(async () => {
  if ('unmount' in disk) disk.unmount();
  await rm(parent, { recursive: true });
});

/**
 * The work on a disk of 256 KiB that is really full. Where mounting is refused the same rules are tested by the injected
 * failures and /dev/full of the other specs, and this one says so.
 */
function onSmallDisk(work: () => Promise<void>): () => Promise<void> {
  return async () => {
    if ('refused' in disk) console.warn(`No small disk could be mounted here, so only injected failures were tested: ${disk.refused}`);
    else await work();
  };
}

const big = 'x'.repeat(400_000);
const diskFull = { code: 'store/disk-full', exitCode: 3 };

describe('a disk that is full', () => {
  it(
    'keeps the old file and takes a smaller one afterwards',
    onSmallDisk(async () => {
      const file = join(folder, 'a.json');
      await writeFileAtomically(file, 'old');
      await expect(writeFileAtomically(file, big)).rejects.toMatchObject(diskFull);
      await expect(writeJsonLinesAtomically(file, Array<string>(10).fill(big.slice(0, 100_000)))).rejects.toMatchObject(diskFull);
      expect([await readFile(file, 'utf8'), await readdir(folder)]).toEqual(['old', ['a.json']]);
      await writeFileAtomically(file, 'new');
      expect(await readFile(file, 'utf8')).toBe('new');
    }),
  );

  it(
    'leaves a log of whole lines that goes on once there is space',
    onSmallDisk(async () => {
      const file = join(folder, 'log.jsonl');
      const ballast = join(folder, 'ballast');
      await writeFileAtomically(ballast, big.slice(0, 100_000));
      const log = await openAppendLog(file);
      let lines = 0;
      const fill = async () => {
        for (; ; lines += 1) await log.append({ line: lines, text: big.slice(0, 3_000) });
      };
      await expect(fill()).rejects.toMatchObject(diskFull);
      // 256 KiB less the ballast holds about 50 lines of 3 kB
      expect(lines).toBeGreaterThan(20);
      await rm(ballast);
      await log.append('after');
      await log.close();
      const records: unknown[] = [];
      const reopened = await openAppendLog(file, { onRecord: (value) => records.push(value) });
      await reopened.close();
      expect([reopened.tornBytes, records.length, records.at(-1)]).toEqual([0, lines + 1, 'after']);
    }),
  );

  it(
    'leaves no half blob',
    onSmallDisk(async () => {
      const store = openBlobStore(folder);
      await expect(store.put(Buffer.from(big))).rejects.toMatchObject(diskFull);
      const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
      expect(files).toEqual([]);
    }),
  );
});
