import { SUBJECTS } from '@medstream/schema';
import { startNatsServer, type TestNatsServer } from '@medstream/testing';

import { type BusConnection, connectBus } from './bus-connection.js';
import type { ConsumeReport } from './consume-durable.js';
import { ensureStreams } from './ensure-streams.js';
import { JetStreamStrategy } from './jetstream-strategy.js';
import { publishEvent } from './publish-event.js';
import { listDurables } from './stream-table.js';

let server: TestNatsServer;

beforeAll(async () => {
  server = await startNatsServer();
}, 60_000);

afterAll(() => server.stop());

const nothing = async (): Promise<void> => {};
const allSubjects = [...new Set(listDurables('data').map((durable) => durable.subject))];

async function openStrategy(reports: ConsumeReport[] = []): Promise<{ bus: BusConnection; strategy: JetStreamStrategy }> {
  const bus = await connectBus({ url: server.url, name: 'strategy-spec' });
  await ensureStreams(bus, 'data', { ackWaitSec: 5 });
  const strategy = new JetStreamStrategy({ bus, engine: 'data', source: '/spec', slots: {}, stopBudgetMs: 5_000, onReport: (report) => reports.push(report) });
  return { bus, strategy };
}

const listen = (strategy: JetStreamStrategy): Promise<unknown> => new Promise((resolve) => strategy.listen(resolve));

/** A stand-in for an rxjs Observable that fails after one value: what Nest makes of a rejected controller. */
const failingStream = (error: Error) => ({
  subscribe: (observer: { next: (value: unknown) => void; error: (error: unknown) => void }) => {
    observer.next(1);
    observer.error(error);
  },
});

describe('JetStreamStrategy', () => {
  it('refuses to boot when a subject has no handler', async () => {
    const { strategy } = await openStrategy();
    strategy.addHandler(SUBJECTS.buildRequested, nothing, true);
    expect(String(await listen(strategy))).toContain(`no handler for ${SUBJECTS.videoRequested}`);
    await strategy.close();
  }, 30_000);

  it('refuses a second handler for a subject, and one that nothing feeds', async () => {
    const { strategy } = await openStrategy();
    for (const subject of allSubjects) strategy.addHandler(subject, nothing, true);
    expect(() => strategy.addHandler(SUBJECTS.buildRequested, nothing, true)).toThrow('two handlers');
    strategy.addHandler('medstream.data.unknown.v1', nothing, true);
    expect(String(await listen(strategy))).toContain('medstream.data.unknown.v1');
    await strategy.close();
  }, 30_000);

  it('settles by what the handler\'s stream ends with', async () => {
    const reports: ConsumeReport[] = [];
    const { bus, strategy } = await openStrategy(reports);
    for (const subject of allSubjects.filter((candidate) => candidate !== SUBJECTS.videoRequested)) strategy.addHandler(subject, nothing, true);
    strategy.addHandler(SUBJECTS.videoRequested, async () => failingStream(new TypeError('boom')), true);
    expect(await listen(strategy)).toBeUndefined();
    await publishEvent(bus, { type: SUBJECTS.videoRequested, id: 'v', source: '/spec', subject: 'b', data: { build_id: 'b', out: 'o', video: 'v' } });
    while (!reports.some((report) => report.settlement === 'dead-letter')) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reports.map((report) => [report.settlement, report.message])).toEqual([
      ['retry', 'boom'],
      ['dead-letter', 'boom'],
    ]);
    await strategy.close();
  }, 60_000);
});
