import { type BenchmarkItem, createSeededRandom, type ItemScore } from '@medstream/schema';
import fc from 'fast-check';

import { scoreItem } from './score-item.js';
import { makeFutureItem, makeProactiveItem } from './testing/make-items.js';

/**
 * A second implementation of metrics.md sections 2 and 3, written from the text with plain loops and seconds, and none of
 * the library's functions: texts here are plain, so that reading them is a comparison.
 */
function scoreNaively(item: BenchmarkItem, said: readonly string[], { kernel = 'exponential', delta = item.tolerance_sec ?? 2 }: { kernel?: string; delta?: number } = {}) {
  const rounds = [...(item.rounds ?? [])].sort((one, other) => one.current_time - other.current_time);
  const isAlerting = item.temporal_mode === 'proactive';
  let tStar: number | null = null;
  if (item.expected_response_time === undefined) {
    for (const round of rounds) if (tStar === null && round.answerable) tStar = round.current_time;
  } else if (item.expected_response_time !== null && item.expected_response_time <= (rounds[rounds.length - 1]?.current_time ?? -1)) tStar = item.expected_response_time;
  let [sum, pre, post, preN, postN, first, positiveAfter] = [0, 0, 0, 0, 0, null as number | null, 0];
  rounds.forEach((round, index) => {
    const reply = said[index] as string;
    const isPositive = isAlerting ? reply.startsWith('alert') : reply !== 'unanswerable';
    let right: boolean;
    if (isAlerting) right = isPositive === round.expected_output.startsWith('alert');
    else right = reply === round.expected_output;
    sum += right ? 1 : 0;
    const isAfter = tStar !== null && round.current_time >= tStar;
    if (isAfter) {
      post += right ? 1 : 0;
      postN += 1;
      if (isPositive) positiveAfter += 1;
    } else {
      pre += right ? 1 : 0;
      preN += 1;
    }
    if (isPositive && first === null) first = round.current_time;
  });
  const content = sum / rounds.length;
  let responsiveness: number;
  if (tStar === null) responsiveness = first === null ? 1 : 0;
  else if (first === null) responsiveness = 0;
  else {
    const beyond = Math.abs(first - tStar) - delta;
    if (beyond <= 1e-9) responsiveness = 1;
    else if (kernel === 'step') responsiveness = 0;
    else if (kernel === 'linear') responsiveness = beyond > 10 ? 0 : 1 - beyond / 10;
    else responsiveness = Math.exp(-beyond / 10);
  }
  return {
    content,
    content_pre: preN === 0 ? null : pre / preN,
    content_post: postN === 0 ? null : post / postN,
    responsiveness,
    stability: postN === 0 ? null : positiveAfter / postN,
    overall: 0.7 * content + 0.3 * responsiveness,
    first_positive_time: first,
  };
}

const FIGURES = ['content', 'content_pre', 'content_post', 'responsiveness', 'stability', 'overall', 'first_positive_time'] as const;

function expectSame(score: ItemScore, naive: ReturnType<typeof scoreNaively>): void {
  for (const name of FIGURES) {
    const [one, other] = [score[name], naive[name]];
    if (other === null) expect([name, one]).toEqual([name, null]);
    else expect([name, Math.abs((one ?? 99) - other) < 1e-12]).toEqual([name, true]);
  }
}

const draw = fc.record({
  times: fc.uniqueArray(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 9 }).map((millis) => millis.sort((one, other) => one - other).map((milli) => milli / 1000)),
  evidenceAt: fc.nat(9),
  statedSec: fc.option(fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 70_000 }).map((milli) => milli / 1000)), { nil: undefined }),
  tolerance: fc.option(fc.integer({ min: 0, max: 12_000 }).map((milli) => milli / 1000), { nil: undefined }),
  replies: fc.array(fc.nat(3), { minLength: 9, maxLength: 9 }),
  kernel: fc.constantFrom('exponential' as const, 'linear' as const, 'step' as const),
});

it.each(['future', 'proactive'] as const)('C, R, S and O of %s items agree with a second implementation to 1e-12', (mode) => {
  const answers = mode === 'future' ? ['unanswerable', 'hook', 'grasper', 'clip applier'] : ['no_alert', 'uncertain', 'alert: smoke', 'alert: blood'];
  const [silent, due] = mode === 'future' ? ['unanswerable', 'hook'] : ['no_alert', 'alert: smoke'];
  fc.assert(
    fc.property(draw, ({ times, evidenceAt, statedSec, tolerance, replies, kernel }) => {
      const facts = { ...(statedSec === undefined ? {} : { expected_response_time: statedSec }), ...(tolerance === undefined ? {} : { tolerance_sec: tolerance }) };
      const rounds = times.map((time, index) => [time, index >= evidenceAt ? due : silent, index >= evidenceAt] as const);
      const item = mode === 'future' ? makeFutureItem(rounds, facts) : makeProactiveItem(rounds, facts);
      const said = times.map((_, index) => answers[replies[index] ?? 0] as string);
      const score = scoreItem({ item, replies: said.map((raw, index) => ({ round: index + 1, status: 'ok' as const, raw })), kernel });
      expectSame(score, scoreNaively(item, said, { kernel }));
      // in whatever order the replies come
      const shuffled = createSeededRandom(evidenceAt, 'shuffle').shuffle(said.map((raw, index) => ({ round: index + 1, status: 'ok' as const, raw })));
      expect(scoreItem({ item, replies: shuffled, kernel })).toEqual(score);
    }),
    { numRuns: 500 },
  );
});

it('the worked case of metrics.md section 3, by both', () => {
  const item = makeFutureItem([[10, 'unanswerable', false], [20, 'unanswerable', false], [30, 'hook', true], [40, 'hook', true]]);
  const said = ['unanswerable', 'hook', 'hook', 'unanswerable'];
  const naive = scoreNaively(item, said);
  expect([naive.content, naive.stability, Number(naive.responsiveness.toFixed(4)), Number(naive.overall.toFixed(4))]).toEqual([0.5, 0.5, 0.4493, 0.4848]);
  expectSame(scoreItem({ item, replies: said.map((raw, index) => ({ round: index + 1, status: 'ok', raw })) }), naive);
});
