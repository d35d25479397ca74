import { access, constants, stat } from 'node:fs/promises';

import { EngineError } from '@medstream/schema';

/**
 * Whether a medium is a file or a folder. Anything else that a path can name is refused before it is opened: reading a
 * named pipe would wait for ever.
 *
 * @param file a real path, from `resolveMediaFile`
 * @throws EngineError `media/undecodable`
 */
export async function statMedium(file: string): Promise<'file' | 'folder'> {
  const found = await stat(file);
  if (!found.isFile() && !found.isDirectory()) {
    throw new EngineError('media/undecodable', 'it is neither a file nor a folder (a named pipe, socket or device)', { hint: 'put the recording itself in its place' });
  }
  try {
    await access(file, constants.R_OK);
  } catch (cause) {
    throw new EngineError('media/undecodable', 'this user may not read it', { cause, hint: 'give this user the right to read it' });
  }
  return found.isDirectory() ? 'folder' : 'file';
}
