import { LIST_PRICES } from './list-prices.js';

const usage = { input_tokens: 1_000_000, output_tokens: 100_000 };

describe('LIST_PRICES', () => {
  it.each<[string | undefined, number | null]>([
    // 0.30 a million in, 2.50 out: 0.30 + 0.25
    ['google:gemini-2.5-flash', 0.55],
    // 1 and 5
    ['anthropic:claude-haiku-4-5', 1.5],
    ['openai:Qwen/Qwen2.5-VL-7B-Instruct', null],
    ['demo:shapes', null],
    ['baseline:oracle', null],
    ['no provider at all', null],
    [undefined, null],
  ])('%s: %s', (model, cost) => {
    const found = LIST_PRICES.priceOf({ usage, ...(model === undefined ? {} : { model }) });
    if (cost === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(cost, 12);
  });

  it('knows no cost where tokens are not stated', () => {
    expect(LIST_PRICES.priceOf({ usage: null, model: 'google:gemini-2.5-flash' })).toBeNull();
    expect(LIST_PRICES.priceOf({ model: 'google:gemini-2.5-flash' })).toBeNull();
    expect(LIST_PRICES.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});
