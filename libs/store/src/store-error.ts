import { EngineError } from '@medstream/schema';

const DISK_FULL = ['ENOSPC', 'EDQUOT'];
const NOT_WRITABLE = ['EACCES', 'EPERM', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOENT', 'ENAMETOOLONG', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE'];

/** The `code` of an error of the operating system (`ENOENT`), or null for any other value. */
export function systemCodeOf(error: unknown): string | null {
  const code = (error as NodeJS.ErrnoException | null | undefined)?.code;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : null;
}

/**
 * Turns an error of the operating system into one of ours; anything else comes back as it is.
 *
 * @param doing what was tried, for the message ("write", "read")
 * @returns `store/disk-full` for a full disk or a used-up quota, else `store/not-writable`
 */
export function toStoreError(error: unknown, doing: string, path: string): unknown {
  const code = systemCodeOf(error);
  if (code !== null && DISK_FULL.includes(code)) {
    return new EngineError('store/disk-full', `cannot ${doing} ${path}: no space left (${code})`, {
      cause: error,
      hint: 'Free some space or raise the quota, then give the same command again; nothing half-written was left.',
    });
  }
  if (code === 'EROFS') {
    return new EngineError('store/not-writable', `cannot ${doing} ${path}: its file system is read-only (EROFS)`, { cause: error, hint: 'Name a folder on a file system that can be written to.' });
  }
  if (code !== null && NOT_WRITABLE.includes(code)) {
    return new EngineError('store/not-writable', `cannot ${doing} ${path} (${code})`, {
      cause: error,
      hint: 'Check that the folder exists, is a folder, and may be written by this user.',
    });
  }
  return error;
}

/** Runs `work` and rethrows its failure as {@link toStoreError} says. */
export async function withStoreErrors<Result>(doing: string, path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error, doing, path);
  }
}
