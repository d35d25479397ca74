import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for one test, and the way to be rid of it. */
export interface TemporaryFolder {
  /** Absolute, without symbolic links. */
  path: string;
  /** Removes the folder with all it holds; a second call does nothing. */
  remove(): Promise<void>;
}

/**
 * Makes an empty folder. Remove it in `afterEach` or `afterAll`; what a killed run leaves behind lies under the
 * system's folder for temporary files and starts with `medstream-`.
 */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'medstream-')));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
