import type { Segment } from '@medstream/schema';
import fc from 'fast-check';

import { clipSpans, keepUndisputed, mergeSegments, mergeSpans, paintSegments } from './merge-segments.js';

const span = (startMicros: number, endMicros: number, label: string): Segment => ({ startMicros, endMicros, label });

const anySegments = fc.array(
  fc.record({ start: fc.nat(40), length: fc.nat(15), label: fc.constantFrom('A', 'B', 'C') }).map(({ start, length, label }) => span(start, start + length, label)),
  { maxLength: 12 },
);
const holds = (segment: Segment, at: number): boolean => segment.startMicros <= at && at < segment.endMicros;

describe('mergeSegments', () => {
  test.each([
    ['touching equals join', [span(0, 5, 'A'), span(5, 9, 'A')], [span(0, 9, 'A')]],
    ['equals with a gap stay apart', [span(0, 5, 'A'), span(6, 9, 'A')], [span(0, 5, 'A'), span(6, 9, 'A')]],
    ['different neighbours stay', [span(0, 5, 'A'), span(5, 9, 'B')], [span(0, 5, 'A'), span(5, 9, 'B')]],
    ['out of order', [span(5, 9, 'B'), span(0, 5, 'A')], [span(0, 5, 'A'), span(5, 9, 'B')]],
    ['an inner equal is swallowed', [span(0, 9, 'A'), span(2, 3, 'A')], [span(0, 9, 'A')]],
    ['an empty one is dropped', [span(4, 4, 'A')], []],
  ])('%s', (_, given, merged) => {
    expect(mergeSegments(given)).toEqual(merged);
  });

  test('property: says the same of every instant', () => {
    fc.assert(
      fc.property(anySegments, (segments) => {
        const merged = mergeSegments(segments);
        for (let at = 0; at < 60; at += 1) {
          const labels = (list: Segment[]): string[] => [...new Set(list.filter((segment) => holds(segment, at)).map(({ label }) => label))].sort();
          expect(labels(merged)).toEqual(labels(segments));
        }
      }),
    );
  });
});

describe('paintSegments', () => {
  test('a later entry covers the middle of an earlier one', () => {
    expect(paintSegments([span(0, 9, 'A'), span(3, 5, 'B')])).toEqual({
      segments: [span(0, 3, 'A'), span(3, 5, 'B'), span(5, 9, 'A')],
      hasOverlap: true,
    });
  });

  test('entries that touch do not overlap', () => {
    expect(paintSegments([span(0, 3, 'A'), span(3, 5, 'B')]).hasOverlap).toBe(false);
  });

  test('property: sorted, not overlapping, merged; at each instant the last entry of the list holds', () => {
    fc.assert(
      fc.property(anySegments, (entries) => {
        const { segments } = paintSegments(entries);
        segments.slice(1).forEach((segment, index) => {
          const before = segments[index] as Segment;
          expect(before.endMicros).toBeLessThanOrEqual(segment.startMicros);
          expect(before.endMicros === segment.startMicros && before.label === segment.label).toBe(false);
        });
        for (let at = 0; at < 60; at += 1) {
          const painted = segments.find((segment) => holds(segment, at))?.label;
          expect(painted).toBe(entries.findLast((entry) => holds(entry, at))?.label);
        }
      }),
    );
  });
});

test('mergeSpans makes a union', () => {
  expect(mergeSpans([span(5, 9, 'x'), span(0, 5, 'y'), span(12, 13, 'x')])).toEqual([
    { startMicros: 0, endMicros: 9 },
    { startMicros: 12, endMicros: 13 },
  ]);
});

test.each([
  [null, [span(0, 5, 'A'), span(5, 9, 'B')]],
  [7, [span(0, 5, 'A'), span(5, 7, 'B')]],
  [5, [span(0, 5, 'A')]],
])('clipSpans ends all at %s', (endMicros, clipped) => {
  expect(clipSpans([span(0, 5, 'A'), span(5, 9, 'B')], endMicros)).toEqual(clipped);
});

describe('keepUndisputed', () => {
  test('where two labels overlap neither is kept; equal labels join', () => {
    // A [0, 6) and B [4, 9) dispute [4, 6); A [9, 12) and A [11, 15) agree
    expect(keepUndisputed([span(4, 9, 'B'), span(0, 6, 'A'), span(9, 12, 'A'), span(11, 15, 'A')])).toEqual({
      segments: [span(0, 4, 'A'), span(6, 9, 'B'), span(9, 15, 'A')],
      disputedMicros: 2,
    });
  });

  test('property: an instant keeps its label exactly when all entries over it carry one', () => {
    fc.assert(
      fc.property(anySegments, (entries) => {
        const { segments } = keepUndisputed(entries);
        for (let at = 0; at < 60; at += 1) {
          const labels = new Set(entries.filter((entry) => holds(entry, at)).map(({ label }) => label));
          const kept = segments.filter((segment) => holds(segment, at)).map(({ label }) => label);
          expect(kept).toEqual(labels.size === 1 ? [...labels] : []);
        }
      }),
    );
  });
});
