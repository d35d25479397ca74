import type { JudgementRecord } from '@medstream/schema';

import type { KeptVerdict } from './ask-judge.js';
import type { JudgingOutcome } from './judging.js';

/** Causes told one by one. */
const MAX_CAUSES = 10;

/** Counts verdicts for whoever has to be told. */
export interface JudgementCounter {
  /** A verdict that was just obtained. */
  countAsked(verdict: KeptVerdict): void;
  /** A verdict that scores. */
  countFinal(record: JudgementRecord): void;
  outcome(): JudgingOutcome;
}

export function countJudgements(): JudgementCounter {
  const counts = { needed: 0, asked: 0, unreadable: 0, noReply: 0 };
  const causes = new Map<string, JudgingOutcome['causes'][number]>();
  return {
    countAsked({ cached }) {
      if (!cached) counts.asked += 1;
    },
    countFinal({ failure }) {
      counts.needed += 1;
      if (failure === undefined) return;
      if (failure.kind === 'unreadable') {
        counts.unreadable += 1;
        return;
      }
      counts.noReply += 1;
      const [code, message] = [failure.code ?? 'no-reply', failure.reason];
      // numbers of requests and times differ from call to call and are no other cause
      const key = `${code} ${message.replaceAll(/[0-9a-f-]*\d[0-9a-f-]*/gi, '#')}`;
      const cause = causes.get(key);
      if (cause !== undefined) cause.calls += 1;
      else if (causes.size < MAX_CAUSES) causes.set(key, { code, message, calls: 1 });
    },
    outcome: () => ({ ...counts, causes: [...causes.values()].sort((one, other) => other.calls - one.calls) }),
  };
}
