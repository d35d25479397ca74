import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * The floor: bare ffmpeg processes, two at a time with one thread each, that decode just the needed spans and encode
 * just the wanted pictures. No time is verified, nothing is kept, nothing need be equal on another processor.
 */
export async function runFloor({ ffmpeg, clip, spans, fps }) {
  const queue = [...spans];
  const worker = async () => {
    for (let span = queue.shift(); span !== undefined; span = queue.shift()) await decodeSpan(ffmpeg, clip, span, fps);
  };
  await Promise.all([worker(), worker()]);
}

async function decodeSpan(ffmpeg, clip, { key, frames }, fps) {
  const tree = (from, to) => {
    if (to - from <= 1) return `eq(n,${frames[from] - key})`;
    const middle = (from + to) >>> 1;
    return `if(lt(n,${frames[middle] - key}),${tree(from, middle)},${tree(middle, to)})`;
  };
  const child = spawn(
    ffmpeg,
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-threads', '1'],
      // ffmpeg seeks 0.13 s early where pictures are reordered, which would decode the stretch before
      ...['-noaccurate_seek', '-ss', String(key / fps + 0.14), '-i', clip],
      ...['-an', '-vf', `select='${tree(0, frames.length)}'`, '-fps_mode', 'passthrough', '-frames:v', String(frames.length)],
      ...['-c:v', 'mjpeg', '-threads', '1', '-q:v', '3', '-f', 'image2pipe', 'pipe:1'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  // every picture comes, as its first two bytes say; cheap enough not to count
  let bytes = 0;
  child.stdout.on('data', (chunk) => (bytes += chunk.length));
  const [code] = await once(child, 'close');
  if (code !== 0 || bytes === 0) throw new Error(`the floor's ffmpeg ended with ${code} after ${bytes} bytes`);
}
