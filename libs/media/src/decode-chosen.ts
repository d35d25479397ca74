import { decodeRun, type PictureRequest } from './decode-run.js';
import { decodeThinned, isThinnable } from './decode-thinned.js';
import { fitSize, type PictureFormat } from './encode-picture.js';
import type { FrameIndex } from './frame-index.js';
import { allowTimeFor } from './media-limits.js';
import { countSpanFrames, type DecodeSpan, findPosition, planSpans } from './plan-spans.js';
import { runLimited } from './run-limited.js';
import { createSpanVerifier } from './span-verifier.js';
import { ticksToMicros } from './time-base.js';
import type { VideoInput } from './video-input.js';

export interface ChosenPictures {
  index: FrameIndex;
  /** Positions in the index, ascending, each once. */
  wanted: readonly number[];
  image: PictureFormat;
  /** Stores one encoded picture and answers with its SHA-256. */
  saveFrame: (bytes: Uint8Array) => Promise<string>;
  /** Pictures of a stretch from which leaving out those that nobody needs is tried. */
  worthThinningFrames?: number;
}

/** Leaving pictures out takes a second process, which costs as much as decoding some 200 small pictures. */
const WORTH_THINNING_FRAMES = 400;
/** Where fewer packets than this can be left out, the video is decoded whole. */
const WORTH_DROPPING_SHARE = 0.1;

/**
 * Decodes the wanted pictures, each once, encodes each once and hands it on at once. With an index of packets every
 * stretch is compared with what the decoder showed.
 *
 * @returns hash by position in the index; null when an index of packets did not hold, so that a decoder's is needed
 */
export async function decodeChosen(input: VideoInput, request: ChosenPictures): Promise<Map<number, string> | null> {
  const { index, wanted } = request;
  const hashes = new Map<number, string>();
  let holds = true;
  const spans = planSpans({ wanted, frameTicks: index.frameTicks, keyTicks: index.keyTicks, processes: input.limits.concurrency });
  const thinning = { isWorthIt: isThinnable(index) };
  await runLimited(orderByLength(spans, index.frameTicks), input.limits.concurrency, async (span) => {
    if (holds) holds = (await decodeSpan(input, { ...request, span, hashes, thinning })) && holds;
  });
  return holds || index.source === 'decoder' ? hashes : null;
}

interface SpanRequest extends ChosenPictures {
  span: DecodeSpan;
  hashes: Map<number, string>;
  /** Shared by the stretches of a video: what is not worth it in one is not tried in the next. */
  thinning: { isWorthIt: boolean };
}

/** One stretch. @returns whether the decoder showed just what the index promised */
async function decodeSpan(input: VideoInput, { index, span, image, saveFrame, hashes, thinning, worthThinningFrames = WORTH_THINNING_FRAMES }: SpanRequest): Promise<boolean> {
  const { frameTicks, timeBase } = index;
  const last = span.wanted.at(-1) as number;
  let waiting: { ticks: number; jpeg: Buffer } | null = null;
  const saveWaiting = async () => {
    if (waiting === null) return;
    const { ticks, jpeg } = waiting;
    waiting = null;
    hashes.set(lastPositionOf(frameTicks, ticks), await saveFrame(jpeg));
  };
  const seekMicros = span.keyTicks === null ? null : placeSeek(span.keyTicks, span.nextKeyTicks, (ticks) => ticksToMicros(ticks, timeBase));
  const pictures: PictureRequest = {
    ticks: [...new Set(span.wanted.map((position) => frameTicks[position] as number))],
    ...fitSize(index.width, index.height, image.maxSide),
    quality: image.quality,
    // of pictures with equal times the last in presentation order is the one on display
    onPicture: async (ticks, jpeg) => {
      if (waiting !== null && waiting.ticks !== ticks) await saveWaiting();
      waiting = { ticks, jpeg };
    },
  };
  if (thinning.isWorthIt && countSpanFrames(span, frameTicks) >= worthThinningFrames) {
    const run = await decodeThinned(input, { index, span, seekMicros, pictures });
    await saveWaiting();
    if (!run.holds || run.droppedShare < WORTH_DROPPING_SHARE) thinning.isWorthIt = false;
    if (run.holds) return true;
  }
  const verifier = createSpanVerifier(index, span);
  // without a key frame to start from everything before is decoded, too
  const limits = allowTimeFor(input.limits, countSpanFrames(span, frameTicks));
  const run = await decodeRun({ ...input, limits }, {
    streamIndex: index.streamIndex,
    seekMicros,
    pictures,
    onDecoded: (frame) => {
      verifier.take(frame);
      return frame.ticks > (frameTicks[last] as number);
    },
  });
  await saveWaiting();
  return verifier.holds(run.reachedEnd);
}

/** The longest first, so that at the end no process waits long for another. */
function orderByLength(spans: readonly DecodeSpan[], frameTicks: readonly number[]): DecodeSpan[] {
  return [...spans].sort((one, other) => countSpanFrames(other, frameTicks) - countSpanFrames(one, frameTicks));
}

/**
 * ffmpeg moves a seek 0.13 s back where pictures are reordered. A little after the key frame still leads to it, and
 * saves decoding the stretch before; where the next key frame is near, the key frame itself is surer.
 */
function placeSeek(keyTicks: number, nextKeyTicks: number | null, toMicros: (ticks: number) => number): number {
  const key = toMicros(keyTicks);
  const isFarFromNext = nextKeyTicks === null || toMicros(nextKeyTicks) - key > 300_000;
  return isFarFromNext ? key + 131_000 : key + 1;
}

function lastPositionOf(frameTicks: readonly number[], ticks: number): number {
  return findPosition(frameTicks, ticks + 1) - 1;
}
