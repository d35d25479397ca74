import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import { resolveRequest } from './resolve-request.js';

let scratch: TemporaryFolder;
const at = (...names: string[]) => join(scratch.path, ...names);

beforeAll(async () => {
  scratch = await makeTemporaryFolder();
  for (const folder of ['data/native/media', 'archive/native', 'secret']) mkdirSync(at(folder), { recursive: true });
  symlinkSync(at('secret'), at('data', 'way-out'));
  writeFileSync(at('data', 'build.yaml'), 'seed: 4\nwindow_sec: 60\nsources:\n  - source: cholec80\n    root: native\n');
  writeFileSync(at('data', 'leads-out.yaml'), 'sources:\n  - source: cholec80\n    root: ../secret\n');
});

afterAll(async () => scratch.remove());

const resolve = (request: object) => resolveRequest({ build_id: 'b', out: 'out', ...request }, [at('data'), at('archive')]);

describe('resolveRequest', () => {
  it('reads relative paths from the first root and takes absolute ones inside any', async () => {
    expect((await resolve({ source: 'cholec80', root: 'native', media_root: 'native/media' })).sources).toMatchObject([{ root: at('data', 'native'), mediaRoot: at('data', 'native', 'media') }]);
    expect((await resolve({ source: 'cholec80', root: at('archive', 'native') })).sources).toMatchObject([{ root: at('archive', 'native'), mediaRoot: at('archive', 'native') }]);
  });

  it('joins a configuration file and the request as the command does', async () => {
    expect(await resolve({ config: 'build.yaml', seed: 9, limit: 2, allow_missing_media: true })).toMatchObject({
      seed: 9,
      limitVideos: 2,
      allowMissingMedia: true,
      sources: [{ root: at('data', 'native'), construction: { seed: 9, window_sec: 60 } }],
    });
  });

  it.each([
    ['root', { source: 'cholec80', root: '../secret' }],
    ['absolute root', { source: 'cholec80', root: '/' }],
    ['link', { source: 'cholec80', root: 'way-out' }],
    ['media root', { source: 'cholec80', root: 'native', media_root: '../secret' }],
    ['output', { source: 'cholec80', root: 'native', out: '../secret/out' }],
    ['configuration', { config: '../secret/build.yaml' }],
    ['root in a configuration', { config: 'leads-out.yaml' }],
    ['description', { source: '../secret/own.yaml', root: 'native' }],
  ])('refuses a %s that leads out of the roots', async (_what, request) => {
    await expect(resolve(request)).rejects.toMatchObject({ code: 'bus/outside-roots' });
  });
});
