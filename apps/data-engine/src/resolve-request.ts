import type { BuildRequest } from '@medstream/building';
import { isDescriptionFile } from '@medstream/sources';
import { resolveLocation } from '@medstream/store';

import { type ConfiguredSource, EMPTY_CONFIG, readBuildConfig } from './build-config.js';
import { resolveBuild, type ResolvedBuild } from './resolve-build.js';

/**
 * Turns a request into what the command would build with the same flags. Every path, those in the configuration file
 * among them, is held to the folders that requests may name.
 *
 * @param roots the first is what relative paths of the request are relative to
 * @throws EngineError `bus/outside-roots`; what `resolveBuild` and `readBuildConfig` throw
 */
export async function resolveRequest(request: BuildRequest, roots: readonly string[]): Promise<ResolvedBuild> {
  const locate = async (location: string): Promise<string> => resolveLocation(location, roots);
  const locateIfAny = async (location: string | undefined): Promise<string | undefined> => (location === undefined ? undefined : locate(location));
  const config = request.config === undefined ? EMPTY_CONFIG : await readBuildConfig(await locate(request.config));
  const sources: ConfiguredSource[] = [];
  for (const entry of config.sources) {
    sources.push({
      ...entry,
      source: typeof entry.source === 'string' && isDescriptionFile(entry.source) ? await locate(entry.source) : entry.source,
      root: entry.root === null ? null : await locate(entry.root),
      mediaRoot: entry.mediaRoot === null ? null : await locate(entry.mediaRoot),
    });
  }
  const flags = {
    out: await locate(request.out),
    source: request.source !== undefined && isDescriptionFile(request.source) ? await locate(request.source) : request.source,
    root: await locateIfAny(request.root),
    mediaRoot: await locateIfAny(request.media_root),
    seed: request.seed,
    limit: request.limit,
    allowMissingMedia: request.allow_missing_media,
  };
  return resolveBuild(flags, { ...config, sources });
}
