import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

import { describeUnsafeMediaPath, EngineError } from '@medstream/schema';

/**
 * The real path of a medium, which must lie inside the real media root: `..`, absolute paths and symbolic links that
 * lead out are refused.
 *
 * @returns an absolute path without symbolic links, of a file or (image sequence) a folder
 * @throws EngineError `media/outside-root` or `media/missing`
 */
export async function resolveMediaFile(root: string, mediaPath: string): Promise<string> {
  const unsafe = describeUnsafeMediaPath(mediaPath);
  if (unsafe !== null) {
    throw new EngineError('media/outside-root', `media path ${JSON.stringify(mediaPath)} ${unsafe}`, { hint: 'media paths are relative to the media root' });
  }
  const realRoot = await findRealPath(root, 'the media root');
  const real = await findRealPath(resolve(realRoot, mediaPath), `media ${JSON.stringify(mediaPath)}`);
  if (real !== realRoot && !real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) {
    throw new EngineError('media/outside-root', `media path ${JSON.stringify(mediaPath)} leads out of the media root by a symbolic link`, {
      hint: 'copy the file into the media root, or name a root that holds it',
    });
  }
  return real;
}

async function findRealPath(path: string, title: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    throw new EngineError('media/missing', `${title} is not there or cannot be read`, { cause, hint: 'check --media-root and media_path' });
  }
}
