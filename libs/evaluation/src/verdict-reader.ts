import { type BenchmarkItem, EngineError, hashJson, type JudgementRecord } from '@medstream/schema';
import { type JudgeVerdict, planJudgement, type ScoredReply } from '@medstream/metrics';

import { readJudged, readRecord } from './judge-calls.js';
import { readInTurn } from './read-in-turn.js';
import type { RunFolder } from './ports.js';
import { RUN_FILES } from './run-files.js';

/** A call with all that a judge said of it, repeats in order. */
export interface JudgedCall {
  reply: ScoredReply;
  records: readonly JudgementRecord[];
}

/** The verdicts of a folder, taken item by item in the order in which they are scored. */
export interface VerdictReader {
  /** One entry for each reply that a judge has a say in. */
  take(item: BenchmarkItem, replies: readonly ScoredReply[]): Promise<JudgedCall[]>;
  /** @throws EngineError `store/corrupt` where verdicts are left over */
  finish(): Promise<void>;
}

const NOBODY: VerdictReader = { take: async () => [], finish: async () => undefined };

/**
 * Reads `judgements.jsonl` beside the calls. Verdicts of another judge, and on answers that have changed since, count as
 * none: their answers wait for a judge.
 *
 * @param judge whose verdicts count; null: none
 */
export function openVerdicts(folder: RunFolder, judge: string | null): VerdictReader {
  if (judge === null) return NOBODY;
  const records = readInTurn(folder.readRecords(RUN_FILES.judgements));
  const takeOf = async (sampleId: string, { round = null, repeat }: ScoredReply): Promise<JudgementRecord[]> => {
    const taken: JudgementRecord[] = [];
    for (;;) {
      const next = await records.peek();
      if (next === undefined) return taken;
      const record = readRecord(RUN_FILES.judgements, next);
      if (record.sample_id !== sampleId || (record.round ?? null) !== round || record.reply_repeat !== repeat) return taken;
      taken.push(record);
      await records.take();
    }
  };
  return {
    async take(item, replies) {
      const judged: JudgedCall[] = [];
      for (const reply of replies) {
        const found = await takeOf(item.sample_id, reply);
        if (found.length === 0) continue;
        const question = planJudgement(item, readJudged(reply));
        const hash = question === null ? null : hashJson(question);
        const own = found.filter((record) => record.judge === judge && record.question_sha256 === hash);
        if (own.length > 0) judged.push({ reply, records: own });
      }
      return judged;
    },
    async finish() {
      if ((await records.peek()) === undefined) return;
      throw new EngineError('store/corrupt', `${RUN_FILES.judgements} does not hold the verdicts of this run in the order of its calls`, { hint: 'the file was changed from outside; remove it and score the run again with --judge' });
    },
  };
}

/** The verdicts that score the replies of one repeat: the first of each call. */
export function listVerdicts(judged: readonly JudgedCall[], replyRepeat: number): JudgeVerdict[] {
  return judged.filter(({ reply }) => (reply.repeat ?? 0) === replyRepeat).flatMap(({ records }) => records.filter(({ repeat }) => repeat === 0).map(toVerdict));
}

export function toVerdict({ round: number, verdict }: Pick<JudgementRecord, 'round' | 'verdict'>): JudgeVerdict {
  const round = number ?? null;
  return verdict === null ? { round, failed: true } : { round, ...verdict };
}
