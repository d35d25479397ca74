import { UNANSWERABLE } from '@medstream/schema';

import { normaliseShownText, showLabel } from './show-label.js';
import type { TimeScale } from './time-scale.js';
import type { WordingFamily } from './wordings.js';

interface SignalNoun {
  one: string;
  many: string;
}

/** What people call the signals we know; others are called by their own name. */
const NOUNS: Readonly<Record<string, SignalNoun>> = {
  phase: { one: 'surgical phase', many: 'surgical phases' },
  step: { one: 'surgical step', many: 'surgical steps' },
  gesture: { one: 'surgical gesture', many: 'surgical gestures' },
  action: { one: 'surgical action', many: 'surgical actions' },
  verb: { one: 'surgical action', many: 'surgical actions' },
  tool: { one: 'instrument', many: 'instruments' },
  tool_tip: { one: 'instrument tip', many: 'instrument tips' },
  finding: { one: 'finding', many: 'findings' },
  landmark: { one: 'anatomical landmark', many: 'anatomical landmarks' },
  organ: { one: 'part of the body', many: 'parts of the body' },
  quality: { one: 'quality of the view', many: 'qualities of the view' },
  motion: { one: 'camera motion', many: 'camera motions' },
  skill: { one: 'level of skill', many: 'levels of skill' },
};

/** What people call a signal in a question. */
export function nounOf(signal: string): string {
  return NOUNS[signal]?.one ?? signal.replaceAll('_', ' ');
}

/** The same for several of its labels. */
export function pluralOf(signal: string): string {
  return NOUNS[signal]?.many ?? `${signal.replaceAll('_', ' ')}s`;
}

/** Whether a signal's name can stand in a question and in the name of a task. */
export function isNameableSignal(signal: string): boolean {
  return /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/u.test(signal);
}

/**
 * One labelled thing as a question names it: `the hook` for an instrument, `the tip of the hook`, `the finding "ulcer"` for others, and `a polyp`
 * where the signal is called as its label is.
 */
export function describeThing(signal: string, label: string): string {
  const text = showLabel(label);
  if (signal === 'tool') return `the ${text}`;
  if (signal === 'tool_tip') return `the tip of the ${text}`;
  if (normaliseShownText(text) === normaliseShownText(nounOf(signal))) return /^[aeiou]/iu.test(text) ? `an ${text}` : `a ${text}`;
  return `the ${nounOf(signal)} "${text}"`;
}

/** The same for a thing of which there is one: `the polyp`. */
export function describeDefinite(signal: string, label: string): string {
  return describeThing(signal, label).replace(/^an? /u, 'the ');
}

/** Questions that exist for instruments in words of their own and for every other signal in general ones. */
const PRESENCE_WORDINGS = {
  visible: { tool: 'tools_visible', other: 'presence_visible' },
  present: { tool: 'tool_present', other: 'presence_present' },
  allSeen: { tool: 'tools_used', other: 'presence_all_seen' },
  seen: { tool: 'tool_used', other: 'presence_seen' },
  next: { tool: 'tool_next', other: 'presence_next' },
  far: { tool: 'tool_far', other: 'presence_far' },
  nextStreaming: { tool: 'tool_next_streaming', other: 'presence_next_streaming' },
  alert: { tool: 'tool_alert', other: 'presence_alert' },
} as const satisfies Record<string, { tool: WordingFamily; other: WordingFamily }>;

/** The family of wordings in which presence of this signal is asked about. */
export function presenceWordingOf(signal: string, asked: keyof typeof PRESENCE_WORDINGS): WordingFamily {
  return PRESENCE_WORDINGS[asked][signal === 'tool' ? 'tool' : 'other'];
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
