import { getEventListeners } from 'node:events';

import { limitTime } from './limit-time.js';

describe('limitTime', () => {
  it('aborts when the time is up, and says so', async () => {
    const { signal, isOver, end } = limitTime(undefined, 1);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    expect([isOver(), (signal.reason as Error).name]).toEqual([true, 'TimeoutError']);
    end();
  });

  it('aborts with the other signal, with its reason, also where that was aborted before', () => {
    const outer = new AbortController();
    const [early, late] = [limitTime(outer.signal, 60_000), new Error('enough')];
    outer.abort(late);
    const after = limitTime(outer.signal, 60_000);
    for (const { signal, isOver, end } of [early, after]) {
      expect([signal.aborted, signal.reason, isOver()]).toEqual([true, late, false]);
      end();
    }
  });

  it('leaves nothing at the other signal', () => {
    const { signal } = new AbortController();
    for (let call = 0; call < 100; call += 1) limitTime(signal, 60_000).end();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
