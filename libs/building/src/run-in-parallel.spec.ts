import { runInParallel } from './run-in-parallel.js';

const pause = () => new Promise((resolve) => setTimeout(resolve, 2));

describe('runInParallel', () => {
  it.each([
    // never more at one time than the limit or the list allows
    [1, 1],
    [3, 3],
    [50, 10],
  ])('runs all of ten, at most %i at a time', async (limit, mostExpected) => {
    const done: number[] = [];
    let now = 0;
    let most = 0;
    await runInParallel([...Array(10).keys()], limit, async (member) => {
      now += 1;
      most = Math.max(most, now);
      await pause();
      now -= 1;
      done.push(member);
    });
    expect(done.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(most).toBe(mostExpected);
  });

  it('begins nothing after a throw, waits for what is in work, throws the first error', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const running = runInParallel([0, 1, 2, 3, 4], 2, async (member) => {
      begun.push(member);
      if (member === 0) throw new Error('first');
      await pause();
      ended.push(member);
    });
    await expect(running).rejects.toThrow('first');
    expect([begun, ended]).toEqual([[0, 1], [1]]);
  });

  it('does nothing for an empty list', async () => {
    await expect(runInParallel([], 4, async () => Promise.reject(new Error('called')))).resolves.toBeUndefined();
  });
});
