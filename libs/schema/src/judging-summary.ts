import { z } from 'zod';

const count = z.int().min(0);
const figure = z.number().nullable();

/** What a judge did in a run, and how far it can be trusted (metrics.md section 5). */
export const judgingSummarySchema = z.strictObject({
  judge: z.string().describe('PROVIDER:NAME, or lexical'),
  verdicts: count.describe('calls with a verdict that scores'),
  repaired: count.describe('of these, after a repair turn'),
  unreadable: count.describe('calls whose judgement failed: two replies and neither could be read'),
  no_reply: count.describe('calls the judge gave no reply to; asked again whenever it is there'),
  note: z.string().optional().describe('what stands beside every figure it takes part in'),
  reruns: z
    .strictObject({
      repeats: z.int().min(2),
      n: count.describe('calls with at least two verdicts; the figures are over these'),
      failed: count.describe('verdicts that failed, of all'),
      changed: figure.describe('share of calls whose content was not the same in all repeats'),
      mean_variance: figure.describe('mean over calls of the sample variance of their content'),
      standard_deviation: figure.describe('its square root: what the content of one call moves by'),
      run_means: z.array(z.number()).describe('mean content of each repeat over the calls that all of them marked'),
    })
    .optional()
    .describe('how much content moves when the same answers are judged again; with --judge-repeats'),
  agreement: z
    .record(
      z.string(),
      z.strictObject({
        n: count.describe('calls that both marked'),
        unrated: count.describe('calls that one of them did not mark'),
        exact: figure.describe('share of equal marks'),
        mean_difference: figure.describe('mean of judge minus person'),
        kappa: figure.describe('Cohen\'s kappa; null where it is not defined'),
        weighted_kappa: figure.describe('kappa with quadratic weights'),
      }),
    )
    .optional()
    .describe('by criterion, against the marks of people; with --human-scores'),
});
export type JudgingSummary = z.infer<typeof judgingSummarySchema>;
