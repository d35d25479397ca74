import { UNANSWERABLE } from '@medstream/schema';

import type { TimeScale } from './time-scale.js';

const NOUNS: Readonly<Record<string, string>> = { phase: 'surgical phase', step: 'surgical step', gesture: 'surgical gesture' };

/** What people call a signal in a question. */
export function nounOf(signal: string): string {
  return NOUNS[signal] ?? signal.replaceAll('_', ' ');
}

/** A point in time as people write it: `123.5 s`, or `frame 123`. */
export function describePoint(scale: TimeScale, atMicros: number): string {
  return scale.unit === 'frames' ? `frame ${scale.toUnit(atMicros)}` : `${scale.toUnit(atMicros)} s`;
}

/** A moment as a question names it: `at 123.5 s`, or `at frame 123`. */
export function describeMoment(scale: TimeScale, atMicros: number): string {
  return `at ${describePoint(scale, atMicros)}`;
}

/** A length of time as a question names it: `30 seconds`. */
export function describeDuration(micros: number): string {
  const sec = micros / 1_000_000;
  return sec === 1 ? '1 second' : `${sec} seconds`;
}

/** A label of a blind track as an event: what the picture does when it begins. */
export function describeBlindness(label: string): { event: string; reason: string } {
  return /out.{0,4}(body|patient)/iu.test(label)
    ? { event: 'the camera leaves the body', reason: 'the camera has left the body' }
    : { event: 'the picture no longer shows the procedure', reason: 'the picture no longer shows the procedure' };
}

/** The balance key of items that have no answer. */
export const UNANSWERABLE_KEY = UNANSWERABLE;
