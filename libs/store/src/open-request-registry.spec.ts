import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { openRequestRegistry } from './open-request-registry.js';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
});
afterEach(() => folder.remove());

const open = () => openRequestRegistry(join(folder.path, '.medstream', 'runs'));

describe('openRequestRegistry', () => {
  it('knows a request again, in whatever order its keys come, and refuses another of its name', async () => {
    expect(await open().record('a', { model: 'm', out: 'o' })).toBe('new');
    expect(await open().record('a', { out: 'o', model: 'm' })).toBe('same');
    expect(await open().record('a', { out: 'o', model: 'n' })).toBe('conflict');
    expect(await open().read('a')).toEqual({ request: { model: 'm', out: 'o' }, ended: null, isAnnounced: false });
  });

  it('gives one of many that come at once the new request', async () => {
    const taken = await Promise.all(Array.from({ length: 8 }, () => open().record('a', { model: 'm' })));
    expect(taken.filter((state) => state === 'new')).toHaveLength(1);
    expect(taken.filter((state) => state === 'same')).toHaveLength(7);
  });

  it('keeps the first end and lists what was not told yet', async () => {
    const registry = open();
    expect(await registry.listOpen()).toEqual([]);
    for (const id of ['b.ended', 'b', 'a']) await registry.record(id, { id });
    expect(await registry.listOpen()).toEqual(['a', 'b', 'b.ended']);
    expect(await registry.end('b', { kind: 'completed' })).toEqual({ kind: 'completed' });
    expect(await registry.end('b', { kind: 'failed' })).toEqual({ kind: 'completed' });
    expect(await registry.listOpen()).toEqual(['a', 'b', 'b.ended']);
    await registry.markAnnounced('b');
    await registry.markAnnounced('b');
    expect(await registry.listOpen()).toEqual(['a', 'b.ended']);
    expect(await registry.read('b')).toEqual({ request: { id: 'b' }, ended: { kind: 'completed' }, isAnnounced: true });
  });

  it('tells an unknown id, a bad one and a damaged file apart', async () => {
    const registry = open();
    expect(await registry.read('x')).toBeNull();
    await expect(registry.record('../x', {})).rejects.toMatchObject({ code: 'bus/bad-event' });
    await registry.record('x', {});
    await writeFile(join(folder.path, '.medstream', 'runs', 'x', 'request.json'), '{"half');
    await expect(registry.read('x')).rejects.toMatchObject({ code: 'store/corrupt' });
  });
});
