import type { BuildContext } from './build-context.js';
import type { LabelSpans } from './label-spans.js';
import { findQueryFault, type ProposedTimes } from './list-query-times.js';
import { tryByTurns } from './try-by-turns.js';

/**
 * Makes candidates at the proposed moments that may be asked about, as many as `tryByTurns` seeks. What is refused, and what
 * need not be tried, is counted by reason.
 *
 * @param wantedItems how many items will be chosen at most
 * @param draft makes a candidate of a moment; null, and counted by it, where the moment gives none
 */
export function draftAtTimes<Made>(context: BuildContext, view: LabelSpans, { proposed, wantedItems, draft }: { proposed: ProposedTimes; wantedItems: number; draft: (queryMicros: number) => Made | null }): Made[] {
  const tried = new Set<number>();
  const { made, untried } = tryByTurns(proposed, wantedItems, (atMicros) => {
    if (tried.has(atMicros)) return null;
    tried.add(atMicros);
    const fault = findQueryFault(context, view, atMicros);
    if (fault === null) return draft(atMicros);
    context.leftOut.add(fault);
    return null;
  });
  context.leftOut.add('not-tried', untried);
  return made;
}
