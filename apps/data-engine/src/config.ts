import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

import { readNumber, readServiceSettings, type ServiceSettings } from '@medstream/bus';

/** What the data engine takes from its environment. The only place that reads it. */
export interface EnvironmentSettings {
  /** `FFMPEG_PATH`: the ffmpeg to use; null lets the media library look for one. */
  ffmpegPath: string | null;
  /** `MEDSTREAM_CACHE`, else the user's cache folder: where builds leave what they learnt of media. */
  cacheFolder: string;
  /** `PATH`, as folders: where doctor looks for a nats-server. */
  executableFolders: readonly string[];
}

export function readEnvironment(environment: NodeJS.ProcessEnv = process.env): EnvironmentSettings {
  const { FFMPEG_PATH: ffmpegPath, MEDSTREAM_CACHE: cache, XDG_CACHE_HOME: userCache, PATH: path } = environment;
  return {
    ffmpegPath: orNull(ffmpegPath),
    cacheFolder: orNull(cache) ?? join(orNull(userCache) ?? join(homedir(), '.cache'), 'medstream'),
    executableFolders: (path ?? '').split(delimiter).filter((folder) => folder !== ''),
  };
}

function orNull(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value;
}

/** What `serve` and `submit` take from the environment besides. */
export interface DataServiceSettings extends ServiceSettings {
  /** Videos in work at one time in each stage. */
  slots: { prepare: number; construct: number; validate: number };
}

/**
 * @param workers slots of each stage where no variable says otherwise
 * @throws EngineError `config/bad-value` naming the variable
 */
export function readDataServiceSettings(workers: number, environment: NodeJS.ProcessEnv = process.env): DataServiceSettings {
  const readSlots = (name: string): number => readNumber(name, environment[name], { default: workers, min: 0, max: 1_000 });
  return {
    ...readServiceSettings(environment),
    slots: { prepare: readSlots('MEDSTREAM_PREPARE_SLOTS'), construct: readSlots('MEDSTREAM_CONSTRUCT_SLOTS'), validate: readSlots('MEDSTREAM_VALIDATE_SLOTS') },
  };
}
