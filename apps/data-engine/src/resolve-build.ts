import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { type BuildOptions, type BuildSource } from '@medstream/building';
import { constructionOptionsSchema } from '@medstream/construction';
import { describeIssues, EngineError } from '@medstream/schema';
import { openSource } from '@medstream/sources';

import type { BuildConfig, ConfiguredSource } from './build-config.js';
import type { BuildFlags } from './commands/build.js';

/** What to build, once defaults, configuration file and flags are joined. */
export type ResolvedBuild = Pick<BuildOptions, 'sources' | 'seed' | 'limitVideos' | 'workers' | 'allowMissingMedia'>;

const DEFAULT_SEED = 1;
const DEFAULT_WORKERS = 1;

/**
 * Joins defaults < configuration file < flags.
 *
 * `--source` takes one data set: as the file lists it, or one that it does not list. Without `--source` the file's list
 * is built, and `--root` and `--media-root` are taken only where that list has one entry.
 *
 * @throws EngineError `usage/bad-argument`, `usage/missing-root`, `source/unknown`, `config/bad-value`
 */
export async function resolveBuild(flags: BuildFlags, config: BuildConfig): Promise<ResolvedBuild> {
  await assertOutputFolder(flags.out, '--out');
  const seed = flags.seed ?? config.seed ?? DEFAULT_SEED;
  const sources: BuildSource[] = [];
  for (const chosen of await chooseSources(flags, config)) sources.push(await resolveSource(chosen, { common: config.construction, seed }));
  return {
    sources,
    seed,
    limitVideos: flags.limit ?? config.limit,
    workers: flags.workers ?? config.workers ?? DEFAULT_WORKERS,
    allowMissingMedia: flags.allowMissingMedia ?? config.allowMissingMedia ?? false,
  };
}

async function chooseSources(flags: BuildFlags, config: BuildConfig): Promise<ConfiguredSource[]> {
  const { source } = flags;
  const withFlags = (chosen: ConfiguredSource): ConfiguredSource => ({
    ...chosen,
    root: flags.root === undefined ? chosen.root : resolve(flags.root),
    mediaRoot: flags.mediaRoot === undefined ? (flags.root === undefined ? chosen.mediaRoot : null) : resolve(flags.mediaRoot),
  });
  if (source !== undefined) {
    const id = await findId(source);
    const ids = await Promise.all(config.sources.map((entry) => findId(entry.source)));
    const listed = config.sources[ids.indexOf(id)];
    return [withFlags(listed ?? { source, root: null, mediaRoot: null, construction: {} })];
  }
  const [only, ...more] = config.sources;
  if (only === undefined) throw new EngineError('usage/bad-argument', 'no data set was named', { hint: 'give --source ID --root DIR, or --config FILE with a list of sources' });
  if (more.length === 0) return [withFlags(only)];
  if (flags.root !== undefined || flags.mediaRoot !== undefined) {
    throw new EngineError('usage/bad-argument', '--root and --media-root do not say which of the listed sources they are for', { hint: 'add --source ID, or write the folders into the file' });
  }
  return config.sources;
}

async function findId(source: ConfiguredSource['source']): Promise<string> {
  return (await openSource(source)).source.descriptor.id;
}

async function resolveSource({ source, root, mediaRoot, construction, budget }: ConfiguredSource, { common, seed }: { common: Record<string, unknown>; seed: number }): Promise<BuildSource> {
  const {
    source: { descriptor },
    description,
  } = await openSource(source);
  if (root === null) throw new EngineError('usage/bad-argument', `the source ${descriptor.id} has no root`, { hint: 'name the folder of its label files with --root, or with root: in the configuration file' });
  await assertFolder(root, 'root', descriptor.id);
  if (mediaRoot !== null) await assertFolder(mediaRoot, 'media root', descriptor.id);
  const options = constructionOptionsSchema.safeParse({ ...common, ...construction, seed });
  if (!options.success) {
    const problems = describeIssues(options.error).map(({ path, message }) => `${path}: ${message}`);
    throw new EngineError('config/bad-value', `options of ${descriptor.id}: ${problems.join('; ')}`, { hint: 'change the value in the configuration file' });
  }
  return { descriptor, ...(description && { description }), root, mediaRoot: mediaRoot ?? root, construction: options.data, ...(budget && { budget }) };
}

async function assertFolder(folder: string, what: string, id: string): Promise<void> {
  const isFolder = await stat(folder).then((entry) => entry.isDirectory(), () => false);
  if (!isFolder) throw new EngineError('usage/missing-root', `the ${what} of ${id}, ${folder}, is not a folder that exists`, { hint: 'check the path' });
}

/** Whether a path can be the folder that is written to: it need not be there yet. @throws EngineError `usage/bad-argument` */
export async function assertOutputFolder(folder: string, flag: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found !== null && !found.isDirectory()) throw new EngineError('usage/bad-argument', `${folder} of ${flag} is a file`, { hint: 'name a new or an empty folder' });
}
