import { createSeededRandom } from '@medstream/schema';
import fc from 'fast-check';

import { createRateControl } from './create-rate-control.js';
import type { RateControl, RateControlOptions, RateOutcome, RatePermit } from './rate-control.js';

const answered: RateOutcome = { kind: 'answered', tokens: null };
const overloaded = (retryAfterMs: number | null = null): RateOutcome => ({ kind: 'overloaded', retryAfterMs });

/** Lets everything run that waits for nothing but promises. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** A clock that moves only when told, and wakes whom it passes. */
function startClock() {
  let nowMs = 1_000;
  let sleepers: { atMs: number; wake: () => void }[] = [];
  return {
    now: () => nowMs,
    sleep: async (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const sleeper = { atMs: nowMs + ms, wake: resolve };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          reject(signal.reason as Error);
        });
      }),
    async advance(ms: number) {
      await settle();
      const endMs = nowMs + ms;
      for (;;) {
        const next = sleepers.filter(({ atMs }) => atMs <= endMs).sort((one, other) => one.atMs - other.atMs)[0];
        if (next === undefined) break;
        sleepers = sleepers.filter((other) => other !== next);
        nowMs = Math.max(nowMs, next.atMs);
        next.wake();
        await settle();
      }
      nowMs = endMs;
      await settle();
    },
    sleeping: () => sleepers.length,
  };
}

function start(options: Partial<RateControlOptions> = {}) {
  const clock = startClock();
  const control = createRateControl({ maxInFlight: 8, ...options, now: clock.now, sleep: clock.sleep });
  const begun: { permit: RatePermit; atMs: number; tokens: number }[] = [];
  const refused: unknown[] = [];
  const ask = (count: number, tokens = 1, signal?: AbortSignal): void => {
    for (let index = 0; index < count; index += 1) {
      control.acquire({ tokens, signal }).then(
        (permit) => begun.push({ permit, atMs: clock.now(), tokens }),
        (error: unknown) => refused.push(error),
      );
    }
  };
  return { clock, control, begun, refused, ask };
}

/** Makes so many calls one after the other, each with the same end. */
async function call(control: RateControl, count: number, outcome: RateOutcome): Promise<void> {
  for (let index = 0; index < count; index += 1) (await control.acquire({ tokens: 1 })).release(outcome);
}

describe('calls at a time', () => {
  it('begin with four, or with the maximum where that is less', () => {
    expect(start().control.state.limit).toBe(4);
    expect(start({ maxInFlight: 3 }).control.state.limit).toBe(3);
    expect(start({ startInFlight: 2 }).control.state.limit).toBe(2);
  });

  it('grow by one after as many answers as are allowed, up to the maximum', async () => {
    const { control } = start({ startInFlight: 1, maxInFlight: 4 });
    const limits = [];
    // 1 answer: 2; 2 more: 3; 3 more: 4; then no more
    for (const answers of [1, 1, 1, 2, 1, 40]) {
      await call(control, answers, answered);
      limits.push(control.state.limit);
    }
    expect(limits).toEqual([2, 2, 3, 3, 4, 4]);
  });

  it('halve on overload, down to one, and failures of other kinds change nothing', async () => {
    const { control } = start({ startInFlight: 7 });
    await call(control, 5, { kind: 'failed' });
    const limits = [control.state.limit];
    for (let index = 0; index < 4; index += 1) {
      await call(control, 1, overloaded());
      limits.push(control.state.limit);
    }
    expect(limits).toEqual([7, 3, 1, 1, 1]);
  });

  it('halve once for all calls that were under way together', async () => {
    const { control, begun, ask } = start({ startInFlight: 8 });
    ask(8);
    await settle();
    for (const { permit } of begun) permit.release(overloaded());
    expect(control.state).toEqual({ limit: 4, inFlight: 0, waiting: 0 });
  });

  it.each<[string, { refuses: (draw: number, inFlight: number) => boolean; least: number; most: number }]>([
    // 8 of 32 by chance at one in ten: about one refusal in thirty halves, so that the limit has some 300 calls to grow by half of itself
    ['stay many where one call in ten is refused by chance', { refuses: (draw) => draw < 0.1, least: 16, most: 32 }],
    ['fall to one or two where most are refused', { refuses: (draw) => draw < 0.6, least: 1, most: 2 }],
    // 9 in flight: 1 in 9 refused; 11: 3 in 11, over a quarter
    ['stay near what the server takes at a time', { refuses: (_, inFlight) => inFlight > 8, least: 5, most: 12 }],
  ])('%s', async (_, { refuses, least, most }) => {
    const { control } = start({ maxInFlight: 32 });
    const random = createSeededRandom(7, 'refusals');
    let underWay: { permit: RatePermit; isRefused: boolean }[] = [];
    let [sum, rounds] = [0, 0];
    for (let round = 0; round < 300; round += 1) {
      while (control.state.inFlight < control.state.limit) {
        const permit = await control.acquire({ tokens: 1 });
        underWay.push({ permit, isRefused: refuses(random.nextUnit(), control.state.inFlight) });
      }
      for (const { permit, isRefused } of underWay) permit.release(isRefused ? overloaded() : answered);
      underWay = [];
      // the first rounds grow from four
      if (round < 100) continue;
      sum += control.state.limit;
      rounds += 1;
    }
    expect(sum / rounds).toBeGreaterThanOrEqual(least);
    expect(sum / rounds).toBeLessThanOrEqual(most);
  });

  it('halve again with the next round where it is refused, too', async () => {
    const { control, begun, ask } = start({ startInFlight: 8 });
    const limits = [];
    for (let round = 0; round < 3; round += 1) {
      const before = begun.length;
      ask(control.state.limit);
      await settle();
      for (const { permit } of begun.slice(before)) permit.release(overloaded());
      limits.push(control.state.limit);
    }
    expect(limits).toEqual([4, 2, 1]);
  });

  it('are judged by what was asked since they halved: the refusals of before make no chance refusal an overload', async () => {
    const { control, begun, ask } = start({ startInFlight: 32, maxInFlight: 32 });
    ask(32);
    await settle();
    for (const { permit } of begun) permit.release(overloaded());
    expect(control.state.limit).toBe(16);
    // 1 of 11, where it would be 22 of 32 with those of before
    await call(control, 10, answered);
    await call(control, 1, overloaded());
    expect(control.state.limit).toBe(16);
    // 4 of 14
    await call(control, 3, overloaded());
    expect(control.state.limit).toBe(8);
  });

  it('start in the order of asking as places become free', async () => {
    const { control, begun, ask } = start({ startInFlight: 2 });
    for (const tokens of [1, 2, 3, 4]) ask(1, tokens);
    await settle();
    expect(begun.map(({ tokens }) => tokens)).toEqual([1, 2]);
    expect(control.state).toEqual({ limit: 2, inFlight: 2, waiting: 2 });
    begun[1]?.permit.release({ kind: 'failed' });
    await settle();
    expect(begun.map(({ tokens }) => tokens)).toEqual([1, 2, 3]);
  });

  it('a permit given back twice is a defect', async () => {
    const permit = await start().control.acquire({ tokens: 1 });
    permit.release(answered);
    expect(() => permit.release(answered)).toThrow('released twice');
  });
});

describe('calls and tokens a minute', () => {
  it('the third of two a minute starts when the first leaves the minute', async () => {
    const { clock, begun, ask } = start({ requestsPerMinute: 2 });
    ask(1);
    await clock.advance(10_000);
    ask(2);
    await clock.advance(120_000);
    // asked at 1 s; 11 s; waits for 1 s + 60 s
    expect(begun.map(({ atMs }) => atMs)).toEqual([1_000, 11_000, 61_000]);
  });

  it('tokens are those the vendor counted once it said so', async () => {
    const { clock, begun, ask } = start({ tokensPerMinute: 100 });
    ask(1, 90);
    await settle();
    ask(1, 50);
    await settle();
    expect(begun).toHaveLength(1);
    begun[0]?.permit.release({ kind: 'answered', tokens: 40 });
    await settle();
    // 40 + 50 fit
    expect(begun.map(({ atMs }) => atMs)).toEqual([1_000, 1_000]);
    ask(1, 20);
    await clock.advance(60_000);
    expect(begun.map(({ atMs }) => atMs)).toEqual([1_000, 1_000, 61_000]);
  });

  it('a call larger than the limit goes alone', async () => {
    const { clock, begun, ask } = start({ tokensPerMinute: 100 });
    ask(1, 10);
    ask(1, 500);
    ask(1, 10);
    await clock.advance(200_000);
    expect(begun.map(({ atMs, tokens }) => [atMs, tokens])).toEqual([[1_000, 10], [61_000, 500], [121_000, 10]]);
  });

  it('whatever is asked when, no minute holds more than its limits, nobody overtakes, and all start in the end', async () => {
    const step = fc.record({ afterMs: fc.integer({ min: 0, max: 40_000 }), tokens: fc.integer({ min: 1, max: 130 }), end: fc.constantFrom<RateOutcome>(answered, overloaded(), overloaded(5_000), { kind: 'failed' }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }), async (steps, requestsPerMinute, maxInFlight) => {
        const { clock, control, begun, ask } = start({ requestsPerMinute, tokensPerMinute: 100, maxInFlight, maxTotalWaitMs: 1e9 });
        let released = 0;
        const releaseAll = async (): Promise<void> => {
          expect(control.state.inFlight).toBeLessThanOrEqual(Math.max(maxInFlight, 1));
          for (; released < begun.length; released += 1) begun[released]?.permit.release(steps[released]?.end ?? answered);
          await settle();
        };
        for (const { afterMs, tokens } of steps) {
          await clock.advance(afterMs);
          ask(1, tokens);
          await settle();
          await releaseAll();
        }
        for (let minute = 0; minute < 60 && begun.length < steps.length; minute += 1) {
          await clock.advance(30_000);
          await releaseAll();
        }
        expect(begun.map(({ tokens }) => tokens)).toEqual(steps.map(({ tokens }) => tokens));
        for (const first of begun) {
          const minute = begun.filter(({ atMs }) => atMs >= first.atMs && atMs < first.atMs + 60_000);
          expect(minute.length).toBeLessThanOrEqual(requestsPerMinute);
          if (minute.length > 1) expect(minute.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(100);
        }
        expect(control.state.limit).toBeGreaterThanOrEqual(1);
        expect(control.state.limit).toBeLessThanOrEqual(maxInFlight);
      }),
      { numRuns: 60 },
    );
  });
});

describe('being told to wait', () => {
  it('holds everybody back, for the longest time told', async () => {
    const { clock, begun, ask } = start({ startInFlight: 8 });
    ask(2);
    await settle();
    begun[0]?.permit.release(overloaded(20_000));
    begun[1]?.permit.release(overloaded(5_000));
    ask(2);
    await clock.advance(19_999);
    expect(begun).toHaveLength(2);
    await clock.advance(1);
    expect(begun.map(({ atMs }) => atMs)).toEqual([1_000, 1_000, 21_000, 21_000]);
  });

  it('ends everything once no answer came for longer than the cap, for good', async () => {
    const { clock, control, begun, refused, ask } = start({ maxTotalWaitMs: 60_000 });
    await call(control, 1, overloaded(40_000));
    ask(1);
    await clock.advance(40_000);
    expect(begun).toHaveLength(1);
    // held back since 1 s; 41 s + 30 s is 70 s later
    begun[0]?.permit.release(overloaded(30_000));
    ask(1);
    await settle();
    expect(refused).toEqual([expect.objectContaining({ code: 'model/failing', exitCode: 3 })]);
  });

  it('an answer in between starts the cap anew', async () => {
    const { clock, control, begun, refused, ask } = start({ maxTotalWaitMs: 60_000 });
    for (let index = 0; index < 5; index += 1) {
      await call(control, 1, overloaded(40_000));
      await clock.advance(40_000);
      await call(control, 1, answered);
    }
    ask(1);
    await settle();
    expect([begun.length, refused]).toEqual([1, []]);
  });

  it('a wait of a day is over the cap at once: whoever waits is told', async () => {
    const { begun, refused, ask } = start({ startInFlight: 1 });
    ask(3);
    await settle();
    begun[0]?.permit.release(overloaded(86_400_000));
    await settle();
    expect(refused).toEqual(Array.from({ length: 2 }, () => expect.objectContaining({ message: 'the model server asks for a wait of 86400 s, longer than the 1800 s that a run waits' })));
  });
});

it('a quota that is used up ends everything, with what the vendor said', async () => {
  const { control, begun, refused, ask } = start({ startInFlight: 1 });
  ask(2);
  await settle();
  begun[0]?.permit.release({ kind: 'quota-used-up', message: 'google:g: HTTP 429 quota' });
  await settle();
  expect(refused).toEqual([expect.objectContaining({ code: 'model/quota-used-up', exitCode: 3, message: 'google:g: HTTP 429 quota' })]);
  await expect(control.acquire({ tokens: 1 })).rejects.toMatchObject({ code: 'model/quota-used-up' });
});

it('time in which nobody asks is no time in which the server answers nobody', async () => {
  const { clock, control, begun, refused, ask } = start({ maxTotalWaitMs: 1_800_000 });
  await call(control, 1, { kind: 'unanswered' });
  // an hour later somebody asks again, and fails twice
  await clock.advance(3_600_000);
  await call(control, 1, { kind: 'unanswered' });
  await call(control, 1, { kind: 'unanswered' });
  // but who asks every five minutes, as the most patient calls do, is held back all the time: for half an hour and a second
  expect(control.closed.aborted).toBe(false);
  for (let minutes = 0; minutes < 30; minutes += 5) {
    await clock.advance(300_000);
    await call(control, 1, { kind: 'unanswered' });
  }
  expect(control.closed.aborted).toBe(false);
  await clock.advance(1_000);
  await call(control, 1, { kind: 'unanswered' });
  expect(control.closed.reason).toMatchObject({ code: 'model/failing', message: expect.stringContaining('answers no call for 1801 s') as string });
  ask(1);
  await settle();
  expect([begun.length, refused.length]).toEqual([0, 1]);
});

it('calls without an answer count towards the total wait, and an answer ends it', async () => {
  const { clock, control, refused, ask } = start({ maxTotalWaitMs: 60_000 });
  for (const outcome of [{ kind: 'unanswered' }, answered, { kind: 'unanswered' }] as const) {
    await call(control, 1, outcome);
    await clock.advance(60_000);
  }
  await call(control, 1, { kind: 'unanswered' });
  expect(control.state).toEqual({ limit: 4, inFlight: 0, waiting: 0 });
  expect(control.closed.aborted).toBe(false);
  await clock.advance(1);
  await call(control, 1, { kind: 'unanswered' });
  expect(control.closed).toMatchObject({ aborted: true, reason: { code: 'model/failing' } });
  ask(1);
  await settle();
  expect(refused).toEqual([control.closed.reason]);
});

it('lets calls through again after a time, where it is told to', async () => {
  const { clock, control, begun, refused, ask } = start({ reopenAfterMs: 600_000 });
  await call(control, 1, { kind: 'quota-used-up', message: 'm' });
  const { closed } = control;
  await clock.advance(599_999);
  ask(1);
  await settle();
  expect([begun.length, refused.length, closed.aborted]).toEqual([0, 1, true]);
  await clock.advance(1);
  ask(1);
  await settle();
  expect([begun.length, refused.length, control.closed.aborted]).toEqual([1, 1, false]);
});

describe('abort', () => {
  it('takes who waits out of the queue, with its reason, and leaves no timer behind', async () => {
    const { clock, control, refused, begun, ask } = start({ requestsPerMinute: 1 });
    ask(1);
    const controller = new AbortController();
    ask(1, 1, controller.signal);
    ask(1);
    await settle();
    expect(clock.sleeping()).toBe(1);
    controller.abort(new Error('enough'));
    await settle();
    expect(refused).toEqual([new Error('enough')]);
    expect(control.state.waiting).toBe(1);
    expect(clock.sleeping()).toBe(1);
    await clock.advance(60_000);
    expect(begun).toHaveLength(2);
    expect(clock.sleeping()).toBe(0);
  });

  it('of the only one who waits ends the wait of the process', async () => {
    const { clock, ask } = start({ requestsPerMinute: 1 });
    const controller = new AbortController();
    ask(1);
    ask(1, 1, controller.signal);
    await settle();
    controller.abort();
    await settle();
    expect(clock.sleeping()).toBe(0);
  });

  it('that came before is the answer', async () => {
    const { control } = start();
    await expect(control.acquire({ tokens: 1, signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect(control.state).toEqual({ limit: 4, inFlight: 0, waiting: 0 });
  });
});

it.each([{ maxInFlight: 0 }, { requestsPerMinute: 0 }, { tokensPerMinute: 1.5 }, { startInFlight: -1 }])('%j lets nothing through and is refused', (options) => {
  expect(() => createRateControl({ maxInFlight: 1, ...options })).toThrow(expect.objectContaining({ code: 'usage/bad-argument' }));
});
