import { type ReviewMark, type ReviewedItem, type ReviewSummary, summariseReview } from '@medstream/metrics';
import { compareText, EngineError, figureSchema } from '@medstream/schema';
import { z } from 'zod';

import { stratumOf } from './choose-sample.js';
import type { RaterAnswers } from './read-answers.js';
import type { KeyItem, ReviewKey } from './review-key.js';
import { CANNOT_TELL } from './review-question.js';

const count = z.int().min(0);

/** Agreement over some items of the sheet. */
export const agreementSchema = z.strictObject({
  complete: count.describe('items that every rater answered: the shares are over these'),
  partial: count.describe('items that some rater left open'),
  support: z.strictObject({ all: figureSchema, some: figureSchema, none: figureSchema }).describe('shares of items whose answer all, some but not all, and none of the raters gave'),
  kappa: figureSchema.nullable().describe('of Cohen, over the marks; null unless there are two raters'),
  alpha: figureSchema.describe('of Krippendorff, over the marks, nominal'),
});
const groups = z.record(z.string(), agreementSchema);

/** `review.json`: what a human check came to. */
export const reviewReportSchema = z.strictObject({
  schema_version: z.literal(1),
  sheet: z.string(),
  seed: z.int(),
  raters: count,
  overall: agreementSchema,
  temporal_modes: groups,
  datasets: groups,
  question_types: groups,
  label_sources: groups,
  strata: groups.describe('by data set, mode and type of question'),
  unsupported: z.array(z.string()).describe('sample_ids of items that no rater supports: to be looked at again or taken out'),
  items: z.array(
    z.strictObject({
      number: count,
      sample_id: z.string(),
      round: count.nullable(),
      supporting: z.array(z.array(z.string())).describe('answers that are the item\'s own, as letters of the sheet'),
      answers: z.array(z.array(z.string()).nullable()).describe('a rater each; null where left open'),
      marks: z.array(z.enum(['supported', 'unsupported', 'unclear']).nullable()),
      remarks: z.array(z.string()),
    }),
  ),
  files: z.array(z.strictObject({ path: z.string(), sha256: z.string(), items: count, reviewed: count })).describe('what was written'),
});
export type ReviewAgreement = z.infer<typeof agreementSchema>;
export type ReviewReport = z.infer<typeof reviewReportSchema>;

/** What enters the items, by sample_id, and the report but for its files. */
export interface ReviewOutcome {
  quality: ReviewSummary['quality'];
  report: Omit<ReviewReport, 'files'>;
}

/**
 * Joins what the raters said with the key.
 *
 * @throws EngineError `usage/bad-argument` where a rater is missing or comes twice
 */
export function judgeAnswers(key: ReviewKey, files: readonly RaterAnswers[]): ReviewOutcome {
  const byRater = orderRaters(key, files);
  const items = key.items.map((item) => {
    const answers = byRater.map(({ answers: given }) => given.get(item.number) ?? { letters: [], remark: '' });
    const marks = answers.map(({ letters }) => markAnswer(letters, item));
    return { item, answers, marks, reviewed: { sampleId: item.sample_id, caseId: item.case_id, marks } satisfies ReviewedItem };
  });
  const summarise = (own: readonly ReviewedItem[], path: string): ReviewSummary => summariseReview(own, { raters: key.raters, seed: key.seed, path });
  const groupBy = (name: string, groupOf: (item: KeyItem) => string): Record<string, ReviewAgreement> => {
    const names = [...new Set(key.items.map(groupOf))].sort(compareText);
    return Object.fromEntries(names.map((group) => [group, toAgreement(summarise(items.filter(({ item }) => groupOf(item) === group).map(({ reviewed }) => reviewed), `review/${name}/${group}`))]));
  };
  const overall = summarise(items.map(({ reviewed }) => reviewed), 'review');
  return {
    quality: overall.quality,
    report: {
      schema_version: 1,
      sheet: key.sheet,
      seed: key.seed,
      raters: key.raters,
      overall: toAgreement(overall),
      temporal_modes: groupBy('temporal_modes', ({ temporal_mode: mode }) => mode),
      datasets: groupBy('datasets', ({ dataset }) => dataset),
      question_types: groupBy('question_types', ({ question_type: type }) => type),
      label_sources: groupBy('label_sources', ({ label_source: source }) => source),
      strata: groupBy('strata', stratumOf),
      unsupported: overall.unsupported,
      items: items.map(({ item, answers, marks }) => ({
        number: item.number,
        sample_id: item.sample_id,
        round: item.round,
        supporting: item.supporting,
        answers: answers.map(({ letters }) => (letters.length === 0 ? null : letters)),
        marks,
        remarks: answers.map(({ remark }) => remark),
      })),
    },
  };
}

/** Null where nothing was answered. */
export function markAnswer(letters: readonly string[], { supporting }: Pick<KeyItem, 'supporting'>): ReviewMark | null {
  if (letters.length === 0) return null;
  const isSame = (own: readonly string[]): boolean => own.length === letters.length && own.every((letter) => letters.includes(letter));
  if (supporting.some(isSame)) return 'supported';
  return letters.length === 1 && letters[0] === CANNOT_TELL ? 'unclear' : 'unsupported';
}

function orderRaters({ raters }: ReviewKey, files: readonly RaterAnswers[]): RaterAnswers[] {
  return Array.from({ length: raters }, (_, index) => {
    const own = files.filter(({ rater }) => rater === index + 1);
    const [answers] = own;
    if (answers === undefined) throw new EngineError('usage/bad-argument', `the answers of rater ${index + 1} are missing: the sheet is for ${raters} raters`, { hint: 'name one file for each rater after --answers' });
    if (own.length > 1) throw new EngineError('usage/bad-argument', `${own.length} files are of rater ${index + 1}`, { hint: 'name one file for each rater; a rater who chose the wrong number can save the form anew' });
    return answers;
  });
}

function toAgreement({ complete, partial, support, kappa, alpha }: ReviewSummary): ReviewAgreement {
  return { complete, partial, support, kappa, alpha };
}
