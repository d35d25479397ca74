import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Facts of the clip; the number of pictures follows. */
export const CLIP = { fps: 25, durationSec: 1800, gop: 250, width: 854, height: 480 };

const SOURCE = `testsrc2=size=${CLIP.width}x${CLIP.height}:rate=${CLIP.fps}:duration=${CLIP.durationSec},noise=alls=6:allf=t`;
const ENCODING = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-g', `${CLIP.gop}`, '-keyint_min', `${CLIP.gop}`, '-sc_threshold', '0', '-bf', '3', '-pix_fmt', 'yuv420p', '-threads', '2'];

/**
 * The 30 minute clip, made once a machine (some minutes) and kept in the temporary folder, its name telling how it was made.
 *
 * @returns its path
 */
export function prepareClip(ffmpeg) {
  const name = createHash('sha256').update(JSON.stringify([SOURCE, ENCODING])).digest('hex').slice(0, 12);
  return makeOnce(join(benchFolder(), `clip-${name}.mp4`), ffmpeg, ['-f', 'lavfi', '-i', SOURCE, ...ENCODING]);
}

/** Two hours: the same clip four times, not encoded again. */
export function prepareLongClip(ffmpeg, clip) {
  return makeOnce(clip.replace(/\.mp4$/, '-x4.mp4'), ffmpeg, ['-stream_loop', '3', '-i', clip, '-c', 'copy']);
}

function benchFolder() {
  const folder = join(tmpdir(), 'medstream-bench');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function makeOnce(file, ffmpeg, args) {
  if (existsSync(file)) return file;
  console.error(`making ${file}, once`);
  const half = file.replace(/\.mp4$/, '.half.mp4');
  const { status } = spawnSync(ffmpeg, ['-hide_banner', '-loglevel', 'error', '-nostdin', ...args, '-y', half], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}`);
  renameSync(half, file);
  return file;
}
