import { execFileSync } from 'node:child_process';

/** A folder with a file system of its own that fills up soon. */
export interface SmallFolder {
  unmount(): void;
}

/**
 * Mounts a memory file system of a few kilobytes over an empty folder, so that a test can really fill a disk.
 *
 * @returns why it could not be mounted (no right to, or no such file system) where it could not
 */
export function mountSmallFolder(folder: string, { kilobytes }: { kilobytes: number }): SmallFolder | { refused: string } {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  } catch (error) {
    return { refused: (error as Error).message.trim() };
  }
  return {
    unmount() {
      execFileSync('umount', [folder]);
    },
  };
}
