import { link, mkdir, open, rename, unlink } from 'node:fs/promises';

/** The operations through which this library changes a disk. Handed in by tests that want one of them to fail. */
export interface FileSystem {
  link: typeof link;
  mkdir: typeof mkdir;
  open: typeof open;
  rename: typeof rename;
  unlink: typeof unlink;
}

/** The machine's own file system. */
export const nodeFileSystem: FileSystem = { link, mkdir, open, rename, unlink };

/** Last argument of everything here that writes. */
export interface StoreOptions {
  /** Default: {@link nodeFileSystem}. */
  fileSystem?: FileSystem;
}
