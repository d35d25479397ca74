import { openLabelFile } from './open-label-file.js';

const FIRST_BYTES = 16_384;

/**
 * How many cells the first line of a comma-separated table has, which tells variants of a table apart.
 *
 * @throws EngineError `input/unreadable` when the file cannot be opened
 */
export async function countCells(root: string, path: string): Promise<number> {
  const file = await openLabelFile(root, path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    const [line = ''] = buffer.toString('latin1', 0, bytesRead).split('\n');
    return line.split(',').length;
  } finally {
    await file.close();
  }
}
