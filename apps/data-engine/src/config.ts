import { delimiter } from 'node:path';

import { readNumber, readServiceSettings, type ServiceSettings } from '@medstream/bus';

/** What the data engine takes from its environment. The only place that reads it. */
export interface EnvironmentSettings {
  /** `FFMPEG_PATH`: the ffmpeg to use; null lets the media library look for one. */
  ffmpegPath: string | null;
  /** `PATH`, as folders: where doctor looks for a nats-server. */
  executableFolders: readonly string[];
}

export function readEnvironment(environment: NodeJS.ProcessEnv = process.env): EnvironmentSettings {
  const { FFMPEG_PATH: ffmpegPath, PATH: path } = environment;
  return {
    ffmpegPath: ffmpegPath === undefined || ffmpegPath === '' ? null : ffmpegPath,
    executableFolders: (path ?? '').split(delimiter).filter((folder) => folder !== ''),
  };
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
