import { once } from 'node:events';
import { rm } from 'node:fs/promises';

import { EngineError } from '@medstream/schema';

import type { Ffmpeg } from './find-ffmpeg.js';
import { DEFAULT_MEDIA_LIMITS } from './media-limits.js';
import { runFfmpeg, startFfmpeg } from './run-ffmpeg.js';

export interface EncodeVideoRequest {
  ffmpeg: Ffmpeg;
  /** Even numbers of pixels. */
  width: number;
  height: number;
  /** Frames per second. */
  fps: number;
  /** Raw pictures, rgb24, width x height x 3 bytes each. Taken one at a time. */
  frames: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** An mp4 file; replaced when it exists. */
  outFile: string;
  signal?: AbortSignal | undefined;
}

/** Distance of key frames in the videos we make. */
const KEY_FRAME_DISTANCE = 50;

/**
 * Writes an mp4 of generated pictures: H.264 where this ffmpeg has libx264, else MPEG-4. B-frames are on, so that what
 * reads it must keep presentation order. Same pictures, same ffmpeg: same bytes.
 *
 * @throws EngineError `usage/bad-argument` for odd sizes or pictures of the wrong length, `store/not-writable` when
 *   ffmpeg cannot write, `media/ffmpeg-missing`
 */
export async function encodeVideo(request: EncodeVideoRequest): Promise<void> {
  const { ffmpeg, width, height, fps, frames, outFile, signal } = request;
  if (width % 2 !== 0 || height % 2 !== 0) throw new EngineError('usage/bad-argument', `a video of ${width}x${height} cannot be encoded: both sizes must be even`);
  const running = startFfmpeg({
    path: ffmpeg.path,
    arguments: [
      ...['-loglevel', 'level+error', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(fps), '-i', 'pipe:0'],
      ...(await chooseEncoder(ffmpeg)),
      ...['-pix_fmt', 'yuv420p', '-g', String(KEY_FRAME_DISTANCE), '-bf', '2', '-threads', '1'],
      ...['-sws_flags', 'accurate_rnd+bitexact+full_chroma_int', '-flags', '+bitexact', '-fflags', '+bitexact', '-map_metadata', '-1'],
      ...['-f', 'mp4', '-y', `file:${outFile}`],
    ],
    timeoutMs: DEFAULT_MEDIA_LIMITS.processTimeoutMs,
    takesInput: true,
    signal,
  });
  running.stdout.resume();
  const { stdin } = running;
  if (stdin === null) throw new EngineError('defect/broken-promise', 'ffmpeg was started without a standard input');
  try {
    for await (const rgb of frames) {
      if (rgb.length !== width * height * 3) throw new EngineError('usage/bad-argument', `a picture has ${rgb.length} bytes, expected ${width * height * 3}`);
      if (!stdin.writable) break;
      // an ffmpeg that ends early breaks the pipe; its exit code and complaints say why
      if (!stdin.write(rgb)) await Promise.race([once(stdin, 'drain').catch(() => undefined), running.ended]);
    }
    stdin.end();
    const end = await running.ended;
    if (end.exitCode !== 0) throw new EngineError('store/not-writable', `ffmpeg could not write the video (${end.complaints.at(-1) ?? `exit code ${end.exitCode}`})`);
  } catch (error) {
    running.stop();
    await running.ended.catch(() => undefined);
    await rm(outFile, { force: true });
    throw error;
  }
}

/** The fastest preset: the pictures are flat shapes, which it keeps as well as a slow one, in a third less time. */
async function chooseEncoder(ffmpeg: Ffmpeg): Promise<string[]> {
  let list = '';
  await runFfmpeg({ path: ffmpeg.path, arguments: ['-loglevel', 'error', '-encoders'], timeoutMs: 20_000 }, (bytes) => (list += bytes.toString('latin1')));
  if (/\blibx264\b/.test(list)) return ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '20', '-sc_threshold', '0'];
  return ['-c:v', 'mpeg4', '-q:v', '3', '-sc_threshold', '1000000000'];
}
