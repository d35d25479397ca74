// Last step of packaging one engine, after prune-lockfile and copy-workspace-modules: what only development needs goes,
// and npm brings the lock file in step with what is left.
//   node tools/package/finish-package.mjs APP
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { findPackageFolder, isRuntimeFile } from './package-folder.mjs';

const packageFolder = findPackageFolder(process.argv[2]);
const modulesFolder = join(packageFolder, 'workspace_modules', '@medstream');

// before the manifests lose their devDependencies
const needed = findNeededModules(readManifest(packageFolder));

for (const name of readdirSync(modulesFolder)) {
  const folder = join(modulesFolder, name);
  if (needed.has(name)) keepRuntimeOnly(folder);
  else rmSync(folder, { recursive: true });
}
writeManifest(packageFolder, readManifest(packageFolder));
settleLockFile();

/** The workspace's own modules that the app loads, directly or through another; not what their specs load. */
function findNeededModules(manifest, found = new Set()) {
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const module = /^@medstream\/(.+)$/.exec(name)?.[1];
    if (module === undefined || found.has(module)) continue;
    found.add(module);
    findNeededModules(readManifest(join(modulesFolder, module)), found);
  }
  return found;
}

function keepRuntimeOnly(folder) {
  const manifest = readManifest(folder);
  const kept = `${folder}.kept`;
  if (!existsSync(join(folder, 'dist', 'index.js'))) throw new Error(`${manifest.name} is not built: run npx tsc -b`);
  mkdirSync(kept);
  cpSync(join(folder, 'dist'), join(kept, 'dist'), { recursive: true, filter: isRuntimeFile });
  // sources and declarations are not in the package
  for (const door of Object.values(manifest.exports).filter((door) => typeof door === 'object')) {
    delete door['@medstream/source'];
    delete door.types;
  }
  writeManifest(kept, manifest);
  rmSync(folder, { recursive: true });
  renameSync(kept, folder);
}

/**
 * The lock file that Nx prunes still holds what specs need, which `npm ci` refuses once the manifests do not ask for it.
 * npm needs no network for this: every version is locked already.
 */
function settleLockFile() {
  const run = spawnSync('npm', ['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: packageFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (run.status !== 0) throw new Error(`npm could not settle the lock file of ${packageFolder}`);
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function writeManifest(folder, { devDependencies: _specs, nx: _nx, ...manifest }) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
