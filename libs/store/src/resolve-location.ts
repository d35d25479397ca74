import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

import { EngineError } from '@medstream/schema';

import { systemCodeOf } from './store-error.js';

/**
 * Turns a path of a request (contracts.md section 6) into a real path: absolute inside one of the roots, or relative to
 * the first. What does not exist yet is judged by the deepest folder that does, after links.
 *
 * @param roots absolute or relative to the working folder, at least one
 * @throws EngineError `bus/outside-roots`; also for `obj://` locations, which are not read
 */
export async function resolveLocation(location: string, roots: readonly string[]): Promise<string> {
  if (location.startsWith('obj://')) {
    throw new EngineError('bus/outside-roots', `${location} lies in an object store, which this version does not read`, { hint: 'name a path below MEDSTREAM_ROOTS' });
  }
  if (location.includes('\0')) throw outside(location);
  const [first = '.'] = roots;
  const real = await resolveExisting(isAbsolute(location) ? location : join(first, location));
  for (const root of roots) if (isInside(await resolveExisting(root), real)) return real;
  throw outside(location);
}

/** The path as it stands in an event: relative to the first root where it lies there, else absolute. */
export async function describeLocation(path: string, roots: readonly string[]): Promise<string> {
  const [first = '.'] = roots;
  const real = await resolveExisting(path);
  const root = await resolveExisting(first);
  return isInside(root, real) && real !== root ? relative(root, real).split(sep).join('/') : real;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Follows links as far as the path exists and adds the rest. */
async function resolveExisting(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT' || dirname(absolute) === absolute) throw outside(path, error);
    return join(await resolveExisting(dirname(absolute)), basename(absolute));
  }
}

function outside(location: string, cause?: unknown): EngineError {
  return new EngineError('bus/outside-roots', `the path ${JSON.stringify(location)} does not lie inside the folders this service may use`, {
    cause,
    hint: 'name a path relative to the first folder of MEDSTREAM_ROOTS, or absolute inside one of them',
  });
}
