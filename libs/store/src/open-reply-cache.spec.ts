import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openReplyCache } from './open-reply-cache.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
});
afterEach(async () => rm(folder, { recursive: true }));

const key = 'ab'.repeat(32);
const file = () => join(folder, 'ab', `${key}.json`);

describe('openReplyCache', () => {
  it('gives back what was put, by this or another opener, the last one winning', async () => {
    const cache = openReplyCache(folder);
    expect(await cache.get(key)).toBeUndefined();
    await cache.put(key, { text: 'first\u2028' });
    expect(await openReplyCache(folder).get(key)).toEqual({ text: 'first\u2028' });
    await cache.put(key, null);
    expect(await cache.get(key)).toBeNull();
    expect(await readdir(join(folder, 'ab'))).toEqual([`${key}.json`]);
  });

  it.each<[string, (text: string) => string]>([
    ['cut', (text) => text.slice(0, 20)],
    ['empty', () => ''],
    ['changed inside its value', (text) => text.replace('alert', 'blert')],
    ['of another key', (text) => text.replace(key, 'cd'.repeat(32))],
    ['something else', () => 'null'],
  ])('takes an entry that is %s for absent, and can write it again', async (_, damage) => {
    const cache = openReplyCache(folder);
    await cache.put(key, { text: 'alert: hook' });
    const text = await readFile(file(), 'utf8');
    expect(damage(text)).not.toBe(text);
    await writeFile(file(), damage(text));
    expect(await cache.get(key)).toBeUndefined();
    await cache.put(key, { text: 'again' });
    expect(await cache.get(key)).toEqual({ text: 'again' });
  });

  it('takes a folder in the place of an entry for absent, and moves it aside with what it holds', async () => {
    const cache = openReplyCache(folder);
    await mkdir(file(), { recursive: true });
    await writeFile(join(file(), 'mine.txt'), 'kept');
    expect(await cache.get(key)).toBeUndefined();
    await cache.put(key, { text: 'again' });
    expect(await cache.get(key)).toEqual({ text: 'again' });
    const aside = (await readdir(join(folder, 'ab'))).find((name) => name.endsWith('.aside')) as string;
    expect(await readFile(join(folder, 'ab', aside, 'mine.txt'), 'utf8')).toBe('kept');
  });

  it('says where a file stands in the place of its folder', async () => {
    await writeFile(join(folder, 'ab'), '');
    const cache = openReplyCache(folder);
    expect(await cache.get(key)).toBeUndefined();
    await expect(cache.put(key, 1)).rejects.toMatchObject({ code: 'store/not-writable', message: expect.stringContaining(file()) as string });
  });

  it('makes its folder again where it was removed meanwhile', async () => {
    const cache = openReplyCache(folder);
    await cache.put(key, 1);
    await rm(join(folder, 'ab'), { recursive: true });
    await cache.put(key, 2);
    expect(await cache.get(key)).toBe(2);
  });

  it('takes nothing but a hash for a key', async () => {
    await expect(openReplyCache(folder).get('../x')).rejects.toThrow('not a SHA-256');
    await expect(openReplyCache(folder).put('../x', 1)).rejects.toThrow('not a SHA-256');
  });
});
