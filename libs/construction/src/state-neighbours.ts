import type { LabelSpans } from './label-spans.js';
import { findSpanIndexAtOrBefore } from './query-spans.js';

/** How many different labels on each side count as neighbours. */
const REACH = 2;

/**
 * The labels that really come before and after a moment in this video, nearest first: the most plausible wrong answers.
 */
export function listStateNeighbours(view: LabelSpans, atMicros: number): string[] {
  const index = findSpanIndexAtOrBefore(view, atMicros) ?? 0;
  const here = view.spans[index]?.labels[0];
  const before = collectDistinct(view, { from: index - 1, step: -1, besides: here });
  const after = collectDistinct(view, { from: index + 1, step: 1, besides: here });
  const nearestFirst = Array.from({ length: REACH }, (_, rank) => [after[rank], before[rank]]).flat();
  return [...new Set(nearestFirst.filter((label) => label !== undefined))];
}

function collectDistinct(view: LabelSpans, { from, step, besides }: { from: number; step: 1 | -1; besides: string | undefined }): string[] {
  const found: string[] = [];
  for (let index = from; index >= 0 && index < view.spans.length && found.length < REACH; index += step) {
    const label = view.spans[index]?.labels[0];
    if (label !== undefined && label !== besides && !found.includes(label)) found.push(label);
  }
  return found;
}
