import { durationSecToMicros, type TimeBase } from './sampling-period.js';
import { MICROS_PER_UNIT } from './time.js';

/** How far past the end of the last frame an endpoint may lie where the item does not say what a second is: 1 s, or 1 frame. */
const DEFAULT_GRACE_MICROS = MICROS_PER_UNIT;

export interface EndpointFacts {
  /** The target that is asked for, internal scale. */
  requestedMicros: number;
  /** When the last frame comes on display, internal scale. */
  lastFrameMicros: number;
  /** How long the last frame is on display; unknown is null and counts as 0. */
  lastFrameDurationMicros: number | null;
  /** How far past the end a target may lie: 1 s, or that many frames. Default 1,000,000. */
  graceMicros?: number;
}

/**
 * Where an endpoint lies against the end of the media, which is where the last frame has been on display (sampling.md,
 * "Targets"): `inside` up to one frame duration past it, `late` (the last frame with a note) up to the grace, else `beyond`.
 */
export function judgeEndpoint({ requestedMicros, lastFrameMicros, lastFrameDurationMicros, graceMicros = DEFAULT_GRACE_MICROS }: EndpointFacts): 'inside' | 'late' | 'beyond' {
  const lastDuration = lastFrameDurationMicros ?? 0;
  const excess = requestedMicros - (lastFrameMicros + lastDuration);
  if (excess <= lastDuration) return 'inside';
  return excess <= graceMicros ? 'late' : 'beyond';
}

/** The grace of an item: 1 s on its scale; 1 frame where times are frame indices of unknown rate. */
export function endpointGraceMicrosOf(item: TimeBase): number {
  return durationSecToMicros(item, 1) ?? DEFAULT_GRACE_MICROS;
}
