import 'reflect-metadata';

import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern } from '@nestjs/microservices';

import { type BusConnection, connectBus, ensureStreams, JetStreamStrategy, publishEvent } from '@medstream/bus';
import type { ConsumeReport } from '@medstream/bus';
import type { RunService } from '@medstream/evaluation';
import { EngineError, SUBJECTS } from '@medstream/schema';
import { startNatsServer, type TestNatsServer } from '@medstream/testing';

import { AppModule } from './app.module.js';
import { RethrowFilter } from './rethrow-filter.js';

let nats: TestNatsServer;
let bus: BusConnection;

beforeAll(async () => {
  nats = await startNatsServer();
  bus = await connectBus({ url: nats.url, name: 'spec' });
  await ensureStreams(bus, 'eval', { ackWaitSec: 5 });
}, 60_000);

afterAll(async () => {
  await bus.close();
  await nats.stop();
});

const fail = (code: 'store/disk-full' | 'media/missing') => async (): Promise<never> => {
  throw new EngineError(code, 'as scripted');
};
const service: RunService = {
  request: fail('media/missing'),
  infer: fail('store/disk-full'),
  collect: async () => undefined,
  judge: async () => undefined,
  startEvaluations: async () => undefined,
  describeStatus: fail('media/missing'),
  giveUp: async () => undefined,
  reconcile: async () => undefined,
};

@Controller()
class SecondInferConsumer {
  @EventPattern<string>(SUBJECTS.jobRequested)
  async answer(): Promise<void> {}
}

@Module({ imports: [AppModule.around(service)], controllers: [SecondInferConsumer] })
class DoubledModule {}

@Module({ controllers: [SecondInferConsumer] })
class LackingModule {}

async function boot(module: Parameters<typeof NestFactory.createMicroservice>[0], reports: ConsumeReport[] = []) {
  const strategy = new JetStreamStrategy({ bus, engine: 'eval', source: '/spec', slots: {}, stopBudgetMs: 5_000, onReport: (report) => reports.push(report), rules: { maxDeliveries: 2, baseDelayMs: 20, maxDelayMs: 20 } });
  const app = await NestFactory.createMicroservice(module, { strategy, logger: false, abortOnError: false });
  app.useGlobalFilters(new RethrowFilter());
  await app.listen();
  return app;
}

describe('AppModule', () => {
  it('does not boot when a subject has two handlers, or none', async () => {
    await expect(boot(DoubledModule)).rejects.toThrow(`two handlers for ${SUBJECTS.jobRequested}`);
    await expect(boot(LackingModule)).rejects.toThrow(`no handler for ${SUBJECTS.runRequested}`);
  }, 60_000);

  it('boots with one handler a subject, and errors keep their verdicts through the framework', async () => {
    const reports: ConsumeReport[] = [];
    const app = await boot(AppModule.around(service), reports);
    const event = { id: 'x', source: '/spec', subject: 'r' };
    await publishEvent(bus, { ...event, type: SUBJECTS.jobRequested, data: { run_id: 'r', out: 'o', job_id: 'j' } });
    await publishEvent(bus, { ...event, id: 'y', type: SUBJECTS.runRequested, data: { run_id: 'r', data: ['d'], media_root: 'm', model: 'baseline:abstain', out: 'o' } });
    const endMs = performance.now() + 30_000;
    while (reports.length < 3 && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 20));
    const seen = reports.map(({ durable, settlement, code, message }) => [durable, settlement, code, message].join(' ')).sort();
    expect(seen).toEqual([
      // transient: comes again, until the deliveries are used up; permanent: at once
      'eval-infer dead-letter store/disk-full as scripted',
      'eval-infer retry store/disk-full as scripted',
      'eval-run dead-letter media/missing as scripted',
    ]);
    await app.close();
  }, 60_000);
});
