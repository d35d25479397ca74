import type { Timeline } from '@medstream/schema';

/** How far the labels that hold over time reach, in microseconds; null where there are none. Labels of scattered moments say nothing of it. */
export function findLabelEnd({ tracks }: Pick<Timeline, 'tracks'>): number | null {
  const ends = tracks.flatMap((track) => {
    if (track.kind === 'interval') return track.instantsMicros === null ? [...track.segments, ...(track.known ?? [])].map(({ endMicros }) => endMicros) : [];
    return track.kind === 'presence' ? track.samples.slice(-1).map(({ atMicros }) => atMicros + track.holdMicros) : [];
  });
  return ends.reduce<number | null>((latest, end) => (latest === null || end > latest ? end : latest), null);
}
