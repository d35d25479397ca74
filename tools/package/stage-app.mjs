// First step of packaging one engine: an empty out/<app> with its bin and its built code.
//   node tools/package/stage-app.mjs APP
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { findPackageFolder, isRuntimeFile, workspaceRoot } from './package-folder.mjs';

const app = process.argv[2];
const appFolder = join(workspaceRoot, 'apps', app);
const packageFolder = findPackageFolder(app);

rmSync(packageFolder, { recursive: true, force: true });
mkdirSync(packageFolder, { recursive: true });
for (const part of ['bin', 'dist']) {
  cpSync(join(appFolder, part), join(packageFolder, part), { recursive: true, filter: isRuntimeFile });
}
// npm reads it when it settles the lock file, and in the package: no registry's address belongs in there
cpSync(join(workspaceRoot, '.npmrc'), join(packageFolder, '.npmrc'));
cpSync(join(workspaceRoot, 'LICENSE'), join(packageFolder, 'LICENSE'));
