import { ENGINE_STATUSES, MODEL_STATUSES, type PredictionStatus } from '@medstream/schema';

import { scoreItem } from './score-item.js';
import { summariseScores } from './summarise-scores.js';
import { makeClosedItem } from './testing/make-items.js';

const right = makeClosedItem({ sample_id: 'a' });
const other = makeClosedItem({ sample_id: 'b' });

/** One right answer, and one call that ended otherwise, with a text that would be right. */
function summarise(status: PredictionStatus) {
  const scores = [
    scoreItem({ item: right, replies: [{ round: null, status: 'ok', raw: 'hook', value: 'hook' }] }),
    scoreItem({ item: other, replies: [{ round: null, status, raw: 'hook' }] }),
  ];
  return summariseScores({ items: [right, other], scores, jobs: 2, seed: 1, leakAudit: { jobs: 2, violations: 0 }, withBaselineIntervals: false });
}

describe('a call that ended without an answer', () => {
  it.each(MODEL_STATUSES.filter((status) => status !== 'ok'))('%s stays in the denominator, scores 0 whatever text came with it, and is counted', (status) => {
    // (1 + 0) / 2
    expect(summarise(status)).toMatchObject({ overall: { value: 0.5, n: 2 }, statuses: { ok: 1, [status]: 1 }, unscored: {}, incomplete: false });
  });

  it.each(ENGINE_STATUSES)('%s is ours: out of the mean, counted, between bounds, and the run incomplete', (status) => {
    // 1 / 1; the item without a score wrong or right: 1/2 to 2/2
    expect(summarise(status)).toMatchObject({ overall: { value: 1, n: 1, bounds: [0.5, 1] }, statuses: { ok: 1, [status]: 1 }, unscored: { [status]: 1 }, incomplete: true });
  });
});
