import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeTemporaryFolder } from '@medstream/testing';

import type { CommandContext } from './command-context.js';
import { describePlan, type PlanDocument, planEvaluation } from './compose-plan.js';

const escape = '\u001b[2J';
const plan: PlanDocument = {
  items: 1,
  calls: 1,
  frames: 2,
  tokens: { input: 3_230, output: 512 },
  cost_usd: null,
  prices_of: null,
  media: { files: 1, missing: [`videos/${escape}a.mp4`] },
  temporal_modes: { present: 1 },
  tasks: { [`phase${escape}`]: 1 },
  datasets: { [`set\u202e`]: 1 },
  off_protocol: [`only items with task=${escape} (--filter)`],
  findings: [],
  prompts: [{ sample_id: `id${escape}`, round: null, input_range: [0, 2], targets: [0, 2], prompt: `Question: which?${escape}\n\tChoices:\nA. one\u009b2J` }],
};

describe('describePlan', () => {
  it('lets no text of the data steer the terminal, and keeps the lines of prompts', () => {
    const text = describePlan(plan);
    expect(text.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).toContain('\n--- id\ufffd[2J, 2 frames\nQuestion: which?\ufffd[2J\n\tChoices:\nA. one\ufffd2J\n');
  });
});

describe('the judge in a plan', () => {
  const judge = { judge: 'openai:j', answers: 5, closed: 2, calls: 10, tokens: { input: 9_000, output: 5_120 }, cost_usd: 0.25, prices_of: null };

  it.each([
    [judge, 'judge       openai:j: at most 5 answers, 2 of them to closed questions, where no rule can read the reply\n            at most 10 calls, with a repair of each; about 9000 tokens, and 5120 of replies; at most about $0.2500, by the price given\n'],
    [{ ...judge, closed: 0, prices_of: '2025-12-01' }, 'at most 5 answers\n            at most 10 calls, with a repair of each; about 9000 tokens, and 5120 of replies; at most about $0.2500, by list prices of 2025-12-01\n'],
    [{ ...judge, cost_usd: null }, 'cost not known: no price for it at this address (state --judge-price)\n'],
    [{ ...judge, calls: 0, cost_usd: 0 }, 'no cost\n'],
  ])('%j', (planned, text) => {
    expect(describePlan({ ...plan, judge: planned })).toContain(text);
  });

  it('is planned without a key, beside the model and as often as it is asked; nobody is called for a policy', async () => {
    const folder = await makeTemporaryFolder();
    try {
      const item = { sample_id: 'a', dataset: 'set', video_id: 'v', media_path: 'v.mp4', task: 'phase_now', task_mode: 'single_turn', temporal_mode: 'present', question_type: 'open', question: 'What is seen?', reference_answer: 'the hook', query_time: 0, context_window_sec: 0, input_range: [0, 0], response_protocol: 'unanswerable | answer', label_source: 'original_annotation' };
      const data = [join(folder.path, 'items.jsonl')];
      await writeFile(data[0] as string, `${JSON.stringify(item)}\n`);
      const context = { environment: { apiKeys: {} }, engineVersion: '0', printNote: () => undefined } as unknown as CommandContext;
      const planOf = async (flags: object) => (await planEvaluation({ data, model: 'google:gemini-2.5-pro', ...flags }, context)).judge;
      expect(await planOf({ judge: 'anthropic:claude-sonnet-4-5', judgeRepeats: 2 })).toMatchObject({ judge: 'anthropic:claude-sonnet-4-5', answers: 1, closed: 0, calls: 4, tokens: { output: 4 * 512 }, prices_of: expect.stringMatching(/^\d{4}-/) as string, cost_usd: expect.any(Number) as number });
      expect(await planOf({ judge: 'openai:j', judgeBaseUrl: 'http://192.0.2.1/v1' })).toMatchObject({ calls: 2, cost_usd: null });
      // a call is bound to 512 tokens of reply; two calls at a dollar a token, and nothing for what is sent
      expect(await planOf({ judge: 'openai:j', judgeBaseUrl: 'http://192.0.2.1/v1', judgePrice: { input: 0, output: 1e6 } })).toMatchObject({ cost_usd: 1_024, prices_of: null });
      expect(await planOf({ judge: 'lexical' })).toMatchObject({ answers: 1, calls: 0, cost_usd: 0 });
      expect(await planOf({ judge: 'openai:j', model: 'baseline:majority' })).toMatchObject({ answers: 0, calls: 0, cost_usd: 0 });
      expect(await planOf({})).toBeUndefined();
      await expect(planOf({ judge: 'demo:shapes' })).rejects.toMatchObject({ code: 'usage/bad-argument', message: expect.stringContaining('cannot judge') as string });
      await expect(planOf({ judgeRepeats: 2 })).rejects.toMatchObject({ code: 'usage/bad-argument', hint: 'add --judge PROVIDER:NAME' });
    } finally {
      await folder.remove();
    }
  });
});

describe('planEvaluation', () => {
  it.each(['nosuch:thing', 'demo:nosuch', 'baseline:nosuch', 'shapes'])('refuses the model %s, as a run does, before it reads the data', async (model) => {
    await expect(planEvaluation({ data: ['/none'], model }, {} as CommandContext)).rejects.toMatchObject({ code: 'model/unknown', exitCode: 2 });
  });
});
