import type { PredictionStatus } from '@medstream/schema';

import { describeRunFailures } from './describe-run-failures.js';

type Failed = [status: PredictionStatus, code: string, message: string];
const tell = async (failed: Failed[]): Promise<string[]> => {
  async function* predictions() {
    for (const [index, [status, code, message]] of failed.entries()) yield { sample_id: `item-${index}`, status, ...(status === 'ok' ? {} : { error: { code, message } }) };
  }
  return (await describeRunFailures(predictions(), { calls: failed.length })).trimEnd().split('\n');
};

describe('describeRunFailures', () => {
  it('tells each cause once, the commonest first, and counts no call of the model', async () => {
    const lines = await tell([
      ['ok', '', ''],
      ['decode_error', 'media/undecodable', 'one.mp4: no picture could be decoded'],
      ['transport_error', 'model/failing', 'openai:x: HTTP 500 (request 7f3a-1)'],
      ['transport_error', 'model/failing', 'openai:x: HTTP 500 (request 99)'],
      ['refused', '', ''],
    ]);
    expect(lines).toEqual([
      'warning: 3 of 5 calls failed by no fault of the model',
      'error model/failing: openai:x: HTTP 500 (request 7f3a-1) (2 calls, such as item-2)',
      expect.stringMatching(/^how to mend: .*--resume$/),
      'error media/undecodable: one.mp4: no picture could be decoded (1 call, such as item-1)',
      expect.stringMatching(/^how to mend: .*--resume$/),
    ]);
  });

  it('does not advise --resume for a request that will be refused again', async () => {
    const lines = await tell([['transport_error', 'model/bad-request', 'openai:x: HTTP 400 at most 4 images']]);
    expect(lines.slice(1)).toEqual([expect.stringContaining('HTTP 400 at most 4 images'), expect.not.stringContaining('--resume')]);
  });

  it('shows ten causes and counts the rest; nothing steers the terminal', async () => {
    const lines = await tell(Array.from({ length: 13 }, (_, index): Failed => ['transport_error', 'model/failing', `\u001b[31m${'x'.repeat(index + 1)}`]));
    expect(lines.filter((line) => line.startsWith('error '))).toHaveLength(10);
    expect(lines.at(-1)).toBe('and 3 more causes, see predictions.jsonl');
    expect(lines.join('')).not.toContain('\u001b');
  });
});
