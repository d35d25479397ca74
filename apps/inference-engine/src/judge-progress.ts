import type { Judging, JudgingOutcome } from '@medstream/evaluation';
import { cleanLine } from '@medstream/schema';

/** Lines are this far apart. */
const LINE_EVERY_MS = 5_000;

/** Tells now and then how many answers have been judged; how many there will be is known at the end only. */
export function createJudgeProgress({ print, now }: { print: (text: string) => void; now: () => number }): Judging['onEvent'] {
  let [judged, cached, failed, shownAtMs] = [0, 0, 0, now()];
  return ({ isCached, failure }) => {
    judged += 1;
    if (isCached) cached += 1;
    if (failure !== null) failed += 1;
    if (now() - shownAtMs < LINE_EVERY_MS) return;
    shownAtMs = now();
    print(`${judged} answers judged (${cached} of them kept from before, ${failed} without a verdict)\n`);
  };
}

/** What kept answers from a verdict, and how to go on; empty where nothing did. */
export function describeJudging({ needed, unreadable, noReply, causes }: JudgingOutcome, { again }: { /** The command that asks again. */ again: string }): string {
  const lines: string[] = [];
  if (unreadable > 0) lines.push(`warning: on ${unreadable} of ${needed} answers the judge's reply could not be read, twice; their items have no score (judge_failed)`, `how to mend: add --retry-errors to ask again, or name another judge`);
  if (noReply > 0) {
    lines.push(`warning: on ${noReply} of ${needed} answers the judge gave no reply; their items have no score (judge_failed)`);
    for (const { code, message, calls } of causes) lines.push(`error ${code}: ${cleanLine(message)} (${calls} ${calls === 1 ? 'answer' : 'answers'})`);
    lines.push(`how to mend: when the judge is there, ${again}; verdicts that are kept are not asked again`);
  }
  return lines.map((line) => `${line}\n`).join('');
}
