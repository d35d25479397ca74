import type { BenchmarkItem, Timeline, Track } from '@medstream/schema';
import { createValidator } from '@medstream/validation';
import fc from 'fast-check';

import { constructItems } from './construct-items.js';
import { constructionOptionsSchema } from './construction-options.js';

/**
 * Random timelines, and the truth about them looked up the slow way: over the raw tracks, one moment at a time, with none of
 * the library's own queries.
 */
const LABELS = ['trocar_placement', 'ClipCutting', 'washing', 's2_suture', 'removal'];
const BLIND = ['out_of_body', 'black_frames'];
const DESCRIPTOR = { licence: 'l', citation: 'c', access: 'a' };
const MS = 1000;
const SEC = 1_000_000;
type IntervalTrack = Extract<Track, { kind: 'interval' }>;
type PresenceTrack = Extract<Track, { kind: 'presence' }>;

const shown = (label: string): string => label.replaceAll('_', ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase();
const label = fc.constantFrom(...LABELS);

/** Segments one after the other, some with a gap before them; lengths to the millisecond. */
const segments = (maxLengthMs: number) =>
  fc.array(fc.record({ gapMs: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 20_000 })), lengthMs: fc.integer({ min: 500, max: maxLengthMs }), label }), { minLength: 1, maxLength: 12 }).map((parts) => {
    let cursor = 0;
    const found: IntervalTrack['segments'] = [];
    for (const { gapMs, lengthMs, label: name } of parts) {
      const startMicros = cursor + gapMs * MS;
      cursor = startMicros + lengthMs * MS;
      const last = found.at(-1);
      if (last !== undefined && last.endMicros === startMicros && last.label === name) last.endMicros = cursor;
      else found.push({ startMicros, endMicros: cursor, label: name });
    }
    return found;
  });

const interval = (role: 'state' | 'blind' | 'event', signal: string, list: IntervalTrack['segments'], extra: Partial<IntervalTrack> = {}): IntervalTrack => ({
  kind: 'interval',
  role,
  signal,
  vocabulary: LABELS,
  labelSource: 'original_annotation',
  segments: list,
  instantsMicros: null,
  known: role === 'state' ? null : [{ startMicros: 0, endMicros: Math.max(...list.map(({ endMicros }) => endMicros)) + 60 * SEC }],
  ...extra,
});

/** Labelled seconds with steps of 1 to 9 s, so that stretches are dense and sparse by turns. */
const scatteredPhase = fc.array(fc.record({ step: fc.constantFrom(1, 1, 1, 1, 2, 3, 7), label }), { minLength: 2, maxLength: 120 }).map((parts) => {
  let sec = 0;
  let name = LABELS[0] as string;
  const seconds = parts.map(({ step, label: next }, index) => {
    sec += step;
    if (index % 9 === 0) name = next;
    return { sec, label: name };
  });
  return interval('state', 'phase', seconds.map((one) => ({ startMicros: one.sec * SEC, endMicros: (one.sec + 1) * SEC, label: one.label })), { instantsMicros: seconds.map((one) => one.sec * SEC) });
});

const tools: fc.Arbitrary<PresenceTrack> = fc.array(fc.record({ step: fc.constantFrom(1, 1, 1, 1, 1, 2, 5), labels: fc.option(fc.subarray(LABELS), { nil: null, freq: 12 }), repeat: fc.integer({ min: 1, max: 12 }) }), { minLength: 2, maxLength: 40 }).map((parts) => {
  let sec = 0;
  const samples = parts.flatMap(({ step, labels, repeat }) => Array.from({ length: repeat }, (_, index) => ({ atMicros: (sec += index === 0 ? step : 1) * SEC, labels })));
  return { kind: 'presence', signal: 'tool', vocabulary: LABELS, labelSource: 'original_annotation', holdMicros: SEC, samples };
});

const timeline: fc.Arbitrary<Timeline> = fc
  .record({
    phase: fc.oneof(segments(90_000).map((list) => interval('state', 'phase', list)), scatteredPhase),
    blind: fc.option(segments(25_000).map((list) => interval('blind', 'view', list.filter((_, index) => index % 3 === 1).map((one, index) => ({ ...one, label: BLIND[index % 2] as string })), { vocabulary: BLIND }))),
    event: fc.option(segments(25_000).map((list) => interval('event', 'event', list.filter((_, index) => index % 2 === 1)))),
    tools: fc.option(tools),
    lastFrameMicros: fc.option(fc.integer({ min: 5_000, max: 400_000 }).map((ms) => ms * MS)),
  })
  .map(({ phase, blind, event, tools: tool, lastFrameMicros }) => ({
    schemaVersion: 1,
    dataset: 'random',
    videoId: 'video01',
    caseId: 'random/case',
    organ: 'none',
    media: { path: 'v/video01.mp4', type: 'video', isPresent: true, lastFrameMicros, frameRate: 25, width: null, height: null },
    tracks: [phase, ...[blind, event].filter((track) => track !== null && track.segments.length > 0), tool].filter((track) => track !== null),
    sourceFiles: [],
    notes: [],
  }));

const build = (one: Timeline, seed = 1) => constructItems(one, { options: constructionOptionsSchema.parse({ seed }), descriptor: DESCRIPTOR });

/** Labels of a signal at a moment from the raw track; null: unknown. */
function truthAt(track: Track, micros: number): string[] | null {
  if (track.kind === 'presence') return track.samples.findLast(({ atMicros }) => atMicros <= micros && micros < atMicros + track.holdMicros)?.labels ?? null;
  if (track.kind !== 'interval') throw new Error(`no ${track.kind} track is generated here`);
  const held = track.segments.filter(({ startMicros, endMicros }) => startMicros <= micros && micros < endMicros).map((one) => one.label);
  if (track.role === 'state') {
    const isLabelled = track.instantsMicros === null || track.instantsMicros.some((instant) => instant <= micros && micros < instant + SEC);
    return held.length > 0 && isLabelled ? held : null;
  }
  const isKnown = held.length > 0 || (track.known ?? []).some(({ startMicros, endMicros }) => startMicros <= micros && micros < endMicros);
  return isKnown ? held : null;
}

const isBlind = (one: Timeline, micros: number): boolean => one.tracks.some((track) => track.kind === 'interval' && track.role === 'blind' && (truthAt(track, micros) ?? []).length > 0);
const trackOf = (one: Timeline, item: BenchmarkItem): TimedTrack => one.tracks.find(({ signal }) => signal === item.provenance?.signal) as TimedTrack;
const toMicros = (sec: number): number => Math.round(sec * SEC);
type TimedTrack = IntervalTrack | PresenceTrack;
const isInstant = (track: TimedTrack, micros: number): boolean => {
  if (track.kind === 'presence') return track.samples.some(({ atMicros, labels }) => atMicros === micros && labels !== null);
  return track.instantsMicros === null || track.instantsMicros.includes(micros);
};

/** Every moment between two that could show something: a tenth of a second apart, or the labelled instants. */
function momentsBetween(track: TimedTrack, from: number, to: number): number[] {
  if (track.kind === 'presence') return track.samples.filter(({ atMicros, labels }) => labels !== null && atMicros >= from && atMicros <= to).map(({ atMicros }) => atMicros);
  if (track.instantsMicros !== null) return track.instantsMicros.filter((instant) => instant >= from && instant <= to);
  const step = SEC / 10;
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}

function expectDense(track: TimedTrack, from: number, to: number): void {
  const moments = momentsBetween(track, from, to);
  expect(moments.every((micros) => truthAt(track, micros) !== null)).toBe(true);
  expect(Math.max(0, ...moments.slice(1).map((micros, index) => micros - (moments[index] as number)))).toBeLessThanOrEqual(2 * SEC);
  expect(moments.length).toBeGreaterThan(0);
}

const labelsOfShown = (text: string): string | undefined => LABELS.find((one) => shown(one) === text);

function checkSingleTurn(one: Timeline, item: BenchmarkItem): void {
  const track = trackOf(one, item);
  const q = toMicros(item.query_time);
  expect(isInstant(track, q)).toBe(true);
  expect(truthAt(track, q)).not.toBeNull();
  const gold = item.answer ?? item.reference_answer;
  if (gold === 'unanswerable') {
    expect(item.temporal_mode === 'present' ? isBlind(one, q) : /1[5-9]\d seconds|2\d\d seconds/u.test(item.question)).toBe(true);
    return;
  }
  for (const offset of [-SEC + 1, 0, SEC - 1]) expect(isBlind(one, q + offset)).toBe(false);
  if (item.task === 'phase_now') expect(shown((truthAt(track, q) as [string])[0])).toBe(gold);
  if (item.task === 'tools_visible' && Array.isArray(gold)) expect([...gold].sort()).toEqual((truthAt(track, q) ?? []).map(shown).sort());
  if (item.task === 'phase_earlier') {
    const moment = toMicros(Number(/at ([\d.]+) s/u.exec(item.question)?.[1]));
    expect([isInstant(track, moment), isBlind(one, moment), shown((truthAt(track, moment) as [string])[0])]).toEqual([true, false, gold]);
    expect((moment - toMicros(item.input_range[0])) % (2 * SEC)).toBe(0);
  }
  const [start, end] = item.input_range.map(toMicros) as [number, number];
  const within = momentsBetween(track, start, end);
  if (item.task.endsWith('_kinds')) {
    expect(gold).toBe(String(new Set(within.flatMap((micros) => truthAt(track, micros) ?? [])).size));
    expectDense(track, start, end);
  }
  if (item.task.endsWith('_duration')) {
    const asked = LABELS.find((one) => new RegExp(`(the |")${shown(one)}("|\\b)`, 'u').test(item.question)) as string;
    const step = track.kind === 'presence' || track.instantsMicros !== null ? 1 : 0.1;
    const length = within.filter((micros) => micros < end && (truthAt(track, micros) ?? []).includes(asked)).length * step;
    const numbers = (String(gold).match(/\d+/gu) ?? []).map(Number);
    const [low, high] = String(gold).startsWith('less') ? [0, numbers[0] as number] : [numbers[0] as number, numbers[1] ?? Number.POSITIVE_INFINITY];
    // moments a tenth of a second apart measure each of a few stretches to a tenth
    expect(length > low && length < high).toBe(true);
    expectDense(track, start, end);
  }
  if (item.task.endsWith('_sequence')) {
    const seen = within.map((micros) => truthAt(track, micros)?.[0]).filter((name, index, all) => name !== all[index - 1]);
    expect(seen.map((name) => shown(name as string)).join(', then ')).toContain(gold);
    expect(new Set(seen).size).toBe(seen.length);
    expectDense(track, start, end);
  }
  if (item.task === 'tool_used') {
    const [from, to] = item.input_range.map(toMicros) as [number, number];
    const used = momentsBetween(track, from, to).some((micros) => (truthAt(track, micros) ?? []).some((tool) => new RegExp(`the ${shown(tool)}\\b`, 'u').test(item.question)));
    expect(gold).toBe(used ? 'yes' : 'no');
    if (gold === 'no') expectDense(track, from, to);
  }
  if (item.task.endsWith('_next')) {
    const horizon = toMicros(Number(/(\d+) seconds/u.exec(item.question)?.[1]));
    const now = truthAt(track, q) ?? [];
    const first = momentsBetween(track, q, q + horizon).map((micros) => truthAt(track, micros) ?? []).find((labels) => labels.some((name) => !now.includes(name)));
    const brought = first?.find((name) => !now.includes(name));
    expect(gold).toBe(brought === undefined ? 'no change' : shown(brought));
    expectDense(track, q, q + horizon - 1);
  }
}

function checkStreaming(one: Timeline, item: BenchmarkItem): void {
  const track = trackOf(one, item);
  const q = toMicros(item.query_time);
  const rounds = item.rounds ?? [];
  const isShownBy = (labels: readonly string[] | null): boolean => (item.task === 'view_alert' ? (labels ?? []).length > 0 : (labels ?? []).includes(watched as string));
  const watched = item.temporal_mode === 'future' ? labelsOfShown(item.answer === undefined ? (item.reference_answer as string) : (item.answer as string)) : findWatched(track, item);
  expect(watched).toBeDefined();
  expect(rounds.every(({ current_time }) => isInstant(track, toMicros(current_time)))).toBe(true);
  const star = item.expected_response_time ?? null;
  const until = star === null ? toMicros(rounds.at(-1)?.current_time as number) : toMicros(star) - 1;
  expectDense(track, q, star !== null && momentsBetween(track, q, until).length < 2 ? until + 1 : until);
  expect(momentsBetween(track, q, until).some((micros) => isShownBy(truthAt(track, micros)))).toBe(false);
  if (star === null) return;
  expect(isShownBy(truthAt(track, toMicros(star)))).toBe(true);
  for (const { current_time } of rounds.filter(({ answerable }) => answerable)) {
    const targets = [...Array.from({ length: Math.floor((current_time - item.query_time) / 2 + 1e-6) + 1 }, (_, index) => q + index * 2 * SEC), toMicros(current_time)];
    const isShown = targets.some((micros) => micros >= toMicros(star) && micros <= toMicros(current_time) && isShownBy(truthAt(track, micros)) && (item.task === 'view_alert' || !isBlind(one, micros)));
    expect(isShown).toBe(true);
  }
}

function findWatched(track: TimedTrack, item: BenchmarkItem): string | undefined {
  if (item.task === 'view_alert') return 'blindness';
  return [...LABELS].find((one) => new RegExp(track.kind === 'presence' ? `the ${shown(one)}\\b` : `"${shown(one)}"`, 'u').test(item.question));
}

describe('any timeline', () => {
  test('gives items that the validator accepts, the oracle answers in full, and the raw labels bear out', () => {
    let streaming = 0;
    let single = 0;
    fc.assert(
      fc.property(timeline, (one) => {
        const validator = createValidator();
        const { items } = build(one);
        const labelEnd = Math.max(...(one.tracks as TimedTrack[]).map((track) => (track.kind === 'presence' ? (track.samples.at(-1)?.atMicros ?? 0) + SEC : Math.max(...track.segments.map(({ endMicros }) => endMicros), ...(track.known ?? []).map(({ endMicros }) => endMicros)))));
        for (const item of items) {
          expect(validator.checkItem(item, { file: null, record: null }).filter(({ severity }) => severity !== 'info')).toEqual([]);
          expect(toMicros(item.input_range[1])).toBeLessThanOrEqual(Math.min(labelEnd, one.media.lastFrameMicros ?? labelEnd));
          if (item.task_mode === 'streaming') checkStreaming(one, item);
          else checkSingleTurn(one, item);
          if (item.task_mode === 'streaming') streaming += 1;
          else single += 1;
        }
      }),
      { numRuns: 60 },
    );
    // the property speaks of something
    expect(streaming).toBeGreaterThan(200);
    expect(single).toBeGreaterThan(500);
  });

  test('gives the same items again, whatever the order of its tracks', () => {
    fc.assert(
      fc.property(timeline, fc.integer({ min: 0, max: 1000 }), (one, seed) => {
        expect(build({ ...one, tracks: [...one.tracks].reverse() }, seed)).toEqual(build(one, seed));
      }),
      { numRuns: 15 },
    );
  });
});
