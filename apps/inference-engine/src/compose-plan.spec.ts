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

describe('planEvaluation', () => {
  it.each(['nosuch:thing', 'demo:nosuch', 'baseline:nosuch', 'shapes'])('refuses the model %s, as a run does, before it reads the data', async (model) => {
    await expect(planEvaluation({ data: ['/none'], model }, {} as CommandContext)).rejects.toMatchObject({ code: 'model/unknown', exitCode: 2 });
  });
});
