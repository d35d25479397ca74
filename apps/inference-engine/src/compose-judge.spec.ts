import { startFakeModelServer } from '@medstream/testing';

import { composeJudge, type JudgeSurroundings, mayCost } from './compose-judge.js';
import type { Environment } from './config.js';
import { type JudgeFlags, resolveJudgeSettings } from './judge-settings.js';
import { shareRateControls } from './share-rate-controls.js';

const environment: Environment = { apiKeys: { openai: 'sk-model', google: undefined, anthropic: undefined }, openAiBaseUrl: 'http://localhost:1/v1', judgeApiKey: undefined, judgeBaseUrl: undefined, ffmpegPath: undefined, cacheFolder: '/nowhere', cacheSize: undefined };

function compose(flags: JudgeFlags, variables: Partial<Environment> = {}, more: Partial<JudgeSurroundings> = {}) {
  const settings = resolveJudgeSettings(flags);
  if (settings === null) throw new Error('no judge');
  return composeJudge(settings, { environment: { ...environment, ...variables }, cache: undefined, allowUpload: [], asksAgain: false, whenUnreachable: 'throw', limit: { maxCostUsd: null }, onEvent: () => undefined, ...more });
}

describe('resolveJudgeSettings', () => {
  it('lets flags win over the file and the file over defaults', () => {
    expect(resolveJudgeSettings({})).toBeNull();
    expect(resolveJudgeSettings({ judge: 'openai:a' })).toEqual({ judge: 'openai:a', baseUrl: undefined, showsFrames: false, concurrency: 4, repeats: 1, allowsSelf: false, price: undefined });
    const file = { judge: 'openai:b', judge_base_url: 'http://b/v1', judge_frames: true, judge_concurrency: 2, judge_repeats: 3, allow_self_judge: true, judge_price: { input: 1, output: 2 } };
    expect(resolveJudgeSettings({ judge: 'openai:a', judgeConcurrency: 9 }, file)).toEqual({ judge: 'openai:a', baseUrl: 'http://b/v1', showsFrames: true, concurrency: 9, repeats: 3, allowsSelf: true, price: { input: 1, output: 2 } });
  });

  it.each<[keyof JudgeFlags, unknown, string]>([
    ['judgeBaseUrl', 'http://b/v1', '--judge-base-url'],
    ['judgeFrames', true, '--judge-frames'],
    ['judgeConcurrency', 2, '--judge-concurrency'],
    ['judgeRepeats', 2, '--judge-repeats'],
    ['allowSelfJudge', true, '--allow-self-judge'],
    ['judgePrice', { input: 1, output: 2 }, '--judge-price'],
  ])('%s needs a judge', (flag, value, name) => {
    expect(() => resolveJudgeSettings({ [flag]: value })).toThrow(expect.objectContaining({ code: 'usage/bad-argument', message: expect.stringContaining(name) as string }) as Error);
  });
});

describe('composeJudge', () => {
  it.each<[string, JudgeFlags, Partial<Environment>, string | null, boolean]>([
    ['its own flag', { judge: 'openai:a', judgeBaseUrl: 'http://127.0.0.1:2/v1' }, {}, 'http://127.0.0.1:2/v1', true],
    ['its own variable', { judge: 'openai:a' }, { judgeBaseUrl: 'http://192.0.2.1/v1' }, 'http://192.0.2.1/v1', false],
    ['the variable of its provider', { judge: 'openai:a' }, {}, 'http://localhost:1/v1', true],
  ])('takes the address of %s', (_, flags, variables, endpoint, isLocal) => {
    const judging = compose(flags, variables);
    expect([judging.source, judging.isLocal]).toEqual([expect.objectContaining({ kind: 'model', endpoint, settings: expect.objectContaining({ temperature: 0 }) as object }), isLocal]);
  });

  it('the lexical judge stays in this process', () => {
    expect(compose({ judge: 'lexical' })).toMatchObject({ source: { kind: 'lexical' }, isLocal: true, frames: null });
  });

  it.each<[string, JudgeFlags, string, string]>([
    ['one that looks at shapes', { judge: 'demo:shapes' }, 'usage/bad-argument', 'lexical'],
    ['a policy', { judge: 'baseline:oracle' }, 'usage/bad-argument', 'lexical'],
    ['one of no provider', { judge: 'nobody:x' }, 'model/unknown', ''],
    ['one without a provider', { judge: 'gpt' }, 'model/unknown', ''],
    ['an address for the lexical judge', { judge: 'lexical', judgeBaseUrl: 'http://b/v1' }, 'usage/bad-argument', '--judge-base-url'],
    ['frames for the lexical judge', { judge: 'lexical', judgeFrames: true }, 'usage/bad-argument', '--judge-frames'],
    ['a price for the lexical judge', { judge: 'lexical', judgePrice: { input: 1, output: 2 } }, 'usage/bad-argument', '--judge-price'],
    ['a vendor without a key', { judge: 'google:gemini-2.5-pro' }, 'model/missing-key', 'MEDSTREAM_JUDGE_API_KEY'],
  ])('refuses %s', (_, flags, code, hint) => {
    expect(() => compose(flags)).toThrow(expect.objectContaining({ code, hint: expect.stringContaining(hint) as string }) as Error);
  });

  it.each<[string, JudgeFlags, boolean]>([
    ['a vendor at its own address', { judge: 'google:gemini-2.5-pro' }, true],
    ['a stated price elsewhere', { judge: 'openai:a', judgeBaseUrl: 'http://192.0.2.1/v1', judgePrice: { input: 1, output: 2 } }, true],
    ['a stated price on this machine', { judge: 'openai:a', judgePrice: { input: 1, output: 2 } }, true],
    ['a server of this machine', { judge: 'openai:a' }, false],
    ['the lexical judge', { judge: 'lexical' }, false],
  ])('a limit of costs is kept for %s', (_, flags, costs) => {
    const judging = compose(flags, { judgeApiKey: 'sk-judge' }, { limit: { maxCostUsd: 0.001 } });
    expect(mayCost(judging)).toBe(costs);
    const spending = judging.source.kind === 'model' ? judging.source.spending : undefined;
    // 3,000,000 letters are up to as many tokens: at least a dollar
    const ask = (): unknown => spending?.admit({ prompt: 'x'.repeat(3_000_000), images: [] });
    if (costs) expect(ask).toThrow(expect.objectContaining({ code: 'run/cost-limit' }) as Error);
    else expect(ask).not.toThrow();
  });

  it('refuses a limit of costs where no price is known', () => {
    const elsewhere: JudgeFlags = { judge: 'openai:a', judgeBaseUrl: 'http://192.0.2.1/v1' };
    expect(() => compose(elsewhere, {}, { limit: { maxCostUsd: 1 } })).toThrow(expect.objectContaining({ code: 'usage/bad-argument', hint: expect.stringContaining('--judge-price') as string }) as Error);
    expect(compose(elsewhere).source.kind).toBe('model');
  });

  it('is asked by several runs at a time no faster than by one', async () => {
    const server = await startFakeModelServer([{ kind: 'text', text: 'yes' }], { delayMs: 20 });
    try {
      const shareRateControl = shareRateControls();
      const runs = ['one', 'other', 'third'].map(() => compose({ judge: 'openai:a', judgeBaseUrl: server.baseUrl, judgeConcurrency: 2 }, {}, { shareRateControl }).source);
      await Promise.all(runs.flatMap((source) => Array.from({ length: 4 }, async () => (source.kind === 'model' ? source.ask({ prompt: 'x', images: [] }) : null))));
      expect(server.requests).toHaveLength(12);
      expect(server.peakInFlight).toBe(2);
    } finally {
      await server.close();
    }
  });

  it('that answers nobody is not waited for beyond the patience, and is not asked again', async () => {
    const silent = await startFakeModelServer([{ kind: 'hang' }]);
    try {
      const { source } = compose({ judge: 'openai:a', judgeBaseUrl: silent.baseUrl }, {}, { patience: { timeoutMs: 100, maxTotalWaitMs: 300, reopenAfterMs: 600_000 } });
      if (source.kind !== 'model') throw new Error('no model');
      const ask = () => source.ask({ prompt: 'x', images: [] });
      // the wait before a second attempt, about a second, is longer than 0.3 s; eight attempts would take minutes
      expect(await ask()).toMatchObject({ status: 'transport_error', attempts: 2, endsRun: true, error: { code: 'model/failing' } });
      const asked = silent.requests.length;
      expect(await ask()).toMatchObject({ status: 'transport_error', attempts: 0, endsRun: true });
      expect(silent.requests).toHaveLength(asked);
    } finally {
      await silent.close();
    }
  });
});
