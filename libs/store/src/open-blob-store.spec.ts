import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { nodeFileSystem } from './file-system.js';
import { type BlobStore, openBlobStore } from './open-blob-store.js';

let folder: string;
let store: BlobStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
  store = openBlobStore(join(folder, 'blobs'));
});
afterEach(async () => rm(folder, { recursive: true }));

const bytes = new TextEncoder().encode('abc');
// FIPS 180-2, appendix B.1
const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

describe('openBlobStore', () => {
  it('keeps bytes under two levels of folders by their hash', async () => {
    expect(await store.get(sha256)).toBeNull();
    expect(await store.put(bytes)).toBe(sha256);
    expect(store.pathOf(sha256)).toBe(join(folder, 'blobs', 'ba', '78', sha256));
    expect(new Uint8Array((await store.get(sha256)) ?? [])).toEqual(bytes);
    expect(await readdir(join(folder, 'blobs', 'ba', '78'))).toEqual([sha256]);
  });

  it.each([['cut', 'ab'], ['changed', 'abd'], ['empty', '']])('takes a blob that is %s for absent and writes it again', async (_, damaged) => {
    await store.put(bytes);
    await writeFile(store.pathOf(sha256), damaged);
    expect([await store.get(sha256), await store.has(sha256)]).toEqual([null, false]);
    await store.put(bytes);
    expect([await readFile(store.pathOf(sha256), 'utf8'), await store.has(sha256)]).toEqual(['abc', true]);
  });

  it('takes a folder in the place of a blob for absent, and writes the blob', async () => {
    await mkdir(store.pathOf(sha256), { recursive: true });
    expect([await store.get(sha256), await store.has(sha256)]).toEqual([null, false]);
    await store.put(bytes);
    expect(await store.has(sha256)).toBe(true);
  });

  it('may be shared: many writers of one blob all succeed', async () => {
    const other = openBlobStore(join(folder, 'blobs'));
    const all = await Promise.all(Array.from({ length: 40 }, async (_, index) => (index % 2 === 0 ? store : other).put(bytes)));
    expect(new Set(all)).toEqual(new Set([sha256]));
    expect(await readdir(join(folder, 'blobs', 'ba', '78'))).toEqual([sha256]);
  });

  it('leaves nothing when the disk is full', async () => {
    const full = openBlobStore(folder, { fileSystem: { ...nodeFileSystem, rename: async () => Promise.reject(Object.assign(new Error('injected'), { code: 'ENOSPC' })) } });
    await expect(full.put(bytes)).rejects.toMatchObject({ code: 'store/disk-full' });
    expect(await readdir(join(folder, 'ba', '78'))).toEqual([]);
  });

  it.each(['../../etc/passwd', sha256.toUpperCase(), ''])('takes nothing but a hash: %j', async (name) => {
    expect(() => store.pathOf(name)).toThrow('not a SHA-256');
    await expect(store.get(name)).rejects.toThrow('not a SHA-256');
  });
});
