import type { RunConfig } from '@medstream/evaluation';
import { EngineError } from '@medstream/schema';

/** How answers are judged. */
export interface JudgeSettings {
  /** `PROVIDER:NAME`, or `lexical`. */
  judge: string;
  /** Undefined: as the environment says. */
  baseUrl: string | undefined;
  showsFrames: boolean;
  /** Questions to the judge at a time. */
  concurrency: number;
  /** Verdicts on each answer. */
  repeats: number;
  allowsSelf: boolean;
  /** US dollars for a million tokens; undefined: the vendor's list price, where it is known. */
  price: { input: number; output: number } | undefined;
}

/** The flags as they came; undefined where not given. */
export interface JudgeFlags {
  judge?: string;
  judgeBaseUrl?: string;
  judgeFrames?: boolean;
  judgeConcurrency?: number;
  judgeRepeats?: number;
  allowSelfJudge?: boolean;
  judgePrice?: { input: number; output: number };
}

export const DEFAULT_JUDGE_CONCURRENCY = 4;

/**
 * Defaults < file < flags; null where no judge is named.
 *
 * @throws EngineError `usage/bad-argument` for what says something about a judge that is not named
 */
export function resolveJudgeSettings(flags: JudgeFlags, file: Pick<RunConfig, 'judge' | 'judge_base_url' | 'judge_frames' | 'judge_concurrency' | 'judge_repeats' | 'allow_self_judge' | 'judge_price'> = {}): JudgeSettings | null {
  const judge = flags.judge ?? file.judge;
  const [baseUrl, showsFrames] = [flags.judgeBaseUrl ?? file.judge_base_url, flags.judgeFrames ?? file.judge_frames];
  const [concurrency, repeats] = [flags.judgeConcurrency ?? file.judge_concurrency, flags.judgeRepeats ?? file.judge_repeats];
  const [allowsSelf, price] = [flags.allowSelfJudge ?? file.allow_self_judge, flags.judgePrice ?? file.judge_price];
  if (judge === undefined) {
    const named = Object.entries({ '--judge-base-url': baseUrl, '--judge-frames': showsFrames, '--judge-concurrency': concurrency, '--judge-repeats': repeats, '--allow-self-judge': allowsSelf, '--judge-price': price }).find(([, value]) => value !== undefined)?.[0];
    if (named === undefined) return null;
    throw new EngineError('usage/bad-argument', `${named} says something about a judge, and none is named`, { hint: 'add --judge PROVIDER:NAME' });
  }
  return { judge, baseUrl, showsFrames: showsFrames ?? false, concurrency: concurrency ?? DEFAULT_JUDGE_CONCURRENCY, repeats: repeats ?? 1, allowsSelf: allowsSelf ?? false, price };
}
