import { createCallSlots } from './call-slots.js';

const { signal } = new AbortController();
/** Lets everything run that waits for nothing but promises. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

function takeAll(open: ReturnType<typeof createCallSlots>, count: number, begun: number[], limit: AbortSignal = signal) {
  return Array.from({ length: count }, (_, index) => {
    const slot = open();
    const taken = slot.take(limit).then(() => void begun.push(index));
    return { slot, taken };
  });
}

describe('createCallSlots', () => {
  it('lets so many through at a time, the others in order as slots are given back, each once', async () => {
    const begun: number[] = [];
    const jobs = takeAll(createCallSlots(2), 5, begun);
    await settle();
    expect(begun).toEqual([0, 1]);
    jobs[1]?.slot.giveBack();
    jobs[1]?.slot.giveBack();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
    // never taken: nothing to give back
    jobs[4]?.slot.giveBack();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
    for (const { slot } of jobs.slice(0, 4)) slot.giveBack();
    await Promise.all(jobs.map(({ taken }) => taken));
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  it('who is aborted while waiting takes no slot with him', async () => {
    const begun: number[] = [];
    const open = createCallSlots(1);
    const [first] = takeAll(open, 1, begun);
    const controller = new AbortController();
    const [waiting] = takeAll(open, 1, begun, controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting?.taken).rejects.toThrow('enough');
    waiting?.slot.giveBack();
    first?.slot.giveBack();
    await Promise.all(takeAll(open, 1, begun).map(({ taken }) => taken));
    expect(begun).toEqual([0, 0]);
    await expect(open().take(controller.signal)).rejects.toThrow('enough');
  });
});
