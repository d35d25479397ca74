import type { PresenceTrack } from '@medstream/schema';
import fc from 'fast-check';

import { describeLabelSpans, type LabelSpans } from './label-spans.js';
import { indexSpans } from './span-index.js';

const SEC = 1_000_000;
const VOCABULARY = ['hook', 'clipper', 'no instrument', 'grasper'];
const viewOf = (samples: PresenceTrack['samples'], holdMicros = SEC): LabelSpans =>
  describeLabelSpans({ kind: 'presence', signal: 'tool', vocabulary: VOCABULARY, labelSource: 'original_annotation', holdMicros, samples }, { periodMicros: 2 * SEC });

// samples some ticks of 0.25 s apart, so that spans touch, end early and leave gaps
const samples = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(fc.subarray(VOCABULARY))), { maxLength: 30 })
  .map((steps) => {
    let tick = -1;
    return steps.map(([step, labels]) => ({ atMicros: ((tick += step) * SEC) / 4, labels }));
  });
const moment = fc.integer({ min: 0, max: 280 }).map((tick) => (tick * SEC) / 4);

describe('indexSpans', () => {
  test('property: finds what looking at every span finds', () => {
    fc.assert(
      fc.property(samples, moment, moment, (sampled, one, other) => {
        const view = viewOf(sampled);
        const index = indexSpans(view);
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const holding = (atMicros: number) => view.spans.find((span) => span.startMicros <= atMicros && atMicros < span.endMicros);
        const sortedUnion = (spans: readonly ({ labels: readonly string[] } | undefined)[]): string[] => [...new Set(spans.flatMap((span) => span?.labels ?? []))].sort();
        expect(index.countBegun(one)).toBe(view.spans.filter(({ startMicros }) => startMicros <= one).length);
        expect(index.findFirstPlace(one)).toBe(view.spans.filter(({ endMicros }) => endMicros <= one).length);
        expect(index.setAt(one)?.labels).toEqual(holding(one) && sortedUnion([holding(one)]));
        expect(index.unionWithin(from, to).labels).toEqual(sortedUnion(view.spans.filter(({ startMicros, endMicros }) => startMicros <= to && endMicros > from)));
        const offsets = [0, 0.5, 1.75, 4, 11].map((sec) => sec * SEC);
        expect(index.unionAt(one, offsets).labels).toEqual(sortedUnion(offsets.map((offset) => holding(one + offset))));
      }),
    );
  });

  test('spans of one stretch touch; a gap or an unknown sample begins another', () => {
    // 0, 1 and 2 s touch; 3 s is unknown; 6 s stands alone
    const view = viewOf([['hook'], [], ['hook'], null, ['hook'], null, ['hook']].map((labels, sec) => ({ atMicros: sec * SEC, labels })));
    expect([...indexSpans(view).stretches]).toEqual([0, 0, 0, 1, 2]);
  });

  test('equal sets are one object, whatever the order of their labels', () => {
    const { sets } = indexSpans(viewOf([['hook', 'grasper'], [], ['grasper', 'hook'], ['hook']].map((labels, sec) => ({ atMicros: sec * SEC, labels }))));
    expect(sets.map(({ key }) => key)).toEqual(['grasper + hook', '', 'grasper + hook', 'hook']);
    expect(sets[0]).toBe(sets[2]);
    expect(sets.map((set) => sets.map((other) => other.isWithin(set)))).toEqual([
      [true, true, true, true],
      [false, true, false, false],
      [true, true, true, true],
      [false, true, false, true],
    ]);
  });

  test('what can be asked for by its name is present or absent', () => {
    const [set] = indexSpans(viewOf([{ atMicros: 0, labels: ['no instrument', 'hook'] }])).sets;
    expect(set?.askable).toEqual(['hook']);
    expect(set?.askableAbsent).toEqual(['clipper', 'grasper']);
  });
});
