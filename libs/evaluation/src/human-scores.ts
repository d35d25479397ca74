import { EngineError } from '@medstream/schema';
import { z } from 'zod';

import { replyKey } from './read-reply.js';

const mark = z.int().min(0).max(5);
const humanScoreSchema = z.strictObject({
  sample_id: z.string().min(1),
  round: z.int().min(1).nullish(),
  correctness: z.int().min(0).max(2).optional(),
  evidence_grounding: z.int().min(0).max(2).optional(),
  safety: z.int().min(0).max(1).optional(),
  marks: z.record(z.string(), mark).optional(),
});

/** What a person gave one call, by criterion. */
export type HumanMarks = Readonly<Record<string, number>>;

/** Marks of people by call, see {@link readHumanScores}. */
export type HumanScores = ReadonlyMap<string, HumanMarks>;

/**
 * Reads marks of people: lines of `{sample_id, round?, correctness, evidence_grounding, safety}`, or with `marks` by
 * dimension for tasks that have such; one line a call. A criterion may be left out.
 *
 * @param name of the file, for messages
 * @throws EngineError `input/bad-record`, `input/duplicate`
 */
export async function readHumanScores(name: string, records: AsyncIterable<unknown>): Promise<HumanScores> {
  const scores = new Map<string, HumanMarks>();
  let number = 0;
  for await (const record of records) {
    number += 1;
    const parsed = humanScoreSchema.safeParse(record);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new EngineError('input/bad-record', `${name}, record ${number}, ${issue?.path.join('.') ?? ''}: ${issue?.message}`, { hint: 'each line is {"sample_id": …, "round": …, "correctness": 0 to 2, "evidence_grounding": 0 to 2, "safety": 0 or 1}; round only for streaming items' });
    }
    const { sample_id: sampleId, round, marks, ...points } = parsed.data;
    const key = replyKey(sampleId, round ?? null);
    if (scores.has(key)) throw new EngineError('input/duplicate', `${name}, record ${number}: a second line for "${sampleId}"${round === undefined || round === null ? '' : ` round ${round}`}`, { hint: 'give one line for each call; of several raters, what they agreed on' });
    scores.set(key, { ...points, ...marks });
  }
  return scores;
}
