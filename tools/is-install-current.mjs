// Exit code 0 when node_modules holds what package-lock.json says and the lock says what the package.json files ask for;
// otherwise 1, and `npm ci` is due. A partial install has no node_modules/.package-lock.json: npm writes it last.
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

const installedFile = 'node_modules/.package-lock.json';
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function isCurrent() {
  if (!existsSync(installedFile)) return false;
  const installed = readJson(installedFile).packages;
  return Object.entries(readJson('package-lock.json').packages).every(([path, locked]) => {
    if (!path.includes('node_modules/')) return asksForTheSame(locked, path === '' ? 'package.json' : `${path}/package.json`);
    const found = installed[path];
    // packages for other systems are optional and absent
    if (!found) return locked.optional === true || locked.peer === true;
    return found.version === locked.version && found.integrity === locked.integrity;
  });
}

function asksForTheSame(locked, file) {
  if (!existsSync(file)) return false;
  const manifest = readJson(file);
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'workspaces', 'bin'].every((field) =>
    isDeepStrictEqual(manifest[field], locked[field]),
  );
}

process.exitCode = isCurrent() ? 0 : 1;
