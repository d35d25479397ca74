import type { Writable } from 'node:stream';

import { EngineError } from '@medstream/schema';

import { type PictureFormat, pictureEncoderArguments, pictureFilters } from './encode-picture.js';
import { parseFramecrcLine } from './packet-index.js';
import { readPictureStream } from './read-picture-stream.js';
import { isPrematureClose, startFfmpeg } from './run-ffmpeg.js';
import { buildSelectExpression } from './select-expression.js';
import { type DecodedFrame, readShowinfo } from './showinfo-reader.js';
import { splitLines } from './split-lines.js';
import { readStreamLook } from './stream-look.js';
import type { TimeBase } from './time-base.js';
import { FED_TIME_BASE, fedInputArguments, inputArguments, seekArguments, type VideoInput, videoStreamSpecifier } from './video-input.js';

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
  const keyFrames = new Map<number, DecodedFrame>();
  const reported: number[] = [];
  const reader = readShowinfo({
    ...(request.feed === undefined ? {} : { decodedFilter: FED_KEY_FILTER }),
    onDecoded: (frame) => {
      if (request.feed !== undefined) return void keyFrames.set(frame.ticks, frame);
      isEnough = request.onDecoded(frame) || isEnough;
      stopWhenDone();
    },
    onChosen: (ticks) => chosen.push(ticks),
  });
  const takeReport = splitLines((line) => {
    const { ticks } = line.startsWith('0,') ? parseFramecrcLine(line) : { ticks: null };
    if (ticks !== null) reported.push(ticks);
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
    ...(request.feed === undefined ? {} : { onReport: takeReport }),
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
  for (const frame of joinReports(reported, keyFrames, reader.complaints)) request.onDecoded(frame);
  return { timeBase: reader.timeBase, rotation: reader.rotation, complaints: reader.complaints, look: look.found(), reachedEnd: !end.isStopped };
}

/**
 * What a fed run decoded, in order: every picture's time comes from the report, key frames are said in the log, where
 * they stand in order with complaints. Pictures before the first key frame lean on what was not fed and are left away;
 * all others come after whatever was complained about.
 */
function* joinReports(reported: readonly number[], keyFrames: ReadonlyMap<number, DecodedFrame>, complaints: number): Generator<DecodedFrame> {
  let key: DecodedFrame | null = null;
  for (const ticks of reported) {
    const own = keyFrames.get(ticks);
    key = own ?? key;
    if (key !== null) yield own ?? { ...key, ticks, isKey: false, isCorrupt: false, complaintsBefore: complaints };
  }
}

function buildArguments(input: VideoInput, { streamIndex, seekMicros, feed, pictures }: DecodeRequest): string[] {
  if (feed !== undefined && pictures !== null) return buildFedArguments(input, pictures);
  const filters = pictures === null ? [LOOK, 'scale=1:1:flags=neighbor', 'format=gray'] : [LOOK, `select='${buildSelectExpression(pictures.ticks)}'`, LOOK, ...pictureFilters(pictures)];
  return [
    ...['-loglevel', 'level+info'],
    // the frames before the wanted ones are reported too, and dropped by their time
    ...[...seekArguments(seekMicros), ...inputArguments(input)],
    ...['-map', videoStreamSpecifier(streamIndex), '-an', '-sn', '-dn', '-vf', filters.join(',')],
    // one byte a picture where none is wanted: the pipe ties the process to us
    ...['-fps_mode', 'passthrough', ...(pictures === null ? ['-f', 'rawvideo'] : [...pictureEncoderArguments(pictures.quality), '-f', 'mpjpeg'])],
    ...['-flush_packets', '1', 'pipe:1'],
  ];
}

const LOOK = 'showinfo=checksum=0';
/** Where the graph of a fed run looks at key frames: behind split (0) and select (1). */
const FED_KEY_FILTER = 2;

/** Here the times of all pictures go to a pipe of their own, a tenth as long as the log would be: ten lines a picture. */
function buildFedArguments(input: VideoInput, pictures: PictureRequest): string[] {
  const graph = [
    `[${videoStreamSpecifier(0)}]split=3[keys][times][pictures]`,
    `[keys]select='key',${LOOK},nullsink`,
    `[pictures]select='${buildSelectExpression(pictures.ticks)}',${LOOK},${pictureFilters(pictures).join(',')}[chosen]`,
  ];
  return [
    ...['-loglevel', 'level+info', ...fedInputArguments(input), '-filter_complex', graph.join(';')],
    ...['-map', '[chosen]', '-fps_mode', 'passthrough', ...pictureEncoderArguments(pictures.quality), '-f', 'mpjpeg', '-flush_packets', '1', 'pipe:1'],
    ...['-map', '[times]', '-fps_mode', 'passthrough', '-enc_time_base', FED_TIME_BASE, '-c:v', 'wrapped_avframe', '-f', 'framecrc', '-flush_packets', '0', 'pipe:3'],
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
