import { InterruptedError, watchInterrupts } from './watch-interrupts.js';

const countListeners = (): number => process.listenerCount('SIGINT') + process.listenerCount('SIGTERM');

describe('watchInterrupts', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('makes the first %s an abort and gives it back its meaning when stopped', (name) => {
    const before = countListeners();
    const told: string[] = [];
    const { signal, stop } = watchInterrupts(() => told.push(signal.aborted ? 'after' : 'before'));
    expect(countListeners()).toBe(before + 2);
    process.emit(name);
    expect([signal.aborted, told, signal.reason instanceof InterruptedError]).toEqual([true, ['before'], true]);
    stop();
    expect(countListeners()).toBe(before);
  });
});
