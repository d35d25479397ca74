import { createHash } from 'node:crypto';

import { describeIssues, parseJsonText } from '@medstream/schema';
import type { z } from 'zod';

import { readLabelFile } from './open-label-file.js';
import { rejectLabel } from './reject-label.js';

export interface JsonLabelsRequest<Shape extends z.ZodType> {
  root: string;
  /** Relative to the root. */
  path: string;
  /** What the file must hold; loose, as the files belong to others. */
  schema: Shape;
}

/**
 * Reads one JSON label file, UTF-8 with or without byte order mark, and checks its shape.
 *
 * @throws EngineError `source/bad-label` naming file and field; `input/unreadable` when the file cannot be opened
 */
export async function readJsonLabels<Shape extends z.ZodType>({
  root,
  path,
  schema,
}: JsonLabelsRequest<Shape>): Promise<{ value: z.infer<Shape>; sha256: string }> {
  const bytes = await readLabelFile(root, path);
  const result = schema.safeParse(parseJsonBytes(bytes, path));
  if (!result.success) {
    const [problem] = describeIssues(result.error);
    const expected = problem?.message.replace(/^Invalid input: expected /, '') ?? 'the shape of the data set';
    throw rejectLabel({ path, at: problem?.path || 'as a whole', found: 'another kind of value', expected });
  }
  return { value: result.data, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function parseJsonBytes(bytes: Uint8Array, path: string): unknown {
  try {
    return parseJsonText(new TextDecoder('utf-8', { fatal: true }).decode(bytes), path);
  } catch (cause) {
    throw rejectLabel({ path, at: 'as a whole', found: `unreadable text (${(cause as Error).message})`, expected: 'one JSON document in UTF-8', cause });
  }
}
