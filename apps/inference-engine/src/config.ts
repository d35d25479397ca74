import { homedir } from 'node:os';
import { join } from 'node:path';

import { listKeyVariables } from '@medstream/models';

/** What the surroundings of the process set. Keys are handed to the model alone and stand in no file or message. */
export interface Environment {
  /** Keys by provider. */
  apiKeys: Readonly<Record<string, string | undefined>>;
  openAiBaseUrl: string | undefined;
  /** Of the judge alone, whichever provider it has. */
  judgeApiKey: string | undefined;
  judgeBaseUrl: string | undefined;
  ffmpegPath: string | undefined;
  /** Frames and replies by hash, where `--cache` does not say otherwise. */
  cacheFolder: string;
  /** Cap on the stored frames, such as `20GB`, where `--cache-size` does not say otherwise. */
  cacheSize: string | undefined;
}

/** Reads the environment: the only place that does. An empty variable counts as unset. */
export function readEnvironment(): Environment {
  const { OPENAI_BASE_URL, MEDSTREAM_JUDGE_API_KEY, MEDSTREAM_JUDGE_BASE_URL, FFMPEG_PATH, MEDSTREAM_CACHE, MEDSTREAM_CACHE_SIZE, XDG_CACHE_HOME } = process.env;
  return {
    apiKeys: Object.fromEntries(Object.entries(listKeyVariables()).map(([provider, variable]) => [provider, orUnset(process.env[variable])])),
    openAiBaseUrl: orUnset(OPENAI_BASE_URL),
    judgeApiKey: orUnset(MEDSTREAM_JUDGE_API_KEY),
    judgeBaseUrl: orUnset(MEDSTREAM_JUDGE_BASE_URL),
    ffmpegPath: orUnset(FFMPEG_PATH),
    cacheFolder: orUnset(MEDSTREAM_CACHE) ?? join(orUnset(XDG_CACHE_HOME) ?? join(homedir(), '.cache'), 'medstream'),
    cacheSize: orUnset(MEDSTREAM_CACHE_SIZE),
  };
}

/** Variables of `serve` and `submit`, as they stand; the bus reads them. */
export function readServiceVariables(): Readonly<Record<string, string | undefined>> {
  return { ...process.env };
}

function orUnset(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
