import { compareText } from '@medstream/schema';

import type { SharedFootage } from './build-ports.js';

/** So many procedures of one reason are named; the rest are counted. */
const NAMED_CASES = 3;

/**
 * One sentence for each reason why data sets of a build hold the same footage, sorted. Two videos of one data set that show
 * one procedure (two cameras, parts of one operation) are no matter: they share a case, and nothing stands there twice.
 */
export function describeOverlaps(groups: readonly SharedFootage[]): string[] {
  const byReason = new Map<string, { datasets: Set<string>; cases: string[]; videos: number }>();
  for (const { reason, caseId, videos } of groups) {
    const datasets = new Set(videos.map(({ dataset }) => dataset));
    if (datasets.size < 2) continue;
    const entry = byReason.get(reason) ?? { datasets: new Set(), cases: [], videos: 0 };
    byReason.set(reason, entry);
    for (const dataset of datasets) entry.datasets.add(dataset);
    entry.cases.push(caseId);
    entry.videos += videos.length;
  }
  return [...byReason].map(([reason, { datasets, cases, videos }]) => {
    const named = cases.slice(0, NAMED_CASES).join(', ');
    const names = [...datasets].sort(compareText).join(', ');
    return `the same footage stands in ${names}: ${cases.length} ${cases.length === 1 ? 'procedure' : 'procedures'} in ${videos} videos (${named}${cases.length > NAMED_CASES ? ', …' : ''}). ${reason}. Items of one procedure share its case_id; averages by data set are not independent`;
  }).sort(compareText);
}
