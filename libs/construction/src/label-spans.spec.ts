import type { IntervalTrack } from '@medstream/schema';
import fc from 'fast-check';

import { describeLabelSpans } from './label-spans.js';

type Named = readonly [start: number, end: number, label: string];
const overlay = (known: readonly (readonly [number, number])[] | null, named: readonly Named[]): IntervalTrack => ({
  kind: 'interval',
  role: 'blind',
  signal: 'view',
  vocabulary: ['a', 'b'],
  labelSource: 'hybrid',
  segments: named.map(([startMicros, endMicros, label]) => ({ startMicros, endMicros, label })),
  instantsMicros: null,
  known: known?.map(([startMicros, endMicros]) => ({ startMicros, endMicros })) ?? null,
});
const spansOf = (track: IntervalTrack) => describeLabelSpans(track, { periodMicros: 2 }).spans.map(({ startMicros, endMicros, labels, run }) => [startMicros, endMicros, labels.join('+'), run]);

describe('describeLabelSpans of blindness', () => {
  it.each<[string, IntervalTrack, (readonly [number, number, string, number])[]]>([
    ['absence on both sides of what is known', overlay([[0, 10]], [[3, 5, 'a']]), [[0, 3, '', 0], [3, 5, 'a', 0], [5, 10, '', 0]]],
    ['both labels where two overlap', overlay([[0, 10]], [[2, 6, 'a'], [4, 8, 'b']]), [[0, 2, '', 0], [2, 4, 'a', 0], [4, 6, 'a+b', 0], [6, 8, 'b', 0], [8, 10, '', 0]]],
    ['one span of touching stretches that say the same', overlay([[0, 4], [4, 9]], [[1, 2, 'a'], [2, 3, 'a']]), [[0, 1, '', 0], [1, 3, 'a', 0], [3, 9, '', 0]]],
    ['nothing of a gap, and segments where nothing else is known', overlay([[0, 2], [6, 7]], [[4, 5, 'a']]), [[0, 2, '', 0], [4, 5, 'a', 1], [6, 7, '', 2]]],
    ['nothing of empty stretches', overlay([[3, 3]], [[4, 4, 'a']]), []],
  ])('is %s', (_, track, spans) => {
    expect(spansOf(track)).toEqual(spans);
  });

  it('says at each instant what the segments and the known stretches say', () => {
    const stretch = fc.tuple(fc.nat(20), fc.nat(6)).map(([start, length]) => [start, start + length] as const);
    const named = fc.tuple(stretch, fc.constantFrom('a', 'b')).map(([[start, end], label]) => [start, end, label] as const);
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 6 }), fc.array(named, { maxLength: 6 }), (known, segments) => {
        const spans = describeLabelSpans(overlay(known, segments), { periodMicros: 2 }).spans;
        for (let at = 0; at < 28; at += 1) {
          const holds = ([start, end]: readonly [number, number, ...string[]]) => start <= at && at < end;
          const labels = [...new Set(segments.filter(holds).map(([, , label]) => label))].sort();
          const found = spans.filter(({ startMicros, endMicros }) => startMicros <= at && at < endMicros).map((span) => span.labels);
          expect(found).toEqual(labels.length > 0 || known.some(holds) ? [labels] : []);
        }
      }),
    );
  });
});
