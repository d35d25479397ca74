import { planTargets } from '@medstream/sampling';
import type { SeededRandom } from '@medstream/schema';

import { type BuildContext, isClearThroughout, toMicros } from './build-context.js';
import type { Candidate, Draft } from './draft.js';
import type { LabelSet } from './label-set.js';
import type { LabelSpans } from './label-spans.js';
import { draftAtTimes } from './draft-at-times.js';
import { findWindowStart, listShorterLengths, proposeQueryTimes } from './list-query-times.js';
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
  const draftAt = (queryMicros: number): Candidate | null => {
    const windowMicros = findDenseWindow(context, view, { queryMicros, lengths });
    if (windowMicros === null) return null;
    const startMicros = findWindowStart(queryMicros, windowMicros);
    if (!isClearThroughout(context, { startMicros, endMicros: queryMicros })) {
      context.leftOut.add('blind');
      return null;
    }
    return draft({ queryMicros, windowMicros, used: index.unionWithin(startMicros, queryMicros), sampled: index.unionAt(startMicros, listOffsets(queryMicros - startMicros)) });
  };
  return draftAtTimes(context, view, { proposed: proposeQueryTimes(context, view, random), wantedItems: context.options.max_items_per_task, draft: draftAt });
}

/** What every question about a window that ends at the query has in common. */
export function describeLookBack(view: LabelSpans, window: { queryMicros: number; windowMicros: number }): Pick<Draft, 'temporalMode' | 'view' | 'queryMicros' | 'windowMicros' | 'schedule'> {
  return { temporalMode: 'retrospective', view, ...window, schedule: null };
}
