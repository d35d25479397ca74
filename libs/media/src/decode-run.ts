import type { Writable } from 'node:stream';

import { EngineError } from '@medstream/schema';

import { type PictureFormat, pictureEncoderArguments, pictureFilters } from './encode-picture.js';
import { readPictureStream } from './read-picture-stream.js';
import { isPrematureClose, startFfmpeg } from './run-ffmpeg.js';
import { buildSelectExpression } from './select-expression.js';
import { type DecodedFrame, readShowinfo } from './showinfo-reader.js';
import { readStreamLook } from './stream-look.js';
import type { TimeBase } from './time-base.js';
import { fedInputArguments, inputArguments, seekArguments, type VideoInput, videoStreamSpecifier } from './video-input.js';

export interface PictureRequest {
  /** Display times of the wanted pictures, ascending, at most MAX_CHOSEN_PER_RUN. */
  ticks: readonly number[];
  /** Size of the pictures to hand on, in pixels. */
  width: number;
  height: number;
  quality: PictureFormat['quality'];
  /** Takes each wanted picture once, as a JPEG file, in order; the next is not read before it is done. */
  onPicture: (ticks: number, jpeg: Buffer) => Promise<void>;
}

export interface DecodeRequest {
  streamIndex: number;
  /** Where to start, in microseconds of the stream's own clock; null: from the beginning. */
  seekMicros: number | null;
  /** Hands the decoder an FLV stream of H.264, instead of the file; ends when there is no more or the decoder is gone. */
  feed?: (sink: Writable) => Promise<void>;
  /** What to hand on; null: only look. */
  pictures: PictureRequest | null;
  /** Called for every decoded picture; true ends the run once the wanted pictures are there. */
  onDecoded: (frame: DecodedFrame) => boolean;
}

export interface DecodeRun {
  timeBase: TimeBase | null;
  rotation: number;
  complaints: number;
  /** See `readStreamLook`. */
  look: string | null;
  /** Whether the stream was decoded to its end. */
  reachedEnd: boolean;
}

/**
 * One pass of one ffmpeg over a stretch of video. Every decoded picture is reported with the decoder's own time;
 * wanted ones come as JPEG through a pipe, each paired with the time that a second showinfo behind the select states for
 * it: raw pictures, ten times as large, never leave the decoder's process. Memory holds one picture.
 *
 * @throws EngineError `media/limit`, `media/ffmpeg-missing`; the signal's reason
 */
export async function decodeRun(input: VideoInput, request: DecodeRequest): Promise<DecodeRun> {
  const { pictures } = request;
  const chosen: number[] = [];
  let isEnough = false;
  // a picture's time is said before any later picture is decoded, so none is on its way when no time waits
  const stopWhenDone = () => {
    if (isEnough && chosen.length === 0) running.stop();
  };
  const look = readStreamLook('Input #0');
  const reader = readShowinfo({
    onDecoded: (frame) => {
      isEnough = request.onDecoded(frame) || isEnough;
      stopWhenDone();
    },
    onChosen: (ticks) => chosen.push(ticks),
  });
  const running = startFfmpeg({
    path: input.ffmpeg.path,
    arguments: buildArguments(input, request),
    takesInput: request.feed !== undefined,
    timeoutMs: input.limits.processTimeoutMs,
    signal: input.signal,
    onLine: (line) => {
      reader.takeLine(line);
      look.takeLine(line);
    },
  });
  const feeding = request.feed?.(running.stdin as Writable) ?? Promise.resolve();
  // awaited below, when the decoder has ended
  feeding.catch(() => running.stop());
  try {
    if (pictures === null) for await (const _bytes of running.stdout);
    else {
      for await (const jpeg of readPictureStream(running.stdout)) {
        const ticks = chosen.shift() ?? (await nextChosen(chosen));
        await pictures.onPicture(ticks, jpeg);
        stopWhenDone();
      }
    }
  } catch (error) {
    running.stop();
    await running.ended;
    if (!isPrematureClose(error)) throw error;
  }
  const end = await running.ended;
  await feeding;
  return { timeBase: reader.timeBase, rotation: reader.rotation, complaints: reader.complaints, look: look.found(), reachedEnd: !end.isStopped };
}

function buildArguments(input: VideoInput, { streamIndex, seekMicros, feed, pictures }: DecodeRequest): string[] {
  const look = 'showinfo=checksum=0';
  const filters = pictures === null ? [look, 'scale=1:1:flags=neighbor', 'format=gray'] : [look, `select='${buildSelectExpression(pictures.ticks)}'`, look, ...pictureFilters(pictures)];
  return [
    ...['-loglevel', 'level+info'],
    // the frames before the wanted ones are reported too, and dropped by their time
    ...(feed === undefined ? [...seekArguments(seekMicros), ...inputArguments(input)] : fedInputArguments(input)),
    ...['-map', videoStreamSpecifier(feed === undefined ? streamIndex : 0), '-an', '-sn', '-dn', '-vf', filters.join(',')],
    // one byte a picture where none is wanted: the pipe ties the process to us
    ...['-fps_mode', 'passthrough', ...(pictures === null ? ['-f', 'rawvideo'] : [...pictureEncoderArguments(pictures.quality), '-f', 'mpjpeg'])],
    ...['-flush_packets', '1', 'pipe:1'],
  ];
}

/** The time of a picture is said before the picture is written; its line may still be on its way to us. */
async function nextChosen(chosen: number[]): Promise<number> {
  for (let waitMs = 1; waitMs < 5000; waitMs *= 2) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const ticks = chosen.shift();
    if (ticks !== undefined) return ticks;
  }
  throw new EngineError('defect/broken-promise', 'ffmpeg handed on a picture without its time');
}
