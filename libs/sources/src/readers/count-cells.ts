import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { EngineError } from '@medstream/schema';

const FIRST_BYTES = 16_384;

/**
 * How many cells the first line of a comma-separated table has, which tells variants of a table apart.
 *
 * @throws EngineError `input/unreadable` when the file cannot be opened
 */
export async function countCells(root: string, path: string): Promise<number> {
  const file = await open(join(root, path)).catch((cause: unknown) => {
    throw new EngineError('input/unreadable', `the label file ${path} cannot be read: ${(cause as Error).message}`, { cause, hint: 'check that the file is there and may be read', details: { path } });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    const [line = ''] = buffer.toString('latin1', 0, bytesRead).split('\n');
    return line.split(',').length;
  } finally {
    await file.close();
  }
}
