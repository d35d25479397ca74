import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

import { EngineError } from '@medstream/schema';

import { FFMPEG_HINT } from './run-ffmpeg.js';

/** A binary that ran and said its version. */
export interface Ffmpeg {
  path: string;
  /** As ffmpeg states it, e.g. `5.1.9-0+deb12u1`. Goes into the manifest. */
  version: string;
}

/**
 * Finds ffmpeg: the given path (FFMPEG_PATH, read by the app), else the `ffmpeg-static` package when its optional
 * download is there, else the system's. A given path that does not run is an error, never replaced silently.
 *
 * @throws EngineError `media/ffmpeg-missing` with the three ways to provide it
 */
export async function findFfmpeg({ ffmpegPath }: { ffmpegPath?: string | undefined } = {}): Promise<Ffmpeg> {
  const candidates = ffmpegPath === undefined || ffmpegPath === '' ? [locateStaticFfmpeg(), 'ffmpeg'] : [ffmpegPath];
  for (const path of candidates) {
    const version = path === null ? null : await readFfmpegVersion(path);
    if (path !== null && version !== null) return { path, version };
  }
  const tried = candidates.filter((path) => path !== null).join(', ');
  throw new EngineError('media/ffmpeg-missing', `no usable ffmpeg was found (tried ${tried})`, { hint: FFMPEG_HINT });
}

/** The package is optional and GPL-3.0; its install step downloads the binary and may be refused. */
function locateStaticFfmpeg(): string | null {
  try {
    const path: unknown = createRequire(import.meta.url)('ffmpeg-static');
    return typeof path === 'string' && existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

async function readFfmpegVersion(path: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(path, ['-version'], { timeout: 20_000 });
    return /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}
