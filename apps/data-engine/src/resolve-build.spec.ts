import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { type BuildConfig, EMPTY_CONFIG } from './build-config.js';
import { assertOutputFolder, resolveBuild } from './resolve-build.js';

let scratch: TemporaryFolder;
let labels: string;
let media: string;

beforeAll(async () => {
  scratch = await makeTemporaryFolder();
  [labels, media] = [join(scratch.path, 'labels'), join(scratch.path, 'media')];
  mkdirSync(labels);
  mkdirSync(media);
});

afterAll(async () => scratch.remove());

const withSources = (...ids: string[]): BuildConfig => ({
  ...EMPTY_CONFIG,
  seed: 4,
  workers: 3,
  construction: { window_sec: 20, horizon_sec: 12 },
  sources: ids.map((source) => ({ source, root: labels, mediaRoot: media, construction: { horizon_sec: 9 } })),
});

describe('resolveBuild', () => {
  it('takes defaults where nothing is said; the media root is the root', async () => {
    const resolved = await resolveBuild({ out: 'o', source: 'Cholec80', root: labels }, EMPTY_CONFIG);
    expect(resolved).toMatchObject({ seed: 1, limitVideos: null, workers: 1, allowMissingMedia: false });
    expect(resolved.sources[0]).toMatchObject({ descriptor: { id: 'cholec80' }, root: labels, mediaRoot: labels, construction: { seed: 1, window_sec: 30 } });
  });

  it('refuses an output that is a file, as a run does, and takes one that is not there', async () => {
    const file = join(scratch.path, 'a-file');
    writeFileSync(file, '');
    await expect(resolveBuild({ out: file, source: 'cholec80', root: labels }, EMPTY_CONFIG)).rejects.toMatchObject({ code: 'usage/bad-argument', exitCode: 2 });
    await expect(assertOutputFolder(join(scratch.path, 'none'), '--out')).resolves.toBeUndefined();
  });

  it('takes the file over defaults, an entry over the whole file, flags over both', async () => {
    const resolved = await resolveBuild({ out: 'o', seed: 9, limit: 2 }, withSources('cholec80'));
    expect(resolved).toMatchObject({ seed: 9, limitVideos: 2, workers: 3 });
    expect(resolved.sources[0]).toMatchObject({ root: labels, mediaRoot: media, construction: { seed: 9, window_sec: 20, horizon_sec: 9 } });
  });

  it('builds one of the listed sources with --source, whatever its spelling', async () => {
    const { sources } = await resolveBuild({ out: 'o', source: 'CHOLEC80' }, withSources('CholecT50', 'Cholec80'));
    expect(sources.map(({ descriptor, construction }) => [descriptor.id, construction.horizon_sec])).toEqual([['cholec80', 9]]);
  });

  it('does not keep the media root of the file for a root given on the command line', async () => {
    const { sources } = await resolveBuild({ out: 'o', root: media }, withSources('cholec80'));
    expect(sources[0]).toMatchObject({ root: media, mediaRoot: media });
  });

  it.each([
    ['nothing is named', {}, EMPTY_CONFIG, 'usage/bad-argument'],
    ['the root is missing', { source: 'cholec80' }, EMPTY_CONFIG, 'usage/bad-argument'],
    ['the root does not exist', { source: 'cholec80', root: 'nowhere' }, EMPTY_CONFIG, 'usage/missing-root'],
    ['a root fits two sources', { root: '.' }, withSources('cholec80', 'CholecT50'), 'usage/bad-argument'],
    ['an option is out of range', { source: 'cholec80', root: '.' }, { ...EMPTY_CONFIG, construction: { window_sec: -1 } }, 'config/bad-value'],
  ])('refuses when %s', async (_what, flags, config, code) => {
    await expect(resolveBuild({ out: 'o', ...flags }, config)).rejects.toMatchObject({ code, exitCode: 2 });
  });
});
