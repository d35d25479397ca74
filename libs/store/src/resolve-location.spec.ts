import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { describeLocation, resolveLocation } from './resolve-location.js';

let folder: TemporaryFolder;
let base: string;
let roots: string[];

/** first/data.jsonl, second/, outside/, first/way-out → outside, first/over → second, first-too/ (a name that begins alike) */
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  base = await realpath(folder.path);
  for (const name of ['first', 'second', 'outside', 'first-too']) await mkdir(join(base, name));
  await writeFile(join(base, 'first', 'data.jsonl'), '');
  await symlink(join(base, 'outside'), join(base, 'first', 'way-out'));
  await symlink(join(base, 'second'), join(base, 'first', 'over'));
  roots = [join(base, 'first'), join(base, 'second')];
});
afterAll(() => folder.remove());

describe('resolveLocation', () => {
  it.each([
    ['data.jsonl', 'first/data.jsonl'],
    ['./x/../data.jsonl', 'first/data.jsonl'],
    ['runs/not/there/yet', 'first/runs/not/there/yet'],
    ['.', 'first'],
    ['over/new', 'second/new'],
    ['BASE/second/new', 'second/new'],
    ['../second/new', 'second/new'],
  ])('%s lies inside', async (location, expected) => {
    expect(await resolveLocation(location.replace('BASE', base), roots)).toBe(join(base, expected));
  });

  it.each(['..', '../outside/x', 'BASE/outside', 'BASE/first-too/x', '/', 'way-out/x', 'way-out', 'data.jsonl/x/\0', 'obj://bucket/key', 'data.jsonl/below-a-file'])('%s is refused', async (location) => {
    await expect(resolveLocation(location.replace('BASE', base), roots)).rejects.toMatchObject({ code: 'bus/outside-roots' });
  });
});

describe('describeLocation', () => {
  it.each([
    ['first/runs/a', 'runs/a'],
    ['second/a', 'BASE/second/a'],
    ['first', 'BASE/first'],
  ])('%s', async (path, expected) => {
    expect(await describeLocation(join(base, path), roots)).toBe(expected.replace('BASE', base));
  });
});
