import { createRunProgress } from './run-progress.js';

const notice = { error: { code: 'model/failing', message: 'openai:x: HTTP 500' }, attemptNumber: 3, attempts: 8, waitMs: 2_130 };

describe('createRunProgress', () => {
  it('tells the first wait at once, and then one in 5 s', () => {
    const lines: string[] = [];
    let nowMs = 0;
    const progress = createRunProgress({ isTerminal: false, print: (text) => lines.push(text), now: () => nowMs });
    for (nowMs of [0, 10, 4_999, 5_000, 9_000, 10_000]) progress.showRetry(notice);
    expect(lines).toEqual(Array.from({ length: 3 }, () => 'openai:x: HTTP 500: attempt 3 of 8, waiting 2.1 s\n'));
  });
});
