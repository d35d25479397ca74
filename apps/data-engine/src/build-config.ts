import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import type { ItemBudget } from '@medstream/building';
import { constructionOptionsSchema } from '@medstream/construction';
import { EngineError, formatFieldPath } from '@medstream/schema';
import { type DescribedSource, isDescriptionFile, parseDescribedSource } from '@medstream/sources';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';

const CAP_KEYS = ['max_items_per_task', 'max_items_per_label'] as const;
const CONSTRUCTION_KEYS = Object.keys(constructionOptionsSchema.shape).filter((key) => key !== 'seed' && !(CAP_KEYS as readonly string[]).includes(key));

/** Names only: the values are checked by the construction library's own schema once defaults, file and flags are joined. */
function optionalKeys<Key extends string>(keys: readonly Key[]): Record<Key, z.ZodOptional<z.ZodUnknown>> {
  return Object.fromEntries(keys.map((key) => [key, z.unknown().optional()])) as Record<Key, z.ZodOptional<z.ZodUnknown>>;
}

const shared = {
  ...optionalKeys(CONSTRUCTION_KEYS),
  caps: z.strictObject(optionalKeys(CAP_KEYS)).optional(),
};

/** Both counts are of one data set, all videos together. */
const budgetSchema = z.strictObject({ items: z.int().min(1), streaming: z.int().min(0) }).refine(({ items, streaming }) => streaming <= items, { path: ['streaming'], message: 'must not be over items' });

const sourceEntrySchema = z.strictObject({
  ...shared,
  budget: budgetSchema.optional(),
  source: z.string().min(1).optional(),
  descriptor: z.unknown().optional(),
  root: z.string().min(1).optional(),
  media_root: z.string().min(1).optional(),
});

const configSchema = z.strictObject({
  ...shared,
  seed: z.int().optional(),
  limit: z.int().min(1).optional(),
  workers: z.int().min(1).optional(),
  allow_missing_media: z.boolean().optional(),
  sources: z.array(sourceEntrySchema).min(1).optional(),
});

/** One `sources` entry; folders are absolute, options of construction are named as in the construction library. */
export interface ConfiguredSource {
  /** Name of a source, file that describes one, or the description itself. */
  source: string | DescribedSource;
  root: string | null;
  mediaRoot: string | null;
  construction: Record<string, unknown>;
  /** How many of its items are taken; null for all. */
  budget?: ItemBudget | null;
}

/** A configuration file of `build`; null where it says nothing. */
export interface BuildConfig {
  seed: number | null;
  limit: number | null;
  workers: number | null;
  allowMissingMedia: boolean | null;
  /** Options for every source that does not say otherwise. */
  construction: Record<string, unknown>;
  sources: ConfiguredSource[];
}

export const EMPTY_CONFIG: BuildConfig = { seed: null, limit: null, workers: null, allowMissingMedia: null, construction: {}, sources: [] };

/**
 * Reads a configuration file (YAML, of which JSON is a part). Relative folders are relative to the file.
 *
 * @throws EngineError `config/unreadable`, `config/unknown-key` listing the valid keys, `config/bad-value`
 */
export async function readBuildConfig(file: string): Promise<BuildConfig> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new EngineError('config/unreadable', `cannot read the configuration file ${file}: ${(cause as Error).message}`, { cause, hint: 'give a YAML file that exists and may be read' });
  });
  let value: unknown;
  try {
    value = parseYaml(text);
  } catch (cause) {
    throw new EngineError('config/unreadable', `the configuration file ${file} is not YAML: ${(cause as Error).message}`, { cause, hint: 'mend the line that the message names' });
  }
  return parseBuildConfig(value ?? {}, file);
}

/** The part of {@link readBuildConfig} that needs no file; `file` is named in errors and is what folders are relative to. */
export function parseBuildConfig(value: unknown, file: string): BuildConfig {
  const parsed = configSchema.safeParse(value);
  if (!parsed.success) throw describeConfigIssue(parsed.error.issues, file);
  const { seed, limit, workers, allow_missing_media, sources, ...rest } = parsed.data;
  const locate = (folder: string | undefined): string | null => (folder === undefined ? null : resolve(dirname(file), folder));
  return {
    seed: seed ?? null,
    limit: limit ?? null,
    workers: workers ?? null,
    allowMissingMedia: allow_missing_media ?? null,
    construction: flattenCaps(rest),
    sources: (sources ?? []).map(({ source, descriptor, root, media_root, budget, ...own }, index) => ({ source: nameSource({ source, descriptor }, { file, index }), root: locate(root), mediaRoot: locate(media_root), construction: flattenCaps(own), budget: budget ?? null })),
  };
}

/** A file is relative to the configuration file, like folders. */
function nameSource({ source, descriptor }: { source: string | undefined; descriptor: unknown }, { file, index }: { file: string; index: number }): string | DescribedSource {
  if ((source === undefined) === (descriptor === undefined)) {
    throw new EngineError('config/bad-value', `${file}: sources[${index}].source: expected the name of a data set or, instead of it, a descriptor`, { hint: 'name a data set (or a file that describes one) with source, or describe one with descriptor' });
  }
  if (source === undefined) return parseDescribedSource(descriptor, `${file}: sources[${index}].descriptor`);
  return isDescriptionFile(source) ? resolve(dirname(file), source) : source;
}

function flattenCaps({ caps, ...options }: { caps?: object | undefined } & Record<string, unknown>): Record<string, unknown> {
  return { ...options, ...caps };
}

/** An unknown key is told first: it often explains the other problems. */
function describeConfigIssue(issues: readonly z.core.$ZodIssue[], file: string): EngineError {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown !== undefined) {
    const where = unknown.path.length === 0 ? '' : ` in ${formatFieldPath(unknown.path)}`;
    return new EngineError('config/unknown-key', `${file}: unknown key ${unknown.keys.join(', ')}${where}`, { hint: `the keys there are ${listValidKeys(unknown.path).join(', ')}` });
  }
  const [first] = issues;
  if (first?.path.length === 0) return new EngineError('config/bad-value', `${file} does not hold keys and values`, { hint: `write lines such as \`seed: 1\`; the keys are ${listValidKeys([]).join(', ')}` });
  return new EngineError('config/bad-value', `${file}: ${formatFieldPath(first?.path ?? [])}: ${first?.message ?? 'is not readable'}`, { hint: 'change the value in the configuration file; medstream-data build --help says what each option means' });
}

function listValidKeys(path: readonly PropertyKey[]): string[] {
  if (path.at(-1) === 'caps') return [...CAP_KEYS];
  if (path.at(-1) === 'budget') return Object.keys(budgetSchema.shape);
  return Object.keys(path[0] === 'sources' ? sourceEntrySchema.shape : configSchema.shape);
}
