import type { Finding } from '@medstream/schema';
import type { Validator } from '@medstream/validation';

import type { VideoResult } from './video-result.js';

/** What only the sight of all videos together shows, by the position of the item in the whole build (1-based). */
export interface CrossFindings {
  /** Findings of one item that its own video's validation did not have. */
  ofItem: (position: number) => Finding[];
  /** Findings that belong to no single item. */
  general: Finding[];
}

/**
 * Checks the accepted items of all videos against each other (equal ids, equal questions), in planned order, holding
 * no item longer than it is looked at.
 */
export async function crossCheck(results: AsyncIterable<VideoResult>, validator: Validator): Promise<CrossFindings> {
  const byPosition = new Map<number, Finding[]>();
  let position = 0;
  for await (const { accepted } of results) {
    for (const { item, findings } of accepted) {
      position += 1;
      const news = validator.checkItem(item, { file: null, record: position }).filter((finding) => !isAmong(finding, findings));
      if (news.length > 0) byPosition.set(position, news.map(dropPosition));
    }
  }
  return { ofItem: (at) => byPosition.get(at) ?? [], general: validator.finish() };
}

function isAmong(finding: Finding, findings: readonly Finding[]): boolean {
  return findings.some(({ code, path, message }) => code === finding.code && path === finding.path && message === finding.message);
}

/** Inside a build a finding names its item by id; record numbers are for files (`findingSchema`). */
export function dropPosition(finding: Finding): Finding {
  return { ...finding, file: null, record: null };
}
