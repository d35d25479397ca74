import { type ConsumerConfig, DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';

import { EngineError, isEngineError, type MedstreamEvent, SUBJECTS } from '@medstream/schema';
import { startNatsServer, type TestNatsServer } from '@medstream/testing';

import { answerStatus, askStatus } from './answer-status.js';
import { type BusConnection, connectBus } from './bus-connection.js';
import { consumeDurable, type ConsumeReport, type EventHandler, type RunningConsumer } from './consume-durable.js';
import { ensureStreams } from './ensure-streams.js';
import { publishEvent } from './publish-event.js';
import { readQueueState } from './read-queue-state.js';

const stream = 'MEDSTREAM_DATA_WORK';
const durable = 'data-prepare';
const rules = { maxDeliveries: 4, baseDelayMs: 50, maxDelayMs: 200 };

let server: TestNatsServer;
let bus: BusConnection;
let running: RunningConsumer[] = [];

beforeAll(async () => {
  server = await startNatsServer();
  bus = await connectBus({ url: server.url, name: 'bus-spec' });
  await ensureStreams(bus, 'data', { ackWaitSec: 2 });
}, 60_000);

afterEach(async () => {
  await Promise.all(running.map((consumer) => consumer.stop(1_000)));
  running = [];
  await bus.manager.streams.purge(stream);
  await bus.manager.streams.purge('MEDSTREAM_DEAD');
});

afterAll(async () => {
  await bus.close();
  await server.stop();
});

async function publishVideos(names: readonly string[]): Promise<void> {
  for (const video of names) {
    await publishEvent(bus, { type: SUBJECTS.videoRequested, id: `spec/${video}/${Math.trunc(performance.now() * 1000)}`, source: '/spec', subject: 'b', data: { build_id: 'b', out: 'out', video } });
  }
}

async function consume(handler: EventHandler, slots = 1): Promise<ConsumeReport[]> {
  const reports: ConsumeReport[] = [];
  running.push(await consumeDurable({ bus, stream, durable, slots, source: '/spec', handler, onReport: (report) => reports.push(report), rules, expiresMs: 1_000 }));
  return reports;
}

async function waitUntil(isDone: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error('not done in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const videoOf = (event: MedstreamEvent): string => (event.data as { video: string }).video;
const pendingWork = async (): Promise<number> => (await bus.manager.streams.info(stream)).state.messages;

async function readDeadLetters(): Promise<MedstreamEvent<typeof SUBJECTS.deadLetter>[]> {
  const { state } = await bus.manager.streams.info('MEDSTREAM_DEAD');
  const letters = [];
  for (let sequence = state.first_seq; sequence <= state.last_seq; sequence += 1) {
    const stored = await bus.manager.streams.getMessage('MEDSTREAM_DEAD', { seq: sequence });
    if (stored !== null) letters.push(stored.json<MedstreamEvent<typeof SUBJECTS.deadLetter>>());
  }
  return letters;
}

describe('consumeDurable', () => {
  it('hands every message to one handler and removes it', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `video${index}`);
    const seen: string[] = [];
    const reports = await consume(async (event) => void seen.push(videoOf(event)), 4);
    await publishVideos(names);
    await waitUntil(() => reports.length === names.length);
    expect([...seen].sort()).toEqual([...names].sort());
    expect(await pendingWork()).toBe(0);
  }, 60_000);

  it('stores an event with a repeated id once', async () => {
    const event = { type: SUBJECTS.videoRequested, id: 'spec/same', source: '/spec', subject: 'b', data: { build_id: 'b', out: 'out', video: 'v' } } as const;
    await publishEvent(bus, event);
    await publishEvent(bus, event);
    expect(await pendingWork()).toBe(1);
  });

  it('stores an event again under a message id of its own, and knows an idle queue', async () => {
    const event = { type: SUBJECTS.videoRequested, id: 'spec/again', source: '/spec', subject: 'b', data: { build_id: 'b', out: 'out', video: 'v' } } as const;
    const idle = await readQueueState(bus, 'data');
    expect(idle.isIdle).toBe(true);
    expect(await readQueueState(bus, 'data')).toEqual(idle);
    await publishEvent(bus, event);
    await publishEvent(bus, event, { messageId: 'spec/again/fresh' });
    expect(await pendingWork()).toBe(2);
    const busy = await readQueueState(bus, 'data');
    expect([busy.isIdle, busy.mark === idle.mark]).toEqual([false, false]);
  });

  it('tries a transient failure again and then succeeds', async () => {
    const deliveries: number[] = [];
    const reports = await consume(async (_event, context) => {
      deliveries.push(context.deliveryCount);
      if (context.deliveryCount < 3) throw new EngineError('store/disk-full', 'no space left');
    });
    await publishVideos(['video01']);
    await waitUntil(() => reports.some((report) => report.settlement === 'ack'));
    expect(deliveries).toEqual([1, 2, 3]);
    expect(await readDeadLetters()).toEqual([]);
  }, 60_000);

  it('stores a dead letter with the reason for what cannot succeed, and goes on with the rest', async () => {
    const done: string[] = [];
    const reports = await consume(async (event) => {
      if (videoOf(event) === 'broken') throw new EngineError('source/bad-label', 'row 7 of video09-phase.txt is not a phase');
      done.push(videoOf(event));
    });
    await publishVideos(['video01', 'broken', 'video02']);
    await bus.jetstream.publish(SUBJECTS.videoRequested, new TextEncoder().encode('{"not":"an event"'));
    await waitUntil(() => reports.length === 4);
    expect(done).toEqual(['video01', 'video02']);
    const letters = await readDeadLetters();
    expect(letters.map((letter) => [letter.data.code, letter.data.attempts])).toEqual([
      ['source/bad-label', 1],
      ['bus/bad-event', 1],
    ]);
    expect(letters[0]?.data.message).toContain('row 7 of video09-phase.txt');
    expect(letters[1]?.data.original).toBe('{"not":"an event"');
    expect(await pendingWork()).toBe(0);
  }, 60_000);

  it('keeps a message that takes several deadlines, delivered once', async () => {
    const deliveries: number[] = [];
    const reports = await consume(async (_event, context) => {
      deliveries.push(context.deliveryCount);
      // The deadline is 2 s; heartbeats go out every 0.67 s.
      await new Promise((resolve) => setTimeout(resolve, 5_000));
    });
    await publishVideos(['long']);
    await waitUntil(() => reports.length === 1);
    expect(deliveries).toEqual([1]);
    expect(reports[0]?.settlement).toBe('ack');
  }, 60_000);

  it('gives up on a message whose deliveries end without a word', async () => {
    // A consumer that takes the message and never settles it stands for a worker that dies on it.
    await publishVideos(['killer']);
    const taker = await bus.jetstream.consumers.get(stream, durable);
    for (let delivery = 1; delivery <= rules.maxDeliveries; delivery += 1) {
      await waitUntil(async () => (await taker.next({ expires: 3_000 }))?.info.deliveryCount === delivery);
    }
    const handled: number[] = [];
    const reports = await consume(async (_event, context) => void handled.push(context.deliveryCount));
    await waitUntil(() => reports.some((report) => report.settlement === 'dead-letter'));
    expect(handled).toEqual([]);
    expect((await readDeadLetters()).map((letter) => letter.data.message)).toEqual(['4 deliveries ended without a result']);
  }, 90_000);

  it('tells of what it gives up, after the letter is stored, and lets the message come again when nobody listens', async () => {
    const told: string[] = [];
    const lettersWhenTold: number[] = [];
    const reports: ConsumeReport[] = [];
    const onGivenUp = async (event: MedstreamEvent, reason: { code: string }): Promise<void> => {
      lettersWhenTold.push((await readDeadLetters()).length);
      told.push(`${videoOf(event)} ${reason.code}`);
      if (told.length === 1) throw new Error('nobody there');
    };
    const handler = async (): Promise<void> => {
      throw new EngineError('source/bad-label', 'row 7');
    };
    running.push(await consumeDurable({ bus, stream, durable, slots: 1, source: '/spec', handler, onReport: (report) => reports.push(report), onGivenUp, rules, expiresMs: 1_000 }));
    await publishVideos(['video01']);
    await waitUntil(() => reports.some((report) => report.settlement === 'dead-letter'));
    expect(told).toEqual(['video01 source/bad-label', 'video01 source/bad-label']);
    // one letter for both attempts: its id follows from stream and sequence
    expect(lettersWhenTold).toEqual([1, 1]);
    expect(reports.map(({ settlement }) => settlement)).toEqual(['loop-failed', 'dead-letter']);
    expect(await pendingWork()).toBe(0);
  }, 60_000);

  it('says how many messages wait behind one', async () => {
    const pending: number[] = [];
    await publishVideos(['video01', 'video02', 'video03']);
    const reports = await consume(async (_event, context) => void pending.push(context.pendingCount));
    await waitUntil(() => reports.length === 3);
    expect(pending).toEqual([2, 1, 0]);
  }, 60_000);

  it('finishes what is in work when it stops, without a redelivery', async () => {
    const deliveries: number[] = [];
    const reports = await consume(async (_event, context) => {
      deliveries.push(context.deliveryCount);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }, 2);
    await publishVideos(Array.from({ length: 12 }, (_, index) => `video${index}`));
    await waitUntil(() => deliveries.length >= 2);
    await Promise.all(running.map((consumer) => consumer.stop(10_000)));
    const before = reports.length;
    expect(reports.every((report) => report.settlement === 'ack')).toBe(true);
    expect(await pendingWork()).toBe(12 - before);
    running = [];
    const rest = await consume(async (_event, context) => void deliveries.push(context.deliveryCount));
    await waitUntil(() => before + rest.length === 12);
    expect(deliveries).toHaveLength(12);
    expect(deliveries.every((count) => count === 1)).toBe(true);
  }, 60_000);

  it('goes on after the broker was killed and started again', async () => {
    const seen = new Set<string>();
    const reports = await consume(async (event) => void seen.add(videoOf(event)), 2);
    await publishVideos(['before1', 'before2']);
    await waitUntil(() => seen.size === 2);
    await server.restart();
    await waitUntil(() => bus.isConnected());
    await publishVideos(['after1', 'after2']);
    await waitUntil(() => seen.has('after1') && seen.has('after2'));
    expect(reports.some((report) => report.settlement === 'dead-letter')).toBe(false);
  }, 120_000);
});

describe('ensureStreams', () => {
  it('accepts what it made before', async () => {
    await ensureStreams(bus, 'data', { ackWaitSec: 2 });
  });

  it('refuses a work stream that would drop old work, and one whose consumer gives up', async () => {
    await bus.manager.streams.add({
      name: 'MEDSTREAM_EVAL_WORK',
      subjects: [SUBJECTS.runRequested, SUBJECTS.jobRequested, SUBJECTS.jobCompleted, SUBJECTS.judgingRequested],
      retention: RetentionPolicy.Workqueue,
      discard: DiscardPolicy.Old,
      storage: StorageType.File,
    });
    await expect(ensureStreams(bus, 'eval')).rejects.toMatchObject({ code: 'bus/unsafe-stream', message: expect.stringContaining('discard') });
    await bus.manager.streams.delete('MEDSTREAM_EVAL_WORK');
    await ensureStreams(bus, 'eval');
    const wanted: Partial<ConsumerConfig> = { ...(await bus.manager.consumers.info('MEDSTREAM_EVAL_WORK', 'eval-infer')).config, max_deliver: 3 };
    await bus.manager.consumers.delete('MEDSTREAM_EVAL_WORK', 'eval-infer');
    await bus.manager.consumers.add('MEDSTREAM_EVAL_WORK', wanted);
    await expect(ensureStreams(bus, 'eval')).rejects.toMatchObject({ code: 'bus/unsafe-stream', message: expect.stringContaining('max_deliver') });
  }, 60_000);
});

describe('connectBus', () => {
  it('says in one line that no broker answers, without the password', async () => {
    const attempt = connectBus({ url: 'nats://user:secret@127.0.0.1:1', name: 'spec', connectTimeoutMs: 2_000 });
    const error: unknown = await attempt.then(() => null, (caught: unknown) => caught);
    expect(isEngineError(error, 'bus/unreachable')).toBe(true);
    expect((error as EngineError).exitCode).toBe(3);
    expect((error as Error).message).toContain('nats://127.0.0.1:1');
    expect((error as Error).message).not.toContain('secret');
  });
});

describe('answerStatus', () => {
  it('answers, and says null where nobody listens', async () => {
    expect(await askStatus(bus, 'medstream.spec.status', {})).toBeNull();
    answerStatus(bus, 'medstream.spec.status', async (question) => {
      if ((question as { build_id?: string }).build_id === undefined) throw new EngineError('input/bad-record', 'build_id is missing');
      return { state: 'running' };
    });
    expect(await askStatus(bus, 'medstream.spec.status', { build_id: 'b' })).toEqual({ state: 'running' });
    expect(await askStatus(bus, 'medstream.spec.status', {})).toEqual({ error: { code: 'input/bad-record', message: 'build_id is missing' } });
  });
});
