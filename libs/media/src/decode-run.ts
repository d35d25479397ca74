import { EngineError } from '@medstream/schema';

import { isPrematureClose, startFfmpeg } from './run-ffmpeg.js';
import { buildSelectExpression } from './select-expression.js';
import { type DecodedFrame, readShowinfo } from './showinfo-reader.js';
import type { TimeBase } from './time-base.js';
import { inputArguments, type VideoInput, videoStreamSpecifier } from './video-input.js';

export interface PictureRequest {
  /** Display times of the wanted pictures, ascending, at most MAX_CHOSEN_PER_RUN. */
  ticks: readonly number[];
  /** Size of the pictures to hand on, in pixels. */
  width: number;
  height: number;
  /** Takes each wanted picture once, as rgb24, in order; the next is not read before it is done. */
  onPicture: (ticks: number, rgb: Buffer) => Promise<void>;
}

export interface DecodeRequest {
  streamIndex: number;
  /** Where to start, in microseconds of the stream's own clock; null: from the beginning. */
  seekMicros: number | null;
  /** What to hand on; null: only look. */
  pictures: PictureRequest | null;
  /** Called for every decoded picture; true ends the run once the wanted pictures are there. */
  onDecoded: (frame: DecodedFrame) => boolean;
}

export interface DecodeRun {
  timeBase: TimeBase | null;
  rotation: number;
  complaints: number;
  /** Whether the stream was decoded to its end. */
  reachedEnd: boolean;
}

/** Colour conversion and scaling that do not depend on the processor (sampling.md, "Cost"). */
const SCALE_FLAGS = 'bicubic+accurate_rnd+bitexact+full_chroma_int';

/**
 * One pass of one ffmpeg over a stretch of video. Every decoded picture is reported with the decoder's own time;
 * wanted ones come as raw rgb24 through a pipe, each paired with the time that a second showinfo behind the select
 * states for it. Memory holds one picture.
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
    timeoutMs: input.limits.processTimeoutMs,
    signal: input.signal,
    onLine: (line) => reader.takeLine(line),
  });
  try {
    for await (const rgb of readPieces(running.stdout, pictures === null ? 1 : pictures.width * pictures.height * 3)) {
      if (pictures === null) continue;
      const ticks = chosen.shift() ?? (await nextChosen(chosen));
      await pictures.onPicture(ticks, rgb);
      stopWhenDone();
    }
  } catch (error) {
    running.stop();
    await running.ended;
    if (!isPrematureClose(error)) throw error;
  }
  const end = await running.ended;
  return { timeBase: reader.timeBase, rotation: reader.rotation, complaints: reader.complaints, reachedEnd: !end.isStopped };
}

function buildArguments(input: VideoInput, { streamIndex, seekMicros, pictures }: DecodeRequest): string[] {
  const look = 'showinfo=checksum=0';
  const filters =
    pictures === null
      ? [look, 'scale=1:1:flags=neighbor', 'format=gray']
      : [look, `select='${buildSelectExpression(pictures.ticks)}'`, look, `scale=${pictures.width}:${pictures.height}:flags=${SCALE_FLAGS}`, 'format=rgb24'];
  return [
    ...['-loglevel', 'level+info'],
    // the frames before the wanted ones are reported too, and dropped by their time
    ...(seekMicros === null ? [] : ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', `${seekMicros}us`]),
    ...inputArguments(input),
    ...['-map', videoStreamSpecifier(streamIndex), '-an', '-sn', '-dn', '-vf', filters.join(',')],
    // more than one encoder thread would hold each picture back until the next wanted one, which may be the end of the file
    ...['-fps_mode', 'passthrough', '-flags', '+bitexact', '-threads', '1', '-f', 'rawvideo', '-flush_packets', '1', 'pipe:1'],
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

/** Pieces of exactly this many bytes; an unfinished last one is dropped. */
async function* readPieces(stream: AsyncIterable<unknown>, bytesPerPiece: number): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafe(bytesPerPiece);
  let filled = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let offset = 0; offset < chunk.length; ) {
      const copied = chunk.copy(piece, filled, offset);
      offset += copied;
      filled += copied;
      if (filled < bytesPerPiece) continue;
      yield piece;
      piece = Buffer.allocUnsafe(bytesPerPiece);
      filled = 0;
    }
  }
}
