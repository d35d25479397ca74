import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const workspaceRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Where the package of an app is put together. */
export function findPackageFolder(app) {
  if (!/^[a-z]+(-[a-z]+)*$/.test(app ?? '')) throw new Error(`expected the name of an app, found ${app}`);
  return join(workspaceRoot, 'out', app);
}

/** Whether a file or folder of a build is needed to run it: no declarations, no maps, no build state. */
export function isRuntimeFile(path) {
  return statSync(path).isDirectory() || !/\.(d\.ts|map|tsbuildinfo)$/.test(path);
}
