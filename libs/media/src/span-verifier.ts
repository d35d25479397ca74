import type { FrameIndex } from './frame-index.js';
import { type DecodeSpan, findPosition } from './plan-spans.js';

/**
 * Compares, from the key frame of a stretch to the picture after its last wanted one, the decoder's pictures with the
 * index. A picture too many or too few, another order, a first picture that is no key frame, a corrupt one or a
 * complaint after the start: the index does not hold.
 *
 * @param leftOut positions that the decoder was not given
 */
export function createSpanVerifier(index: Pick<FrameIndex, 'frameTicks'>, span: Pick<DecodeSpan, 'keyTicks' | 'wanted'>, leftOut: ReadonlySet<number> = new Set()) {
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
      while (leftOut.has(expected)) expected += 1;
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
