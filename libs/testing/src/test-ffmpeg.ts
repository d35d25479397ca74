import { spawnSync } from 'node:child_process';

/**
 * The ffmpeg that specs generate clips with: FFMPEG_PATH, else the system's. Throws when there is none, so that a
 * missing binary fails the test run and nothing skips silently.
 */
export function findTestFfmpeg(): string {
  const path = process.env['FFMPEG_PATH'] ?? 'ffmpeg';
  const run = spawnSync(path, ['-version'], { encoding: 'utf8' });
  if (run.status === 0 && run.stdout.startsWith('ffmpeg version')) return path;
  throw new Error(`the tests need ffmpeg, and ${JSON.stringify(path)} does not run: install ffmpeg or set FFMPEG_PATH`);
}
