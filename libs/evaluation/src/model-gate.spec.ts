import { createModelGate } from './model-gate.js';

const { signal } = new AbortController();

function start(answers: (string | null)[]) {
  let nowMs = 0;
  const tries: number[] = [];
  const model = {
    checkReachable: async () => {
      tries.push(nowMs);
      const failure = answers.shift();
      await new Promise((resolve) => setImmediate(resolve));
      if (typeof failure === 'string') throw new Error(failure);
    },
  };
  const gate = createModelGate({ onNote: () => undefined, keepFailureMs: 1_000, now: () => nowMs });
  const ask = async (): Promise<string> => gate(model, signal).then(() => 'open', (error: unknown) => (error as Error).message);
  return { tries, ask, at: (ms: number) => void (nowMs = ms) };
}

describe('createModelGate', () => {
  it('is opened once for all', async () => {
    const { tries, ask, at } = start([null]);
    expect(await Promise.all([ask(), ask()])).toEqual(['open', 'open']);
    at(10_000);
    expect(await ask()).toBe('open');
    expect(tries).toEqual([0]);
  });

  it('keeps a failure for a while; while one tries again, the others are told of it at once', async () => {
    const { tries, ask, at } = start(['down', 'still down', null]);
    expect(await Promise.all([ask(), ask()])).toEqual(['down', 'down']);
    at(999);
    expect(await ask()).toBe('down');
    at(1_000);
    expect(await Promise.all([ask(), ask()])).toEqual(['still down', 'down']);
    at(2_000);
    expect(await Promise.all([ask(), ask()])).toEqual(['open', 'still down']);
    expect([await ask(), tries]).toEqual(['open', [0, 1_000, 2_000]]);
  });

  it('an abort is nobody\'s failure', async () => {
    const { ask } = start([null]);
    const gate = createModelGate({ onNote: () => undefined });
    const controller = new AbortController();
    const model = { checkReachable: async (given: AbortSignal) => given.throwIfAborted() };
    controller.abort(new Error('stopped'));
    await expect(gate(model, controller.signal)).rejects.toThrow('stopped');
    await gate(model, signal);
    expect(await ask()).toBe('open');
  });
});
