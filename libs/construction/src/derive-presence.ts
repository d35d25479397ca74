import type { BoxTrack, MaskTrack, PresenceTrack, Track, TripletTrack } from '@medstream/schema';

/** What a triplet says of its verb or target where there is none. */
const NULL_PART = /^null[_\- ]/iu;

/** Shortest time a sample holds for: one that stands for its own instant must still be found there. */
export const LEAST_HOLD_MICROS = 1000;

/**
 * What tracks of triplets and regions say about presence: the labels of boxes and masks, the instruments and verbs of
 * triplets. So every question about presence can be asked of them too. Nothing is derived for a signal that has a track
 * of its own already.
 */
export function derivePresence(tracks: readonly Track[]): PresenceTrack[] {
  const taken = new Set(tracks.filter(({ kind }) => kind === 'presence' || kind === 'interval').map(({ signal }) => signal));
  const derived: PresenceTrack[] = [];
  for (const candidate of [...tracks].sort(compareTracks).flatMap(listCandidates)) {
    // the tip of a thing is asked about where it lies: whether it is there is asked of the thing
    if (taken.has(candidate.signal) || taken.has(candidate.signal.replace(/_tip$/u, ''))) continue;
    taken.add(candidate.signal);
    derived.push(candidate);
  }
  return derived;
}

function listCandidates(track: Track): PresenceTrack[] {
  if (track.kind === 'triplet') return [presenceOfPart(track, { part: 'instrument', signal: 'tool' }), presenceOfPart(track, { part: 'verb', signal: 'verb' })];
  return track.kind === 'box' || track.kind === 'mask' ? [presenceOfRegions(track)] : [];
}

/** Of two tracks that say the same is present, the choice must not depend on their order in the timeline. */
function compareTracks(left: Track, right: Track): number {
  const [leftKey, rightKey] = [left, right].map(({ kind, signal, vocabulary }) => [kind, signal, ...vocabulary].join('/')) as [string, string];
  return leftKey < rightKey ? -1 : leftKey > rightKey ? 1 : 0;
}

/** Which labels are drawn round at each annotated moment. */
export function presenceOfRegions({ signal, vocabulary, labelSource, holdMicros, samples }: BoxTrack | MaskTrack): PresenceTrack {
  const regionsOf = samples as readonly { atMicros: number; regions: readonly { label: string }[] | null }[];
  return {
    kind: 'presence',
    signal,
    vocabulary,
    labelSource,
    holdMicros: Math.max(holdMicros, LEAST_HOLD_MICROS),
    samples: regionsOf.map(({ atMicros, regions }) => ({ atMicros, labels: regions === null ? null : distinct(regions.map(({ label }) => label)) })),
  };
}

type TripletPart = 'instrument' | 'verb' | 'target';

function presenceOfPart(track: TripletTrack, { part, signal }: { part: TripletPart; signal: string }): PresenceTrack {
  return {
    kind: 'presence',
    signal,
    vocabulary: listPartVocabulary(track, part),
    labelSource: track.labelSource,
    holdMicros: Math.max(track.holdMicros, LEAST_HOLD_MICROS),
    samples: track.samples.map(({ atMicros, triplets }) => ({ atMicros, labels: triplets === null ? null : distinct(triplets.map((triplet) => triplet[part]).filter(isNamedPart)) })),
  };
}

/** Every instrument, verb or target of the vocabulary of triplets, in its order; parts that name nothing left out. */
export function listPartVocabulary({ vocabulary }: Pick<TripletTrack, 'vocabulary'>, part: TripletPart): string[] {
  const index = ['instrument', 'verb', 'target'].indexOf(part);
  return distinct(vocabulary.map((triplet) => triplet.split(',')[index]?.trim() ?? '').filter((text) => text !== '' && isNamedPart(text)));
}

/** Whether a verb or target names something; `null_verb` does not. */
export function isNamedPart(text: string): boolean {
  return !NULL_PART.test(text);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
