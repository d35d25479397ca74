import type { Timeline } from '@medstream/schema';

import { findLabelEnd } from './find-label-end.js';

type Tracks = Timeline['tracks'];

const base = { vocabulary: [], labelSource: 'original_annotation' as const };
const phases = (endMicros: number, instantsMicros: number[] | null = null): Tracks[number] => ({ ...base, kind: 'interval', role: 'state', signal: 'phase', segments: [{ startMicros: 0, endMicros, label: 'a' }], instantsMicros, known: null });
const tools: Tracks[number] = { ...base, kind: 'presence', signal: 'tool', holdMicros: 1_000_000, samples: [{ atMicros: 0, labels: [] }, { atMicros: 7_000_000, labels: null }] };

describe('findLabelEnd', () => {
  it.each<[string, Tracks, number | null]>([
    ['the end of the last segment', [phases(5_000_000)], 5_000_000],
    ['the last sample and as long as it holds', [tools, phases(5_000_000)], 8_000_000],
    ['nothing of scattered seconds', [phases(5_000_000, [0, 4_000_000])], null],
    ['nothing without labels over time', [], null],
    ['absence that is known', [{ ...base, kind: 'interval', role: 'event', signal: 'event', segments: [], instantsMicros: null, known: [{ startMicros: 0, endMicros: 9_000_000 }] }], 9_000_000],
  ])('is %s', (_, tracks, end) => {
    expect(findLabelEnd({ tracks })).toBe(end);
  });
});
