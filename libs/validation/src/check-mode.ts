import { type BenchmarkItem, RESPONSE_PROTOCOLS, stripProtocolParagraph } from '@medstream/schema';

import type { ItemFinding } from './item-finding.js';

const ABOUT_NOW = /\bcurrent(?:ly)?\b|\bright now\b|\bin this context window\b/iu;
const ABOUT_PAST = /\b(?:was|were|did|had|earlier|before|previous(?:ly)?|looking back|think back|so far|came first|first|began|order|last(?:ed)?)\b/iu;
const ABOUT_LATER = /\bwill (?:be|begin|come|follow|happen|appear|start)\b|\bcomes next\b|\bwhat happens next\b/iu;
const ONLY_PAST = /\b(?:earlier|previously|looking back|think back|so far)\b/iu;
/** "At the beginning" of the whole, not of the window. */
const AT_THE_BEGINNING = /\bat the (?:very )?(?:beginning|start)(?! of (?:the|this|that) (?:clip|window|part|context|segment|excerpt)\b)/iu;

/** Whether question, temporal mode and query time speak of the same time (release-format.md, D11 and D14). */
export function checkMode(item: BenchmarkItem): ItemFinding[] {
  // answers that are objects have questions of their own making
  if (item.response_protocol === RESPONSE_PROTOCOLS.json) return [];
  const stem = stripProtocolParagraph(item.question);
  const findings: ItemFinding[] = [];
  const found = findOtherMode(item, stem);
  if (found !== null) findings.push({ code: 'temporal/mode-mislabelled', path: 'temporal_mode', message: `expected a question about the ${describeMode(item.temporal_mode)}, found one about the ${found}` });
  const isLooking = item.temporal_mode === 'present' || item.temporal_mode === 'retrospective';
  if (isLooking && AT_THE_BEGINNING.test(stem) && item.query_time > (item.sampling_period_sec ?? 2)) {
    findings.push({ code: 'temporal/moment-mismatch', path: 'query_time', message: `expected a query at the beginning that the question speaks of, found ${item.query_time}` });
  }
  return findings;
}

function findOtherMode({ temporal_mode: mode }: BenchmarkItem, stem: string): string | null {
  if (mode === 'retrospective' && ABOUT_NOW.test(stem) && !ABOUT_PAST.test(stem)) return 'present';
  if (mode === 'present' && ONLY_PAST.test(stem)) return 'past';
  return (mode === 'present' || mode === 'retrospective') && ABOUT_LATER.test(stem) ? 'future' : null;
}

function describeMode(mode: BenchmarkItem['temporal_mode']): string {
  return mode === 'retrospective' ? 'past' : mode === 'present' ? 'present' : 'future';
}
