import { type MedstreamEvent, SUBJECTS } from '@medstream/schema';

import { consumeDurable, type ConsumeOptions } from './consume-durable.js';

const event: MedstreamEvent = { specversion: '1.0', id: 'x', source: '/spec', type: SUBJECTS.runRequested, data: { run_id: 'r', data: ['a'], media_root: 'm', model: 'baseline:oracle', out: 'o' } };

/** A consumer that hands out one message and then nothing, like an idle broker; the rest of the broker stays silent. */
async function start(handler: ConsumeOptions['handler']) {
  const told: string[] = [];
  let isGiven = false;
  const message = {
    ...{ info: { deliveryCount: 1, pending: 0 }, subject: event.type, seq: 1, data: new TextEncoder().encode(JSON.stringify(event)) },
    working: () => told.push('working'),
    nak: () => told.push('nak'),
    ackAck: async () => told.push('ack') > 0,
  };
  const next = async () => {
    if (!isGiven) return (isGiven = true), message;
    await new Promise((resolve) => setTimeout(resolve, 10));
    return null;
  };
  // a deadline of 150 ms: a sign of life each 50 ms
  const consumer = { info: async () => ({ config: { ack_wait: 150e6 } }), next };
  const bus = { jetstream: { consumers: { get: async () => consumer } }, nats: { isClosed: () => false, flush: async () => undefined } } as unknown as ConsumeOptions['bus'];
  const running = await consumeDurable({ bus, stream: 's', durable: 'd', slots: 2, source: '/spec', handler, onReport: () => undefined });
  while (running.inWork() === 0 && told.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  return { running, told };
}

describe('RunningConsumer.stop', () => {
  it('keeps its budget with a handler that looks at no signal, and lets its message fall silent', async () => {
    let finish = (): void => undefined;
    const { running, told } = await start(() => new Promise((resolve) => (finish = resolve)));
    const begunMs = performance.now();
    await running.stop(200);
    const tookMs = performance.now() - begunMs;
    expect([tookMs >= 195, tookMs < 2_000]).toEqual([true, true]);
    const signs = told.length;
    expect(told).toEqual(Array(signs).fill('working'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(told).toHaveLength(signs);
    finish();
  });

  it('hands a message back whose handler obeys, before the budget is over', async () => {
    const { running, told } = await start((_event, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))));
    await running.stop(2_000);
    expect(told.at(-1)).toBe('nak');
    expect(running.inWork()).toBe(0);
  });

  it('resolves as soon as the work is done', async () => {
    const { running, told } = await start(async () => undefined);
    const begunMs = performance.now();
    await running.stop(60_000);
    expect(performance.now() - begunMs).toBeLessThan(10_000);
    expect(told.at(-1)).toBe('ack');
  });
});
