import type { StoreOptions } from './file-system.js';
import { replaceFile } from './replace-file.js';

/**
 * Writes a whole file: readers see the old one or the new one, never a part, also after a crash or a full disk.
 *
 * @throws EngineError `store/disk-full`, `store/not-writable`
 */
export async function writeFileAtomically(file: string, content: string | Uint8Array, options: StoreOptions = {}): Promise<void> {
  await replaceFile(file, (handle) => handle.writeFile(content), options);
}
