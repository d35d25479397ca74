import { delimiter } from 'node:path';

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
