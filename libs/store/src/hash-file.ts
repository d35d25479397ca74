import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

import { EngineError } from '@medstream/schema';

import { systemCodeOf } from './store-error.js';

/**
 * SHA-256 of a file's bytes, lower-case hexadecimal.
 *
 * @throws EngineError `input/unreadable`
 */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  } catch (cause) {
    const code = systemCodeOf(cause);
    if (code === null) throw cause;
    throw new EngineError('input/unreadable', `cannot read ${file} (${code})`, { cause, hint: 'Check the name and the permissions of the file.' });
  }
  return hash.digest('hex');
}
