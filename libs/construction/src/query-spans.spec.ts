import type { IntervalTrack, PresenceTrack } from '@medstream/schema';

import { describeLabelSpans, type LabelSpans } from './label-spans.js';
import { findRunEndMicros, isAskable, isEveryUntil, isKnownThroughout, isSteady, labelsAt, listAbsences, listOnsets } from './query-spans.js';

const SEC = 1_000_000;
const base = { signal: 'phase', vocabulary: ['A1', 'B1', 'C1'], labelSource: 'original_annotation' as const };
const spansOf = (track: IntervalTrack | PresenceTrack): LabelSpans => describeLabelSpans(track, { periodMicros: 2 * SEC });
const state = (...segments: [number, number, string][]): IntervalTrack => ({
  ...base,
  kind: 'interval',
  role: 'state',
  segments: segments.map(([start, end, label]) => ({ startMicros: start * SEC, endMicros: end * SEC, label })),
  instantsMicros: null,
  known: null,
});

/** A1 from 0 to 10, B1 to 20.5, nothing to 30, A1 to 40. */
const DENSE = spansOf(state([0, 10, 'A1'], [10, 20.5, 'B1'], [30, 40, 'A1']));
/** Labelled seconds 0, 1, 2, 4, 5, 12: A1 up to 2, then B1. */
const SCATTERED = spansOf({ ...state([0, 3, 'A1'], [4, 6, 'B1'], [12, 13, 'B1']), instantsMicros: [0, 1, 2, 4, 5, 12].map((sec) => sec * SEC) });
/** One sample a second from 0 to 6, unknown at 3: hook from 2 on. */
const PRESENCE = spansOf({ ...base, kind: 'presence', holdMicros: SEC, samples: [[], [], ['A1'], null, ['A1'], ['A1', 'B1'], ['A1']].map((labels, sec) => ({ atMicros: sec * SEC, labels })) });
/** An event at 5 to 6 and one at 5.5 to 8, absence known from 2 to 10 only. */
const EVENTS = spansOf({ ...state([5, 6, 'A1'], [5.5, 8, 'B1']), role: 'event', known: [{ startMicros: 2 * SEC, endMicros: 10 * SEC }] });

describe('labelsAt', () => {
  test.each([
    ['inside a segment', DENSE, 9.999, ['A1']],
    ['the start belongs to a segment', DENSE, 10, ['B1']],
    ['the end does not', DENSE, 20.5, null],
    ['a labelled second holds for itself', SCATTERED, 2.9, ['A1']],
    ['and no longer', SCATTERED, 3, null],
    ['an unknown sample is unknown', PRESENCE, 3.5, null],
    ['an empty sample is known', PRESENCE, 0.5, []],
    ['two events at once', EVENTS, 5.7, ['A1', 'B1']],
    ['known absence of events', EVENTS, 9, []],
    ['beyond the known span', EVENTS, 10, null],
    ['before everything', DENSE, -1, null],
  ] as const)('%s', (_, view, sec, expected) => {
    expect(labelsAt(view, sec * SEC)).toEqual(expected);
  });
});

describe('isAskable', () => {
  test.each([
    ['any moment of a continuous label', DENSE, 9.5, true],
    ['a gap', DENSE, 25, false],
    ['a labelled instant', SCATTERED, 5, true],
    ['an instant rounded up to the millisecond', SCATTERED, 5.0009, true],
    ['the rest of its second', SCATTERED, 5.5, false],
    ['an unknown sample', PRESENCE, 3, false],
  ] as const)('%s', (_, view, sec, expected) => {
    expect(isAskable(view, Math.round(sec * SEC))).toBe(expected);
  });
});

describe('isKnownThroughout', () => {
  test.each([
    ['touching segments', DENSE, 0, 20, true],
    ['over a gap', DENSE, 15, 35, false],
    ['instants two seconds apart', SCATTERED, 0, 5, true],
    ['instants seven seconds apart', SCATTERED, 5, 12, false],
    ['to an instant without a label', SCATTERED, 0, 3, false],
    ['over one unknown sample: 2 and 4 are two seconds apart', PRESENCE, 2, 6, true],
  ] as const)('%s', (_, view, from, to, expected) => {
    expect(isKnownThroughout(view, from * SEC, to * SEC)).toBe(expected);
  });
});

describe('isSteady', () => {
  test.each([
    ['a second from each boundary', DENSE, 9, true],
    ['closer than that', DENSE, 9.001, false],
    ['at the very start of the video', DENSE, 0, true],
    ['before a gap', DENSE, 20, false],
    ['an instant whose neighbours agree', SCATTERED, 1, true],
    ['a neighbour within a second differs', PRESENCE, 1, false],
    ['an instant alone', SCATTERED, 12, true],
  ] as const)('%s', (_, view, sec, expected) => {
    expect(isSteady(view, sec * SEC, SEC)).toBe(expected);
  });
});

describe('listOnsets', () => {
  test.each([
    // B1 at 10; A1 at 30 begins after a gap: nobody knows when
    ['touching segments', DENSE, [['B1', 10]]],
    // 2 and 4 are two seconds apart; 5 and 12 show no onset anyway
    ['instants within the tolerance', SCATTERED, [['B1', 4]]],
    ['samples', PRESENCE, [['A1', 2], ['B1', 5]]],
    ['overlapping events', EVENTS, [['A1', 5], ['B1', 5.5]]],
  ] as const)('%s', (_, view, expected) => {
    expect(listOnsets(view, 2 * SEC).map(({ label, atMicros }) => [label, atMicros / SEC])).toEqual(expected);
  });

  test('a tolerance of one second leaves out an onset between instants two seconds apart', () => {
    expect(listOnsets(SCATTERED, SEC)).toEqual([]);
  });
});

test('a run ends where the label stops or is no longer known', () => {
  const endOf = (view: LabelSpans, spanIndex: number, untilSec: number): number => findRunEndMicros(view, { spanIndex, label: 'B1' }, untilSec * SEC) / SEC;
  expect(endOf(DENSE, 1, 99)).toBe(20.5);
  expect(endOf(SCATTERED, 3, 99)).toBe(6);
  expect(endOf(EVENTS, 2, 99)).toBe(8);
  // the instants of B1 at 4 s and 5 s hold until 5 s and 6 s; the first is enough to know of 4.9 s, but not of 5 s
  expect(endOf(SCATTERED, 3, 4.9)).toBe(5);
  expect(endOf(SCATTERED, 3, 5)).toBe(6);
});

test('absences end at the last instant, or just before the label or the unknown', () => {
  const inSeconds = (view: LabelSpans, label: string) => listAbsences(view, (labels) => labels.has(label)).map(({ startMicros, endMicros }) => [startMicros / SEC, endMicros / SEC]);
  expect(inSeconds(DENSE, 'B1')).toEqual([[0, 10 - 1e-6], [30, 40 - 1e-6]]);
  expect(inSeconds(SCATTERED, 'B1')).toEqual([[0, 2]]);
  expect(inSeconds(PRESENCE, 'B1')).toEqual([[0, 4], [6, 6]]);
});

test('nothing is claimed up to an onset over a gap', () => {
  const seenUntil = (view: LabelSpans, fromSec: number, spanIndex: number): { isEvery: boolean; seen: string[] } => {
    const seen: string[] = [];
    const isEvery = isEveryUntil(view, { fromMicros: fromSec * SEC, spanIndex }, ({ key }) => seen.push(key) > 0);
    return { isEvery, seen };
  };
  expect(seenUntil(DENSE, 5, 1)).toEqual({ isEvery: true, seen: ['A1'] });
  expect(seenUntil(DENSE, 5, 2)).toEqual({ isEvery: false, seen: [] });
  expect(seenUntil(SCATTERED, 3, 3)).toEqual({ isEvery: false, seen: [] });
  // spans 3 to 5 are the samples of A1 at 4 s, of A1 and B1 at 5 s, and of A1 at 6 s
  expect(seenUntil(PRESENCE, 4, 5)).toEqual({ isEvery: true, seen: ['A1', 'A1 + B1'] });
});
