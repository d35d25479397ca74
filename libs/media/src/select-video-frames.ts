import { EngineError } from '@medstream/schema';
import { formatMicros, MICROS_PER_UNIT, type SelectedFrame, selectFrames } from '@medstream/sampling';

import { type FrameIndex, lastFrameDurationMicrosOf, listFrameMicros } from './frame-index.js';
import { ticksToMicros } from './time-base.js';

export type VideoTimeUnit = 'seconds' | 'frames';

/** A picture older than its target by more than this, where decoding reports damage, is an error. */
const MAX_DAMAGE_GAP_MICROS = 1_000_000;

/** Chooses frames of one video for lists of targets; see `createVideoSelector`. */
export type VideoSelector = (targetsMicros: readonly number[]) => SelectedFrame[];

/**
 * The rules of sampling.md over one index: frame on display, end rules, damage rules. Where times are frame indices the
 * k-th displayed picture is at k.
 */
export function createVideoSelector(index: FrameIndex, timeUnit: VideoTimeUnit): VideoSelector {
  const micros = listFrameMicros(index);
  const isFrames = timeUnit === 'frames';
  const framePtsMicros = isFrames ? micros.map((_, position) => position * MICROS_PER_UNIT) : micros;
  const lastFrameDurationMicros = isFrames ? MICROS_PER_UNIT : lastFrameDurationMicrosOf(index);
  const origin = index.frameTicks[0] ?? 0;
  const damagedMicros = index.damagedTicks.map((ticks) => ticksToMicros(ticks - origin, index.timeBase));
  return (targetsMicros) => {
    const selected = selectFrames({ targetsMicros, framePtsMicros, lastFrameDurationMicros });
    if (index.damagedTicks.length === 0 && index.suspectSpans.length === 0) return selected;
    for (const frame of selected) noteDamage({ frame, index, damagedMicros, isFrames, targetsMicros, nextPts: framePtsMicros[frame.frameIndex + 1] });
    return selected;
  };
}

interface DamageCheck {
  frame: SelectedFrame;
  index: FrameIndex;
  damagedMicros: readonly number[];
  isFrames: boolean;
  targetsMicros: readonly number[];
  nextPts: number | undefined;
}

/** Adds the note of a frame that stands for a damaged one, or that was decoded after damage. */
function noteDamage({ frame, index, damagedMicros, isFrames, targetsMicros, nextPts }: DamageCheck): void {
  const ticks = index.frameTicks[frame.frameIndex] as number;
  if (index.suspectSpans.some(([first, last]) => ticks >= first && ticks <= last)) frame.note = 'decoded after damage; the picture may be faulty';
  // a damaged picture has no index of its own to be asked for
  if (isFrames) return;
  const answered = targetsMicros.filter((target) => target >= frame.ptsMicros && (nextPts === undefined || target < nextPts));
  const latest = Math.max(frame.requestedMicros, ...answered);
  const damage = damagedMicros.find((time) => time > frame.ptsMicros && time <= latest);
  if (damage === undefined) return;
  if (latest - frame.ptsMicros > MAX_DAMAGE_GAP_MICROS) {
    throw new EngineError(
      'media/gap',
      `the picture at ${formatMicros(latest)} is damaged, and the last good one is at ${formatMicros(frame.ptsMicros)}, over 1 s older`,
      { hint: 'replace the damaged file, or leave the item out', details: { requestedMicros: latest, lastGoodMicros: frame.ptsMicros } },
    );
  }
  frame.note = `the video is damaged at ${formatMicros(damage)}; the last good picture is at ${formatMicros(frame.ptsMicros)}`;
}
