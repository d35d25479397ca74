import { EngineError, isEngineError } from '@medstream/schema';

import { type FrameIndex, lastFrameDurationMicrosOf, listFrameMicros } from './frame-index.js';
import { listSequence, usualStepOf } from './image-sequence.js';
import { allowTimeFor, type MediaLimits } from './media-limits.js';
import { resolveMediaFile } from './resolve-media-file.js';
import { runFfmpeg } from './run-ffmpeg.js';
import { limitedSharp } from './sharp-setup.js';
import { guardStill, probeStill, readStill } from './still-picture.js';
import { ticksToMicros } from './time-base.js';
import { inputArguments, type VideoInput, videoStreamSpecifier } from './video-input.js';

export type BlankColour = 'white' | 'black';

/** A stretch [startMicros, endMicros), in microseconds from the first displayed frame. */
interface Span {
  startMicros: number;
  endMicros: number;
}

/** Told now and then while pictures are looked through: the part of them that is done, 0 to 1. */
export type OnLookedThrough = (share: number) => void;

export interface BlankSpans {
  /** Where only blank pictures are on display; sorted, none touching another. */
  spans: Span[];
  /** Where pictures were looked at: elsewhere nothing is known. Sorted, none touching another. */
  known: Span[];
}

/**
 * A picture is blank when this share of it has the colour. A corner of 2 % (a clock, a provider's mark) may differ; an
 * instrument, or the bright end of a dark endoscope, is larger.
 */
const BLANK_SHARE = 0.98;
/**
 * A pixel has the colour within so many of 255 levels. JPEG and H.264 leave a flat area within 2 or 3 levels of what it
 * was; tissue in the dark is brighter than 16, a burnt-out highlight is rarely over 239 in all of a picture.
 */
const COLOUR_LEVELS = 16;

/** Luma runs from 16 to 235 here: what `blackdetect` reckons with. */
const [LUMA_BLACK, LUMA_WHITE] = [16, 235];
/** As a share of that range, which is blackdetect's unit. */
const PIXEL_THRESHOLD = (COLOUR_LEVELS / 255).toFixed(4);

/**
 * The blank stretches of a video, by ffmpeg's `blackdetect` in one decode of the whole. White is mirrored to black inside
 * the range of luma: `negate` mirrors in 255 from ffmpeg 5 on and in that range before. The first blank picture and the
 * first that is not are read from the frames' own times: what the filter logs has six digits only.
 *
 * @param request.index of this input: its first frame is t = 0
 * @throws EngineError `media/undecodable`, `media/limit`, `media/ffmpeg-missing`; the signal's reason
 */
export async function findBlankInVideo(input: VideoInput, { colour, index, onLookedThrough }: { colour: BlankColour; index: FrameIndex; onLookedThrough?: OnLookedThrough | undefined }): Promise<BlankSpans> {
  const reader = readEdges();
  let pictures = 0;
  // one byte a picture through the pipe ties the process to us; nothing is kept of it
  const end = await runFfmpeg({
    path: input.ffmpeg.path,
    arguments: [
      ...['-loglevel', 'level+info', ...inputArguments(input), '-map', videoStreamSpecifier(index.streamIndex), '-an', '-sn', '-dn'],
      ...['-vf', listFilters(colour).join(','), '-fps_mode', 'passthrough', '-f', 'rawvideo', '-flush_packets', '1', 'pipe:1'],
    ],
    timeoutMs: allowTimeFor(input.limits, index.frameTicks.length).processTimeoutMs,
    signal: input.signal,
    onLine: reader.takeLine,
  }, (bytes) => {
    pictures += bytes.length;
    onLookedThrough?.(Math.min(1, pictures / index.frameTicks.length));
  });
  if (end.exitCode !== 0) throw new EngineError('media/undecodable', `its pictures could not be looked through (${end.complaints.at(-1) ?? `exit code ${end.exitCode}`})`, { hint: 'check that the file is complete' });
  const originMicros = ticksToMicros(index.frameTicks[0] ?? 0, index.timeBase);
  const endMicros = (listFrameMicros(index).at(-1) ?? 0) + (lastFrameDurationMicrosOf(index) ?? 0);
  const spans = reader.finish().map(([from, to]) => ({ startMicros: Math.max(0, from - originMicros), endMicros: Math.min(endMicros, to === null ? endMicros : to - originMicros) }));
  return { spans: spans.filter(isNotEmpty), known: [{ startMicros: 0, endMicros }].filter(isNotEmpty) };
}

function listFilters(colour: BlankColour): string[] {
  return [
    'settb=1/1000000',
    // only converts where the range is another: black is 16 and white 235 from here on
    'scale=out_range=tv,format=yuv420p',
    ...(colour === 'white' ? [`lutyuv=y=${LUMA_BLACK + LUMA_WHITE}-val`] : []),
    `blackdetect=d=0:pic_th=${BLANK_SHARE}:pix_th=${PIXEL_THRESHOLD}`,
    ...['start', 'end'].map((edge) => `metadata=mode=print:key=lavfi.black_${edge}`),
    'scale=1:1:flags=neighbor,format=gray',
  ];
}

const frameLine = /^\[Parsed_metadata_(\d+) @ [^\]]+\] \[info\] frame:\d+\s+pts:(\S+)\s/;
const edgeLine = /^\[Parsed_metadata_(\d+) @ [^\]]+\] \[info\] lavfi\.black_(start|end)=/;

/** Follows what the two metadata filters say: each names a frame and then its edge. Times are those of the stream, in microseconds. */
function readEdges(): { takeLine: (line: string) => void; finish: () => [number, number | null][] } {
  const named = new Map<string, string>();
  const found: [number, number | null][] = [];
  let fault: string | null = null;
  const takeEdge = (filter: string, edge: string): void => {
    const pts = named.get(filter);
    const micros = pts !== undefined && /^-?\d{1,15}$/.test(pts) ? Number(pts) : null;
    const last = found.at(-1);
    const isOpen = last !== undefined && last[1] === null;
    if (micros === null) fault ??= `no time of the picture where black_${edge} was said`;
    else if (edge === 'start' && !isOpen) found.push([micros, null]);
    else if (edge === 'end' && isOpen && micros > last[0]) last[1] = micros;
    else fault ??= `black_${edge} out of turn at ${micros}`;
  };
  return {
    takeLine: (line) => {
      const [, framed, pts] = frameLine.exec(line) ?? [];
      if (framed !== undefined && pts !== undefined) named.set(framed, pts);
      const [, filter, edge] = edgeLine.exec(line) ?? [];
      if (filter !== undefined && edge !== undefined) takeEdge(filter, edge);
    },
    finish: () => {
      if (fault !== null) throw new EngineError('media/undecodable', `where its pictures are blank cannot be read: ${fault}`, { hint: 'the times of its pictures do not grow; write the video anew' });
      return found;
    },
  };
}

/** Side in pixels of the picture that is looked at instead of a still: a cell stands for the mean of its part. */
const LOOKED_AT_SIDE = 64;

export interface SequenceInput {
  root: string;
  mediaPath: string;
  /** Its real path. */
  folder: string;
  limits: MediaLimits;
  signal?: AbortSignal | undefined;
}

/**
 * The blank stretches of a folder of pictures, each shown until the next, for one usual step at most. Of a picture that
 * cannot be decoded nothing is known.
 *
 * @param request.frameRate of the numbers in the names of the pictures
 * @throws EngineError `media/missing`, `media/outside-root`, `input/duplicate`; the signal's reason
 */
export async function findBlankInSequence({ root, mediaPath, folder, limits, signal }: SequenceInput, { colour, frameRate, onLookedThrough }: { colour: BlankColour; frameRate: number; onLookedThrough?: OnLookedThrough | undefined }): Promise<BlankSpans> {
  const pictures = await listSequence(folder);
  const toMicros = (number: number): number => Math.round((number * 1_000_000) / frameRate);
  const step = usualStepOf(pictures);
  const found: BlankSpans = { spans: [], known: [] };
  for (const [place, { index, name }] of pictures.entries()) {
    signal?.throwIfAborted();
    const isBlank = await isBlankStill(await resolveMediaFile(root, `${mediaPath}/${name}`), { colour, limits });
    const shown = { startMicros: toMicros(index), endMicros: toMicros(Math.min(pictures[place + 1]?.index ?? Infinity, index + step)) };
    if (isBlank !== null) append(found.known, shown);
    if (isBlank === true) append(found.spans, shown);
    onLookedThrough?.((place + 1) / pictures.length);
  }
  return found;
}

/** Null where the picture cannot be decoded. */
async function isBlankStill(file: string, { colour, limits }: { colour: BlankColour; limits: MediaLimits }): Promise<boolean | null> {
  try {
    const bytes = await readStill(file, limits);
    await probeStill(bytes, limits);
    const rgb = await guardStill(() =>
      limitedSharp(bytes, { limitInputPixels: limits.maxPixels, failOn: 'error', pages: 1 })
        .flatten({ background: '#000000' })
        .toColourspace('srgb')
        .resize({ width: LOOKED_AT_SIDE, height: LOOKED_AT_SIDE, fit: 'fill', kernel: 'linear' })
        .raw()
        .toBuffer(),
    );
    return isBlankPicture(rgb, colour);
  } catch (error) {
    if (isEngineError(error, 'media/undecodable', 'media/limit')) return null;
    throw error;
  }
}

/** A cell has the colour when all its channels do. Grey pictures have one channel. */
function isBlankPicture(samples: Uint8Array, colour: BlankColour): boolean {
  const cells = LOOKED_AT_SIDE * LOOKED_AT_SIDE;
  const channels = samples.length / cells;
  let blankCells = 0;
  for (let cell = 0; cell < cells; cell += 1) {
    const values = samples.subarray(cell * channels, (cell + 1) * channels);
    if (values.every((value) => (colour === 'white' ? 255 - value : value) <= COLOUR_LEVELS)) blankCells += 1;
  }
  return blankCells >= BLANK_SHARE * cells;
}

function append(spans: Span[], span: Span): void {
  const last = spans.at(-1);
  if (last !== undefined && last.endMicros === span.startMicros) last.endMicros = span.endMicros;
  else spans.push({ ...span });
}

function isNotEmpty({ startMicros, endMicros }: Span): boolean {
  return endMicros > startMicros;
}
