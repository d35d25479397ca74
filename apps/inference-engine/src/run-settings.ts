import { readFile } from 'node:fs/promises';

import { type RunConfig, runConfigSchema } from '@medstream/evaluation';
import { EngineError } from '@medstream/schema';
import { parse } from 'yaml';

/** What `run` was asked for, whatever it came from. */
export interface RunSettings {
  data: string[];
  mediaRoot: string | undefined;
  model: string;
  baseUrl: string | undefined;
  out: string;
  limit: number | null;
  filter: string[];
  maxFrames: number | null;
  repeats: number;
  calls: CallSettings;
  cache: string | undefined;
  cacheSize: string | undefined;
  seed: number;
  allowUpload: string[];
}

/** How calls are made and what they may cost; nothing in a plan depends on it. */
export interface CallSettings {
  /** Calls at a time, at most. */
  concurrency: number;
  /** Begun in any minute; undefined: as the preset says. */
  requestsPerMinute: number | undefined;
  tokensPerMinute: number | undefined;
  /** Of one attempt; undefined: the library's own, as the two below. */
  timeoutSec: number | undefined;
  /** Longest time without any answer. */
  maxWaitSec: number | undefined;
  /** After a first failed attempt. */
  retryWaitSec: number | undefined;
  /** US dollars for a million tokens; undefined: the vendor's list price, where it is known. */
  price: { input: number; output: number } | undefined;
  /** US dollars; null: no limit. */
  maxCostUsd: number | null;
  /** Whether plain pictures are shown first. */
  canary: boolean;
  /** After a used-up quota, for a process that outlives it. Milliseconds; absent: never. */
  reopenAfterMs?: number;
}

/** The flags as they came; undefined where not given. */
export type RunFlags = Partial<{ [Key in Exclude<keyof RunSettings, 'calls'>]: NonNullable<RunSettings[Key]> }> & { concurrency?: number; maxCost?: number; /** False for --no-canary. */ canary?: boolean };

/** Of the bootstrap and of `baseline:random`. */
export const DEFAULT_SEED = 1;
export const DEFAULT_CALLS: CallSettings = {
  concurrency: 4,
  requestsPerMinute: undefined,
  tokensPerMinute: undefined,
  timeoutSec: undefined,
  maxWaitSec: undefined,
  retryWaitSec: undefined,
  price: undefined,
  maxCostUsd: null,
  canary: true,
};

/**
 * Defaults < file < flags.
 *
 * @param file from `readRunConfig`
 * @throws EngineError `usage/bad-argument` for what is missing
 */
export function resolveRunSettings(flags: RunFlags, file: RunConfig): RunSettings {
  return {
    data: required(flags.data ?? file.data, '--data', 'the benchmark: one or more .jsonl files or folders'),
    mediaRoot: flags.mediaRoot ?? file.media_root,
    model: required(flags.model ?? file.model, '--model', 'PROVIDER:NAME, see `medstream-eval models`'),
    baseUrl: flags.baseUrl ?? file.base_url,
    out: required(flags.out ?? file.out, '--out', 'the folder of the run'),
    limit: flags.limit ?? file.limit ?? null,
    filter: flags.filter ?? file.filter ?? [],
    maxFrames: flags.maxFrames ?? file.max_frames ?? null,
    repeats: flags.repeats ?? file.repeats ?? 1,
    calls: {
      concurrency: flags.concurrency ?? file.concurrency ?? DEFAULT_CALLS.concurrency,
      requestsPerMinute: file.requests_per_minute,
      tokensPerMinute: file.tokens_per_minute,
      timeoutSec: file.timeout_sec,
      maxWaitSec: file.max_wait_sec,
      retryWaitSec: file.retry_wait_sec,
      price: file.price,
      maxCostUsd: flags.maxCost ?? file.max_cost ?? null,
      canary: flags.canary !== false && file.canary !== false,
    },
    cache: flags.cache ?? file.cache,
    cacheSize: flags.cacheSize ?? file.cache_size,
    seed: flags.seed ?? file.seed ?? DEFAULT_SEED,
    allowUpload: flags.allowUpload ?? file.allow_upload ?? [],
  };
}

function required<Value>(value: Value | undefined, flag: string, meaning: string): Value {
  if (value !== undefined) return value;
  throw new EngineError('usage/bad-argument', `${flag} is missing (${meaning})`, { hint: `give ${flag}, or set it in the file of --config` });
}

/** Reads the file of `--config`, where one is named; once for a command, since it may be a pipe. @throws EngineError `config/…` */
export async function readRunConfig(file: string | undefined): Promise<RunConfig> {
  if (file === undefined) return {};
  const value = await readYaml(file);
  const keys = Object.keys(runConfigSchema.shape).sort();
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw new EngineError('config/unknown-key', `${file} holds the unknown key "${unknown}"`, { hint: `the keys are ${keys.join(', ')}` });
  const parsed = runConfigSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new EngineError('config/bad-value', `${file}: ${issue?.path.join('.')}: ${issue?.message}`, { hint: 'see `medstream-eval run --help` for what each setting means' });
}

async function readYaml(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new EngineError('config/unreadable', `cannot read the configuration file ${file}: ${(cause as Error).message}`, { hint: 'give a YAML file that exists and may be read', cause });
  });
  let value: unknown;
  try {
    value = parse(text);
  } catch (cause) {
    throw new EngineError('config/unreadable', `the configuration file ${file} is not YAML: ${(cause as Error).message}`, { hint: 'mend the line that the message names', cause });
  }
  if (value === null || value === undefined) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new EngineError('config/bad-value', `${file} does not hold keys and values`, { hint: 'write lines such as `model: demo:shapes`' });
}
