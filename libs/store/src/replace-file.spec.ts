import { type FileHandle, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type FileSystem, nodeFileSystem } from './file-system.js';
import { replaceFile } from './replace-file.js';
import { writeFileAtomically } from './write-file-atomically.js';
import { writeJsonLinesAtomically } from './write-json-lines-atomically.js';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
  file = join(folder, 'out.jsonl');
});
afterEach(async () => rm(folder, { recursive: true }));

function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: injected`), { code });
}

/** The real file system, but for one operation that fails with the code once it is reached. */
function failAt(operation: 'open' | 'write' | 'sync' | 'close' | 'rename' | 'mkdir', code: string): FileSystem {
  const refuse = async () => Promise.reject(systemError(code));
  if (operation === 'open' || operation === 'rename' || operation === 'mkdir') return { ...nodeFileSystem, [operation]: refuse };
  return {
    ...nodeFileSystem,
    open: (async (...parameters: Parameters<typeof open>) => {
      const handle = await open(...parameters);
      if (operation === 'sync') handle.sync = refuse;
      if (operation === 'write') {
        const writeHalf = async (data: unknown) => {
          await handle.write(String(data).slice(0, 3));
          throw systemError(code);
        };
        handle.writeFile = handle.appendFile = writeHalf;
      }
      if (operation === 'close') {
        const close = handle.close.bind(handle);
        handle.close = async () => close().then(refuse);
      }
      return handle;
    }),
  };
}

describe('writeFileAtomically', () => {
  it('writes and replaces, makes the folder, and leaves nothing else', async () => {
    const deep = join(folder, 'a', 'b.txt');
    await writeFileAtomically(deep, 'first');
    await writeFileAtomically(deep, new TextEncoder().encode('second'));
    expect([await readFile(deep, 'utf8'), await readdir(join(folder, 'a'))]).toEqual(['second', ['b.txt']]);
  });

  const operations = ['open', 'write', 'sync', 'close', 'rename', 'mkdir'] as const;
  const codes = [['ENOSPC', 'store/disk-full'], ['EDQUOT', 'store/disk-full'], ['EACCES', 'store/not-writable'], ['EROFS', 'store/not-writable']] as const;
  it.each(operations.flatMap((operation) => codes.map(([system, code]) => ({ operation, system, code }))))(
    '$system while it does $operation: $code, the old file stands, no temporary file is left',
    async ({ operation, system, code }) => {
      await writeFile(file, 'old');
      await expect(writeFileAtomically(file, 'new content', { fileSystem: failAt(operation, system) })).rejects.toMatchObject({ code });
      expect([await readFile(file, 'utf8'), await readdir(folder)]).toEqual(['old', ['out.jsonl']]);
    },
  );

  it('says that a file system is read-only, and gives no advice that only one command can take', async () => {
    const write = async (system: string) => writeFileAtomically(file, 'new', { fileSystem: failAt('open', system) });
    await expect(write('EROFS')).rejects.toMatchObject({ message: expect.stringContaining('file system is read-only'), hint: expect.stringContaining('file system that can be written') });
    await expect(write('ENOSPC')).rejects.toMatchObject({ hint: expect.not.stringContaining('--resume') });
  });

  it('really meets a full disk: the kernel refuses the write', async () => {
    // /dev/full takes no byte; the temporary file is opened there instead
    const openFull = (async (path: string, flags: string) => open(flags === 'wx' ? '/dev/full' : path, flags === 'wx' ? 'w' : flags)) as typeof open;
    await expect(writeFileAtomically(file, 'x', { fileSystem: { ...nodeFileSystem, open: openFull } })).rejects.toMatchObject({ code: 'store/disk-full', exitCode: 3 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('a folder in place of the file is store/not-writable', async () => {
    await writeFileAtomically(join(file, 'inner'), '');
    await expect(writeFileAtomically(file, 'x')).rejects.toMatchObject({ code: 'store/not-writable' });
    expect(await readdir(folder)).toEqual(['out.jsonl']);
  });

  it('flushes the file before it is renamed and the folder after that', async () => {
    const steps: string[] = [];
    const note = (step: string, handle: FileHandle) => {
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        steps.push(step);
        return sync();
      };
      return handle;
    };
    const fileSystem = {
      ...nodeFileSystem,
      open: (async (path: string, flags: string) => note(path === folder ? 'flush folder' : 'flush file', await open(path, flags))) as typeof open,
      rename: async (from: string, to: string) => {
        steps.push('rename');
        return nodeFileSystem.rename(from, to);
      },
    };
    await writeFileAtomically(file, 'x', { fileSystem: fileSystem as FileSystem });
    expect(steps).toEqual(['flush file', 'rename', 'flush folder']);
  });
});

describe('replaceFile', () => {
  it('passes on what the writer throws and leaves the old file', async () => {
    await writeFile(file, 'old');
    await expect(replaceFile(file, async () => Promise.reject(new RangeError('no more')))).rejects.toThrow(RangeError);
    expect([await readFile(file, 'utf8'), await readdir(folder)]).toEqual(['old', ['out.jsonl']]);
  });
});

describe('writeJsonLinesAtomically', () => {
  it('writes a line a value and tells count and hash', async () => {
    // sha256 of '{"a":1}\n{"b":"\\u2028"}\n', by sha256sum
    const written = await writeJsonLinesAtomically(file, [{ a: 1 }, { b: '\u2028' }]);
    expect(await readFile(file, 'utf8')).toBe('{"a":1}\n{"b":"\\u2028"}\n');
    expect(written).toEqual({ records: 2, sha256: '156abc02bd8c591d7a46f471027e8d4ef3ff5b3e70b4fc06bd7ec982ad66886f' });
  });

  it('writes an empty file for no value', async () => {
    // sha256 of no bytes
    expect(await writeJsonLinesAtomically(file, [])).toEqual({ records: 0, sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' });
    expect(await readFile(file, 'utf8')).toBe('');
  });

  it('takes values one by one, more than fit its buffer', async () => {
    async function* count() {
      for (let index = 0; index < 50_000; index += 1) yield { index };
    }
    expect((await writeJsonLinesAtomically(file, count())).records).toBe(50_000);
    const lines = (await readFile(file, 'utf8')).split('\n');
    expect([lines.length, lines[0], lines[49_999], lines[50_000]]).toEqual([50_001, '{"index":0}', '{"index":49999}', '']);
  });

  it('refuses NaN and leaves nothing', async () => {
    await expect(writeJsonLinesAtomically(file, [{ a: 1 }, { a: Number.NaN }])).rejects.toMatchObject({ code: 'defect/not-representable' });
    expect(await readdir(folder)).toEqual([]);
  });
});
