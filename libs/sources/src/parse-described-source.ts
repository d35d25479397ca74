import { readFile } from 'node:fs/promises';

import { describeUnsafeMediaPath, EngineError, formatFieldPath } from '@medstream/schema';
import type { z } from 'zod';

import { DESCRIBED_FORMATS, type DescribedSource, describedSourceSchema } from './described-source-schema.js';

/**
 * Reads a description of a data set (YAML, of which JSON is a part).
 *
 * @throws EngineError `config/unreadable`, `config/unknown-key` listing the valid keys, `config/bad-value`
 */
export async function readDescribedSource(file: string): Promise<DescribedSource> {
  const { parse: parseYaml } = await import('yaml');
  let value: unknown;
  try {
    value = parseYaml(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new EngineError('config/unreadable', `cannot read the data set description ${file}: ${(cause as Error).message}`, { cause, hint: 'give a file that exists and is YAML; where a line is not, the message names it' });
  }
  return parseDescribedSource(value, file);
}

/** The part of {@link readDescribedSource} that needs no file; `name` is what errors call the description. */
export function parseDescribedSource(value: unknown, name: string): DescribedSource {
  const parsed = describedSourceSchema.safeParse(value);
  if (!parsed.success) throw describeIssue(parsed.error.issues, { value, name });
  const description = parsed.data;
  if ('tables' in description) {
    assertPlace(description.tables, { name, key: 'tables' });
    description.media.forEach((path, index) => assertPlace(path, { name, key: `media[${index}]` }));
    if (!description.tables.includes('{video}') && !('columns' in description && description.columns.video !== undefined)) {
      throw badValue(name, 'tables', 'needs {video} in the file name, or a table with columns.video');
    }
  } else if ('folder' in description && description.folder !== '') assertPlace(description.folder, { name, key: 'folder' });
  if (description.case_pattern !== undefined) assertPattern(description.case_pattern, name);
  return description;
}

function assertPlace(path: string, { name, key }: { name: string; key: string }): void {
  const fault = describeUnsafeMediaPath(path);
  if (fault !== null) throw badValue(name, key, fault);
  if (path.split('/').slice(0, -1).some((folder) => folder.includes('{video}')) && key === 'tables') throw badValue(name, key, 'may hold {video} in the file name only');
}

function assertPattern(pattern: string, name: string): void {
  try {
    new RegExp(pattern);
  } catch (cause) {
    throw badValue(name, 'case_pattern', (cause as Error).message);
  }
}

function badValue(name: string, key: string, message: string): EngineError {
  return new EngineError('config/bad-value', `${name}: ${key}: ${message}`, { hint: 'see docs/how-to/add-a-data-set.md' });
}

/** An unknown key is told first: it often explains the other problems. */
function describeIssue(issues: readonly z.core.$ZodIssue[], { value, name }: { value: unknown; name: string }): EngineError {
  const all = issues.flatMap((issue) => (issue.code === 'invalid_union' ? [issue, ...nearestBranch(issue)] : [issue]));
  const unknown = all.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown) {
    const where = unknown.path.length === 0 ? '' : ` in ${formatFieldPath(unknown.path)}`;
    return new EngineError('config/unknown-key', `${name}: unknown key ${unknown.keys.join(', ')}${where}`, { hint: `the keys there are ${listKeys(value, unknown.path).join(', ')}` });
  }
  const first = all.at(-1);
  const path = formatFieldPath(first?.path ?? []);
  if (path === 'format' || path === '') return badValue(name, 'format', `expected one of ${Object.keys(DESCRIBED_FORMATS).join(', ')}`);
  return badValue(name, path, first?.message ?? 'is not readable');
}

/** Of the ways a union could be read, the one with the fewest problems; paths from the top. */
function nearestBranch(issue: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] {
  const [nearest] = [...issue.errors].sort((left, right) => left.length - right.length);
  return (nearest ?? []).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Keys that the schema has at the place of an unknown one. */
function listKeys(value: unknown, path: readonly PropertyKey[]): string[] {
  const format = (value as { format?: keyof typeof DESCRIBED_FORMATS } | null)?.format;
  const schema = format === undefined ? undefined : DESCRIBED_FORMATS[format];
  const [top] = path;
  if (schema === undefined || top === undefined) return Object.keys(schema?.shape ?? {});
  return listShapeKeys((schema.shape as Record<string, z.core.$ZodType>)[String(top)]);
}

function listShapeKeys(schema: z.core.$ZodType | undefined): string[] {
  const definition = schema?._zod.def as { shape?: object; element?: z.core.$ZodType; options?: z.core.$ZodType[]; innerType?: z.core.$ZodType } | undefined;
  if (definition?.shape) return Object.keys(definition.shape);
  const inner = [...(definition?.options ?? []), definition?.element, definition?.innerType];
  return [...new Set(inner.flatMap((part) => (part ? listShapeKeys(part) : [])))];
}
