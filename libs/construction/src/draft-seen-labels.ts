import { planTargets } from '@medstream/sampling';
import type { SeededRandom } from '@medstream/schema';

import { type BuildContext, isClearThroughout, toMicros } from './build-context.js';
import type { Candidate, Draft } from './draft.js';
import type { LabelSet } from './label-set.js';
import type { LabelSpans } from './label-spans.js';
import { findWindowStart, listQueryTimes, listShorterLengths, proposeQueryTimes } from './list-query-times.js';
import { isKnownThroughout } from './query-spans.js';
import { indexSpans } from './span-index.js';

/** The longest window ending at the query over which the labels are dense; null, and counted, where there is none. */
export function findDenseWindow(context: BuildContext, view: LabelSpans, { queryMicros, lengths }: { queryMicros: number; lengths: readonly number[] }): number | null {
  const found = lengths.find((windowMicros) => isKnownThroughout(view, findWindowStart(queryMicros, windowMicros), queryMicros));
  if (found === undefined) context.leftOut.add('sparse-labels');
  return found ?? null;
}

export interface SeenLabels {
  queryMicros: number;
  windowMicros: number;
  /** Every label of any instant of the window. */
  used: LabelSet;
  /** Those of them that a sampled target shows. */
  sampled: LabelSet;
}

/**
 * Candidates about windows without a blind moment whose labels are dense throughout, so that both presence and absence are
 * known. `draft` makes one of a window, or null where it leaves the window out.
 */
export function draftSeenLabels(context: BuildContext, view: LabelSpans, { random, draft }: { random: SeededRandom; draft: (seen: SeenLabels) => Candidate | null }): Candidate[] {
  const index = indexSpans(view);
  const lengths = listShorterLengths(context, context.options.window_sec);
  const periodMicros = toMicros(context.options.sampling_period_sec);
  // windows of one length are sampled at the same distances from their start
  const offsetsOfLength = new Map<number, number[]>();
  const listOffsets = (lengthMicros: number): number[] => {
    const offsets = offsetsOfLength.get(lengthMicros) ?? planTargets({ startMicros: 0, endMicros: lengthMicros, periodMicros });
    offsetsOfLength.set(lengthMicros, offsets);
    return offsets;
  };
  const candidates: Candidate[] = [];
  for (const queryMicros of listQueryTimes(context, view, proposeQueryTimes(context, view, random))) {
    const windowMicros = findDenseWindow(context, view, { queryMicros, lengths });
    if (windowMicros === null) continue;
    const startMicros = findWindowStart(queryMicros, windowMicros);
    if (!isClearThroughout(context, { startMicros, endMicros: queryMicros })) {
      context.leftOut.add('blind');
      continue;
    }
    const seen = { queryMicros, windowMicros, used: index.unionWithin(startMicros, queryMicros), sampled: index.unionAt(startMicros, listOffsets(queryMicros - startMicros)) };
    const candidate = draft(seen);
    if (candidate !== null) candidates.push(candidate);
  }
  return candidates;
}

/** What every question about a window that ends at the query has in common. */
export function describeLookBack(view: LabelSpans, window: { queryMicros: number; windowMicros: number }): Pick<Draft, 'temporalMode' | 'view' | 'queryMicros' | 'windowMicros' | 'schedule'> {
  return { temporalMode: 'retrospective', view, ...window, schedule: null };
}
