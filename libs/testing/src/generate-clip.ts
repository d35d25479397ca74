import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

import { drawNumberedFrame } from './frame-number.js';
import { findTestFfmpeg } from './test-ffmpeg.js';

export interface ClipOptions {
  /** Where to write; the extension names the container unless `outputArguments` say otherwise. */
  file: string;
  /** Number of pictures; their numbers are 0, 1, 2, … */
  frames: number;
  /** Frames per second, e.g. 25 or '30000/1001'. Default 25. Not used with `frameDurationsMs`. */
  fps?: number | string;
  /** How long each picture is shown, in ms: variable rate. */
  frameDurationsMs?: readonly number[];
  /** Default 160. */
  width?: number;
  /** Default 96. */
  height?: number;
  /** An encoder of ffmpeg. Default libx264. */
  codec?: string;
  /** Default yuv420p, which needs even sizes with most encoders. */
  pixelFormat?: string;
  /** Distance of key frames. Default 12. */
  gop?: number;
  /** Consecutive B-frames. Default 0. */
  bframes?: number;
  /** Further arguments before the first input, e.g. a second input for audio. */
  inputArguments?: readonly string[];
  /** Further arguments for the output, e.g. `-output_ts_offset 2`. */
  outputArguments?: readonly string[];
}

/**
 * Makes a real video whose pictures carry their own number (see `readFrameNumber`).
 *
 * @throws Error with what ffmpeg said when it fails
 */
export async function generateClip(options: ClipOptions): Promise<void> {
  const { frames, width = 160, height = 96 } = options;
  await runTestFfmpeg(buildArguments(options), async function* () {
    for (let number = 0; number < frames; number += 1) yield drawNumberedFrame(number, width, height);
  });
}

function buildArguments(options: ClipOptions): string[] {
  const { fps = 25, width = 160, height = 96, codec = 'libx264', pixelFormat = 'yuv420p', gop = 12, bframes = 0 } = options;
  const isX264 = codec === 'libx264';
  return [
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(fps), '-i', 'pipe:0'],
    ...(options.inputArguments ?? []),
    ...(options.frameDurationsMs === undefined ? [] : variableRateArguments(options.frameDurationsMs)),
    ...['-map', '0:v', '-c:v', codec, '-pix_fmt', pixelFormat, '-g', String(gop), '-threads', '1'],
    ...(isX264 ? ['-preset', 'veryfast', '-crf', '18', '-sc_threshold', '0', '-x264-params', 'b-adapt=0'] : ['-b:v', '2M']),
    ...(isX264 || bframes > 0 ? ['-bf', String(bframes)] : []),
    ...(options.outputArguments ?? []),
    ...['-y', options.file],
  ];
}

/** Times in ms as a balanced tree of conditions on the frame number, which ffmpeg parses at any size. */
function variableRateArguments(durationsMs: readonly number[]): string[] {
  let startMs = 0;
  const starts = durationsMs.map((duration) => (startMs += duration) - duration);
  const tree = (from: number, to: number): string => {
    if (to - from <= 1) return String(starts[from]);
    const middle = (from + to) >>> 1;
    return `if(lt(N,${middle}),${tree(from, middle)},${tree(middle, to)})`;
  };
  return ['-vf', `settb=1/1000,setpts='${tree(0, starts.length)}'`, '-fps_mode', 'passthrough', '-enc_time_base', '1:1000'];
}

/**
 * Runs ffmpeg for a spec, e.g. to remux a clip.
 *
 * @param input what to write to its standard input, if anything
 */
export async function runTestFfmpeg(arguments_: readonly string[], input?: () => AsyncIterable<Uint8Array>): Promise<void> {
  const child = spawn(findTestFfmpeg(), ['-hide_banner', '-loglevel', 'error', ...arguments_], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const closed = once(child, 'close') as Promise<[number | null]>;
  // an ffmpeg that ends early closes the pipe; its exit code tells
  child.stdin.on('error', () => undefined);
  for await (const bytes of input?.() ?? []) {
    if (!child.stdin.writable) break;
    if (!child.stdin.write(bytes)) await Promise.race([once(child.stdin, 'drain').catch(() => undefined), closed]);
  }
  child.stdin.end();
  await finished(child.stderr);
  const [code] = await closed;
  if (code !== 0) throw new Error(`ffmpeg ${arguments_.join(' ')} ended with ${code}: ${said}`);
}
