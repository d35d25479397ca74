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

  it('states what is left and what was spent, by the calls that were made', () => {
    const lines: string[] = [];
    let nowMs = 0;
    const progress = createRunProgress({ isTerminal: false, print: (text) => lines.push(text), now: () => nowMs });
    const spent = { calls: 1, inputTokens: 0, outputTokens: 0, callsWithoutUsage: 0, costUsd: 0.5, pricesOf: null };
    progress.show({ kind: 'planned', jobs: 100, pending: 40, estimate: { inputTokens: 900, outputTokens: 80, costUsd: 12.345 } });
    nowMs = 10_000;
    progress.show({ kind: 'answered', jobId: 'a', status: 'ok', isCached: true, spent });
    nowMs = 20_000;
    progress.show({ kind: 'answered', jobId: 'b', status: 'empty', isCached: false, spent });
    // the line at 10 s: nothing asked yet, so nothing is known; at 20 s one call of two was asked and took 20 s: 38 left, half of them calls
    expect(lines).toEqual([
      '100 calls planned, 40 to do\nthey take at most about 900 tokens and 80 of replies; at most about $12.35\n',
      '61 of 100 calls done (earlier 60, ok 1) · $0.5000\n',
      '62 of 100 calls done (earlier 60, ok 1, empty 1) · about 7 min left · $0.5000\n',
    ]);
  });

  it('says that a price is not known, and nothing where nothing is to be asked', () => {
    const print = (pending: number): string[] => {
      const lines: string[] = [];
      createRunProgress({ isTerminal: false, print: (text) => lines.push(text), now: () => 0 }).show({ kind: 'planned', jobs: 2, pending, estimate: { inputTokens: 1, outputTokens: 1, costUsd: null } });
      return lines;
    };
    expect(print(2).join('')).toContain('what that costs is not known');
    expect(print(0)).toEqual(['2 calls planned, 0 to do\n']);
  });
});
