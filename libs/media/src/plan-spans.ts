import { MAX_CHOSEN_PER_RUN } from './select-expression.js';

/** One stretch that one process decodes. */
export interface DecodeSpan {
  /** Ticks of the key frame to start from; null: the beginning of the file. */
  keyTicks: number | null;
  /** Ticks of the first key frame after that one; null when there is none. */
  nextKeyTicks: number | null;
  /** Positions in the frame index of the wanted pictures, ascending. */
  wanted: number[];
}

export interface SpanPlan {
  /** Positions in `frameTicks` of all wanted pictures, ascending, each once. */
  wanted: readonly number[];
  frameTicks: readonly number[];
  /** From where decoding may start, ascending. */
  keyTicks: readonly number[];
  /** Frames that must be saved by starting anew before it is worth another process. Default 100. */
  worthSkippingFrames?: number;
  /** Processes that share the work; default 2. */
  processes?: number;
  /** Frames after which a stretch is cut at a key frame. Default: as shares the work well (`shareFrames`). */
  maxSpanFrames?: number;
}

/** A cut costs starting a process, which is as much as decoding some hundred small pictures. */
const [MIN_SHARE_FRAMES, MAX_SHARE_FRAMES] = [1000, 3000];

/**
 * Cuts the union of wanted pictures into stretches: each from the key frame at or before its first wanted picture to
 * its last; what nobody needs between two of them is not decoded.
 *
 * ```
 * frames  K.........K.........K.........K....
 * wanted     x  x                  x
 * spans   [-----]             [----]
 * ```
 */
export function planSpans(plan: SpanPlan): DecodeSpan[] {
  if (plan.maxSpanFrames === undefined) {
    const whole = planSpans({ ...plan, maxSpanFrames: Infinity });
    return planSpans({ ...plan, maxSpanFrames: shareFrames(whole, plan) });
  }
  const { wanted, frameTicks, keyTicks, worthSkippingFrames = 100, maxSpanFrames } = plan;
  const spans: DecodeSpan[] = [];
  let keyPosition = -1;
  let spanStart = 0;
  for (const frame of wanted) {
    const ticks = frameTicks[frame] as number;
    while (keyPosition + 1 < keyTicks.length && (keyTicks[keyPosition + 1] as number) <= ticks) keyPosition += 1;
    const key = keyPosition === -1 ? null : (keyTicks[keyPosition] as number);
    const span = spans.at(-1);
    const last = span?.wanted.at(-1);
    const keyFrame = key === null ? 0 : findPosition(frameTicks, key);
    const isCut =
      span === undefined ||
      last === undefined ||
      span.wanted.length >= MAX_CHOSEN_PER_RUN ||
      (keyFrame > last && (keyFrame - last > worthSkippingFrames || frame - spanStart > maxSpanFrames));
    if (!isCut) {
      span.wanted.push(frame);
      continue;
    }
    // from the beginning is surer than a seek, and as quick where the stretch starts early
    const isEarly = keyFrame <= worthSkippingFrames && spans.length === 0;
    spans.push({ keyTicks: isEarly ? null : key, nextKeyTicks: keyTicks[keyPosition + 1] ?? null, wanted: [frame] });
    spanStart = isEarly ? 0 : keyFrame;
  }
  return spans;
}

/** Twice as many cuts as processes where the work is little, so that none waits long for another. */
function shareFrames(spans: readonly DecodeSpan[], { frameTicks, processes = 2 }: SpanPlan): number {
  const total = spans.reduce((sum, span) => sum + countSpanFrames(span, frameTicks), 0);
  return Math.min(MAX_SHARE_FRAMES, Math.max(MIN_SHARE_FRAMES, Math.ceil(total / (2 * processes))));
}

/** Pictures from where a stretch starts to its last wanted one. */
export function countSpanFrames({ keyTicks, wanted }: Pick<DecodeSpan, 'keyTicks' | 'wanted'>, frameTicks: readonly number[]): number {
  return (wanted.at(-1) as number) + 1 - (keyTicks === null ? 0 : findPosition(frameTicks, keyTicks));
}

/** Position of the first of these ascending ticks that is at least `wanted`. */
export function findPosition(ticks: readonly number[], wanted: number): number {
  let low = 0;
  let high = ticks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ticks[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
