import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeTemporaryFolder } from '@medstream/testing';

import { parseBuildConfig, readBuildConfig } from './build-config.js';

function failureOf(value: unknown): { code: string; message: string; hint: string } {
  try {
    parseBuildConfig(value, '/data/build.yaml');
  } catch (error) {
    return error as { code: string; message: string; hint: string };
  }
  throw new Error('expected a refusal');
}

describe('readBuildConfig', () => {
  it.each<[string, string | Uint8Array | null, RegExp, RegExp]>([
    ['a file that is not there', null, /ENOENT/, /that exists/],
    ['a slip in the writing', 'seed: 1\nlimit: [1\nworkers: 2\n', /is not YAML: .*line \d/s, /mend the line/],
    ['bytes that are no text', Uint8Array.of(0x89, 0x50, 0x4e, 0x47), /build\.yaml (does not hold keys and values|is not YAML)/, /./],
    ['a sentence', 'just words', /build\.yaml does not hold keys and values$/, /the keys are .*seed/],
  ])('%s: says what and how to mend it', async (_, content, message, hint) => {
    const folder = await makeTemporaryFolder();
    try {
      const file = join(folder.path, 'build.yaml');
      if (content !== null) await writeFile(file, content);
      await expect(readBuildConfig(file)).rejects.toMatchObject({ message: expect.stringMatching(message) as string, hint: expect.stringMatching(hint) as string });
      await expect(readBuildConfig(file)).rejects.not.toMatchObject({ message: expect.stringContaining(': :') as string });
    } finally {
      await folder.remove();
    }
  });
});

describe('parseBuildConfig', () => {
  it('takes folders relative to the file and keeps what is not said unsaid', () => {
    const config = parseBuildConfig(
      { seed: 7, window_sec: 20, caps: { max_items_per_task: 4 }, sources: [{ source: 'cholec80', root: 'labels', media_root: '/media', horizon_sec: 10, caps: { max_items_per_label: 2 } }, { source: 'CholecT50', budget: { items: 20, streaming: 3 } }] },
      '/data/build.yaml',
    );
    expect(config).toEqual({
      seed: 7,
      limit: null,
      workers: null,
      allowMissingMedia: null,
      construction: { window_sec: 20, max_items_per_task: 4 },
      sources: [
        { source: 'cholec80', root: '/data/labels', mediaRoot: '/media', construction: { horizon_sec: 10, max_items_per_label: 2 }, budget: null },
        { source: 'CholecT50', root: null, mediaRoot: null, construction: {}, budget: { items: 20, streaming: 3 } },
      ],
    });
  });

  it('takes a description in place of a name, or a file of one relative to the configuration', () => {
    const descriptor = { id: 'my-clips', title: 'Clips', organ: 'colon', format: 'directory-label', signal: 'phase' };
    const { sources } = parseBuildConfig({ sources: [{ descriptor, root: 'clips' }, { source: 'sets/my-set.yaml' }] }, '/data/build.yaml');
    expect(sources.map(({ source }) => source)).toEqual([expect.objectContaining({ ...descriptor, folder: '' }), '/data/sets/my-set.yaml']);
    expect(failureOf({ sources: [{ descriptor: { ...descriptor, labels: 'x' } }] })).toMatchObject({ code: 'config/unknown-key', message: '/data/build.yaml: sources[0].descriptor: unknown key labels' });
    expect(failureOf({ sources: [{ descriptor, source: 'cholec80' }] })).toMatchObject({ code: 'config/bad-value' });
  });

  it.each([
    [{ sede: 7 }, '/data/build.yaml: unknown key sede', ['seed', 'sources', 'allow_missing_media', 'caps']],
    [{ seed: 'x', sede: 7 }, '/data/build.yaml: unknown key sede', ['seed']],
    [{ sources: [{ source: 'a' }, { source: 'b', rot: 'x' }] }, '/data/build.yaml: unknown key rot in sources[1]', ['root', 'media_root', 'window_sec']],
    [{ caps: { per_task: 3 } }, '/data/build.yaml: unknown key per_task in caps', ['max_items_per_task', 'max_items_per_label']],
    [{ sources: [{ source: 'a', budget: { total: 3 } }] }, '/data/build.yaml: unknown key total in sources[0].budget', ['items', 'streaming']],
  ])('names the unknown key of %j and lists the valid ones', (value, message, listed) => {
    const failure = failureOf(value);
    expect(failure).toMatchObject({ code: 'config/unknown-key', exitCode: 2, message });
    for (const key of listed) expect(failure.hint).toContain(key);
  });

  it.each([
    [{ seed: 1.5 }, 'seed'],
    [{ workers: 0 }, 'workers'],
    [{ sources: [] }, 'sources'],
    [{ sources: [{ source: 'a', budget: { items: 2, streaming: 3 } }] }, 'sources[0].budget.streaming'],
    [{ sources: [{ root: 'x' }] }, 'sources[0].source'],
  ])('names the value of %j that cannot be used', (value, path) => {
    expect(failureOf(value)).toMatchObject({ code: 'config/bad-value', exitCode: 2, message: expect.stringContaining(`build.yaml: ${path}`) as string });
  });
});
