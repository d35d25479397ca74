import fc from 'fast-check';

import { createCostBudget, createCostMeter } from './create-cost-meter.js';
import { priceOf } from './price-of.js';
import { PRICE_TABLE_DATE, PRICES } from './price-table.js';

const gemini = { name: 'google:gemini-2.5-pro', endpoint: 'https://generativelanguage.googleapis.com/v1beta' };
const usage = (input: number | null, output: number | null) => ({ input_tokens: input, output_tokens: output });

describe('priceOf', () => {
  it.each<[string, Parameters<typeof priceOf>[0], Parameters<typeof priceOf>[1], number | null]>([
    // 1,000 * 1.25 / 1e6 + 100 * 10 / 1e6
    ['a call', usage(1_000, 100), gemini, 0.00225],
    // 200,000 tokens are not above 200,000: 0.25 + 0
    ['at the edge of long', usage(200_000, 0), gemini, 0.25],
    // 300,000 * 2.5 / 1e6 + 1,000 * 15 / 1e6
    ['long', usage(300_000, 1_000), gemini, 0.765],
    // a million each: 3 + 15
    ['a dated name', usage(1_000_000, 1_000_000), { name: 'anthropic:claude-sonnet-4-20250514', endpoint: 'https://api.anthropic.com/v1' }, 18],
    ['nothing taken, which is not unknown', usage(0, 0), gemini, 0],
    ['no usage', null, gemini, null],
    ['half a usage', usage(1_000, null), gemini, null],
    ['another model', usage(1, 1), { ...gemini, name: 'google:gemini-9' }, null],
    ['a name that only begins alike', usage(1, 1), { ...gemini, name: 'google:gemini-2.5-pro-exp' }, null],
    ['the same name elsewhere', usage(1, 1), { ...gemini, endpoint: 'http://localhost:8000/v1' }, null],
    ['a host that only ends alike', usage(1, 1), { ...gemini, endpoint: 'https://x.generativelanguage.googleapis.com/v1beta' }, null],
    ['a model of one\'s own server', usage(1, 1), { name: 'openai:Qwen/Qwen3-VL-4B-Instruct', endpoint: 'http://localhost:8000/v1' }, null],
    ['a model in this process', usage(1, 1), { name: 'demo:shapes', endpoint: null }, null],
  ])('%s', (_, used, model, expected) => {
    const price = priceOf(used, model);
    if (expected === null) expect(price).toBeNull();
    else expect(price).toBeCloseTo(expected, 12);
  });

  it('the table is dated, in dollars a million, output dearer than input', () => {
    expect(PRICE_TABLE_DATE).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const { input, output } of Object.values(PRICES)) expect([input > 0, output > input]).toEqual([true, true]);
  });
});

describe('createCostMeter', () => {
  const estimate = { inputTokens: 1_000, outputTokens: 100 };

  it('adds up what is stated and takes the estimate where nothing is', () => {
    const meter = createCostMeter({ model: gemini, maxCostUsd: null });
    meter.admit(estimate).settle(usage(800, 10));
    meter.admit(estimate).settle(null);
    meter.admit(estimate).settle(usage(500, null));
    meter.admit(estimate).settle('not-answered');
    // (800 * 1.25 + 10 * 10) / 1e6 = 0.0011, and the estimate of 0.00225 twice
    expect(meter.totals).toEqual({ calls: 3, inputTokens: 1_300, outputTokens: 10, callsWithoutUsage: 2, costUsd: expect.closeTo(0.0056, 12), pricesOf: PRICE_TABLE_DATE });
  });

  it('counts an earlier call as it was counted then', () => {
    const [then, now] = [createCostMeter({ model: gemini, maxCostUsd: null }), createCostMeter({ model: gemini, maxCostUsd: null })];
    for (const one of [usage(800, 10), null, usage(500, null), usage(null, 10)]) {
      then.admit(estimate).settle(one);
      now.noteEarlier(one, estimate);
    }
    expect(now.totals).toEqual(then.totals);
    // so that a resume stops where the first start did: 0.0011 and three times 0.00225 are spent
    expect(now.totals.costUsd).toBeCloseTo(0.00785, 12);
  });

  it('holds one limit over two models, and counts each by itself', () => {
    const budget = createCostBudget();
    const [one, other] = [{ model: gemini }, { model: { ...gemini, name: 'google:mine' }, price: { input: 2, output: 20 } }].map((options) => createCostMeter({ ...options, maxCostUsd: 0.008, budget }));
    if (one === undefined || other === undefined) throw new Error('no meters');
    // 0.00225 spent; 1,000 * 2 / 1e6 + 100 * 20 / 1e6 = 0.004 set aside; 0.00225 more are 0.0085
    one.admit(estimate).settle(usage(1_000, 100));
    const permit = other.admit(estimate);
    expect(() => one.admit(estimate)).toThrow(expect.objectContaining({ code: 'run/cost-limit', message: expect.stringContaining('$0.0022 ') as string }));
    permit.settle('not-answered');
    one.admit(estimate).settle(usage(0, 0));
    other.noteEarlier(usage(1_000, 100));
    // 0.00625 of both
    expect(() => one.admit(estimate)).toThrow(expect.objectContaining({ code: 'run/cost-limit' }));
    expect([one.totals.costUsd, other.totals.costUsd]).toEqual([expect.closeTo(0.00225, 12), expect.closeTo(0.004, 12)]);
  });

  it('holds the limit over what earlier starts of the run took', () => {
    const meter = createCostMeter({ model: gemini, maxCostUsd: 0.004 });
    // 0.00225, and the estimate of a further one is 0.00225: more than 0.004
    meter.noteEarlier(usage(1_000, 100));
    meter.noteEarlier(null);
    expect(() => meter.admit(estimate)).toThrow(expect.objectContaining({ code: 'run/cost-limit' }));
    expect(meter.totals).toMatchObject({ calls: 2, inputTokens: 1_000, callsWithoutUsage: 1, costUsd: expect.closeTo(0.00225, 12) });
    expect(meter.estimateUsd(estimate)).toBeCloseTo(0.00225, 12);
  });

  it('sets more aside once a call took more than was set aside', () => {
    // $1 a million: 1,000 and 100 tokens are $0.0011
    const meter = createCostMeter({ model: { name: 'openai:q', endpoint: 'http://localhost/v1' }, maxCostUsd: 0.009, price: { input: 1, output: 1 } });
    // four times the input and twice the output: 0.0042 spent, and as much for the next
    meter.admit(estimate).settle(usage(4_000, 200));
    const second = meter.admit(estimate);
    expect(() => meter.admit(estimate)).toThrow(expect.objectContaining({ code: 'run/cost-limit' }));
    second.settle(usage(4_000, 200));
    expect(() => meter.admit(estimate)).toThrow(expect.objectContaining({ code: 'run/cost-limit' }));
    expect(meter.totals.costUsd).toBeCloseTo(0.0084, 12);
    expect(meter.estimateUsd(estimate)).toBeCloseTo(0.0042, 12);
  });

  it('counts tokens without a price, and then no money', () => {
    const meter = createCostMeter({ model: { name: 'openai:q', endpoint: 'http://localhost/v1' }, maxCostUsd: null });
    meter.admit(estimate).settle(usage(800, 10));
    expect(meter.totals).toEqual({ calls: 1, inputTokens: 800, outputTokens: 10, callsWithoutUsage: 0, costUsd: null, pricesOf: null });
  });

  it('stops before the limit, counting calls under way', () => {
    const meter = createCostMeter({ model: gemini, maxCostUsd: 0.0068 });
    // 3 * 0.00225 = 0.00675
    const permits = [1, 2, 3].map(() => meter.admit(estimate));
    expect(() => meter.admit(estimate)).toThrow(expect.objectContaining({ code: 'run/cost-limit', exitCode: 1 }));
    permits[0]?.settle('not-answered');
    expect(() => meter.admit(estimate)).not.toThrow();
    expect(() => permits[0]?.settle(null)).toThrow('settled twice');
  });

  it.each([0, -1, Number.NaN, Infinity])('refuses the limit %s', (maxCostUsd) => {
    expect(() => createCostMeter({ model: gemini, maxCostUsd })).toThrow(expect.objectContaining({ code: 'usage/bad-argument' }));
  });

  it('refuses a limit that cannot be kept, unless the user knows the price', () => {
    const model = { name: 'openai:q', endpoint: 'http://localhost/v1' };
    expect(() => createCostMeter({ model, maxCostUsd: 1 })).toThrow(expect.objectContaining({ code: 'usage/bad-argument' }));
    const meter = createCostMeter({ model, maxCostUsd: 1, price: { input: 1, output: 2 } });
    meter.admit(estimate).settle(usage(1_000_000, 0));
    expect(meter.totals).toMatchObject({ costUsd: 1, pricesOf: null });
  });

  it('never spends more than its limit while calls take no more than estimated', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ estimated: fc.integer({ min: 1, max: 50_000 }), share: fc.double({ min: 0, max: 1, noNaN: true }), late: fc.boolean() })), fc.double({ min: 0.0001, max: 0.5, noNaN: true }), (calls, maxCostUsd) => {
        const meter = createCostMeter({ model: gemini, maxCostUsd });
        const open: (() => void)[] = [];
        for (const { estimated, share, late } of calls) {
          try {
            const permit = meter.admit({ inputTokens: estimated, outputTokens: 512 });
            const settle = () => permit.settle(usage(Math.floor(estimated * share), 512));
            if (late) open.push(settle);
            else settle();
          } catch (error) {
            expect(error).toMatchObject({ code: 'run/cost-limit' });
          }
        }
        for (const settle of open) settle();
        expect(meter.totals.costUsd).toBeLessThanOrEqual(maxCostUsd + 1e-9);
      }),
    );
  });
});
