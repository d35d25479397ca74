import { decodeRun } from './decode-run.js';
import { fitSize, type PictureFormat } from './encode-picture.js';
import type { FrameIndex } from './frame-index.js';
import { type DecodeSpan, findPosition, planSpans } from './plan-spans.js';
import { runLimited } from './run-limited.js';
import { ticksToMicros } from './time-base.js';
import type { VideoInput } from './video-input.js';

export interface ChosenPictures {
  index: FrameIndex;
  /** Positions in the index, ascending, each once. */
  wanted: readonly number[];
  image: PictureFormat;
  /** Stores one encoded picture and answers with its SHA-256. */
  saveFrame: (bytes: Uint8Array) => Promise<string>;
}

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
  const spans = planSpans({ wanted, frameTicks: index.frameTicks, keyTicks: index.keyTicks });
  await runLimited(spans, input.limits.concurrency, async (span) => {
    if (holds) holds = (await decodeSpan(input, { ...request, span, hashes })) && holds;
  });
  return holds || index.source === 'decoder' ? hashes : null;
}

interface SpanRequest extends ChosenPictures {
  span: DecodeSpan;
  hashes: Map<number, string>;
}

/** One stretch. @returns whether the decoder showed just what the index promised */
async function decodeSpan(input: VideoInput, { index, span, image, saveFrame, hashes }: SpanRequest): Promise<boolean> {
  const { frameTicks, timeBase } = index;
  const size = fitSize(index.width, index.height, image.maxSide);
  const wantedTicks = [...new Set(span.wanted.map((position) => frameTicks[position] as number))];
  const last = span.wanted.at(-1) as number;
  const verifier = createSpanVerifier(index, span);
  let waiting: { ticks: number; jpeg: Buffer } | null = null;
  const saveWaiting = async () => {
    if (waiting === null) return;
    const { ticks, jpeg } = waiting;
    waiting = null;
    hashes.set(lastPositionOf(frameTicks, ticks), await saveFrame(jpeg));
  };
  const run = await decodeRun(input, {
    streamIndex: index.streamIndex,
    seekMicros: span.keyTicks === null ? null : placeSeek(span.keyTicks, span.nextKeyTicks, (ticks) => ticksToMicros(ticks, timeBase)),
    pictures: {
      ticks: wantedTicks,
      ...size,
      quality: image.quality,
      // of pictures with equal times the last in presentation order is the one on display
      onPicture: async (ticks, jpeg) => {
        if (waiting !== null && waiting.ticks !== ticks) await saveWaiting();
        waiting = { ticks, jpeg };
      },
    },
    onDecoded: (frame) => {
      verifier.take(frame);
      return frame.ticks > (frameTicks[last] as number);
    },
  });
  await saveWaiting();
  return verifier.holds(run.reachedEnd);
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

/**
 * Compares, from the key frame of a stretch to the picture after its last wanted one, the decoder's pictures with the
 * index. A picture too many or too few, another order, a first picture that is no key frame, a corrupt one or a
 * complaint after the start: the index does not hold.
 */
export function createSpanVerifier(index: Pick<FrameIndex, 'frameTicks'>, span: Pick<DecodeSpan, 'keyTicks' | 'wanted'>) {
  const start = span.keyTicks === null ? 0 : findPosition(index.frameTicks, span.keyTicks);
  const startTicks = index.frameTicks[start] as number;
  const end = (span.wanted.at(-1) as number) + 1;
  let expected = start;
  let complaintsAtStart: number | null = null;
  let isBroken = false;
  return {
    take(frame: { ticks: number; isKey: boolean; isCorrupt: boolean; complaintsBefore: number }): void {
      // what a seek decodes before the stretch belongs to nobody
      if (span.keyTicks !== null && frame.ticks < startTicks) return;
      if (expected > end) return;
      const isFirst = complaintsAtStart === null;
      complaintsAtStart ??= span.keyTicks === null ? 0 : frame.complaintsBefore;
      if (frame.ticks !== index.frameTicks[expected] || frame.isCorrupt || frame.complaintsBefore > complaintsAtStart) isBroken = true;
      if (isFirst && span.keyTicks !== null && !frame.isKey) isBroken = true;
      expected += 1;
    },
    /** @param reachedEnd whether the decoder came to the end of the stream */
    holds(reachedEnd: boolean): boolean {
      const isComplete = expected > end || (reachedEnd && expected === end && end === index.frameTicks.length);
      return !isBroken && isComplete;
    },
  };
}
