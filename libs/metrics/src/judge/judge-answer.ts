import type { JudgeVerdict } from '../judge-verdict.js';
import { buildJudgePrompt } from './judge-prompt.js';
import type { JudgeQuestion } from './judge-question.js';
import { readVerdict } from './read-verdict.js';

/** Asks the judge once; whoever hands it in adds the frames, temperature 0, retries and limits. Text only with `ok`. */
export type AskJudge = (prompt: string) => Promise<{ status: string; text: string | null }>;

export interface Judgement {
  verdict: JudgeVerdict;
  /** Calls of the judge: 1, or 2 with a repair turn. */
  turns: number;
  /** Why there is no verdict. */
  failure?:
    /** Both replies were there and neither could be read. */
    | { kind: 'unreadable'; problem: string }
    /** The judge gave no reply (`transport_error`, `blocked`, …): ask again on resume where that is our fault. */
    | { kind: 'no-reply'; status: string };
}

/**
 * Gets the verdict on one call: a reply that cannot be read gets one repair turn, then the judgement has failed and the
 * item stays unscored; it is never a low score (metrics.md section 5).
 */
export async function judgeAnswer({ question, nonce, hasFrames, ask }: { question: JudgeQuestion; nonce: string; hasFrames: boolean; ask: AskJudge }): Promise<Judgement> {
  let problem: string | undefined;
  for (const turns of [1, 2]) {
    const { status, text } = await ask(buildJudgePrompt({ question, nonce, hasFrames, ...(problem === undefined ? {} : { problem }) }));
    if (status === 'truncated' || status === 'empty') {
      problem = status === 'empty' ? 'it was empty' : 'it was cut off';
    } else if (status !== 'ok' || text === null) {
      return { verdict: { round: question.round, failed: true }, turns, failure: { kind: 'no-reply', status } };
    } else {
      const read = readVerdict(text, { question, nonce });
      if ('verdict' in read) return { verdict: read.verdict, turns };
      problem = read.problem;
    }
  }
  return { verdict: { round: question.round, failed: true }, turns: 2, failure: { kind: 'unreadable', problem: problem ?? '' } };
}
