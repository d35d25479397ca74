import type { BuildContext } from './build-context.js';
import type { LabelSpans } from './label-spans.js';
import { findQueryFault, type ProposedTimes } from './list-query-times.js';

/** So many candidates are sought for each item that is wanted: enough to choose among, and to keep those of one answer apart. */
const CANDIDATES_PER_ITEM = 3;
/** At least so many are sought of each group, where there are many groups. */
const LEAST_PER_GROUP = 2;

/** How many candidates one of so many groups is to give, for a choice of so many items. */
export function countPerGroup(wantedItems: number, groups: number): number {
  return Math.max(LEAST_PER_GROUP, Math.ceil((CANDIDATES_PER_ITEM * wantedItems) / Math.max(1, groups)));
}

/**
 * Makes candidates at the proposed moments that may be asked about. Every group is tried until it has given its share of the
 * candidates that are sought: hours of labels hold thousands of moments, and a handful are chosen. What is refused is counted
 * by reason; what need not be tried counts as over the cap.
 *
 * @param wantedItems how many items will be chosen at most
 * @param draft makes a candidate of a moment; null, and counted by it, where the moment gives none
 */
export function draftAtTimes<Made>(context: BuildContext, view: LabelSpans, { proposed, wantedItems, draft }: { proposed: ProposedTimes; wantedItems: number; draft: (queryMicros: number) => Made | null }): Made[] {
  const perGroup = countPerGroup(wantedItems, proposed.length);
  const tried = new Set<number>();
  return proposed.flatMap((group) => {
    const made: Made[] = [];
    for (const atMicros of group) {
      if (tried.has(atMicros)) continue;
      if (made.length >= perGroup) {
        context.leftOut.add('over-cap');
        continue;
      }
      tried.add(atMicros);
      const fault = findQueryFault(context, view, atMicros);
      if (fault !== null) {
        context.leftOut.add(fault);
        continue;
      }
      const candidate = draft(atMicros);
      if (candidate !== null) made.push(candidate);
    }
    return made;
  });
}
