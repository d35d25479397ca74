import 'reflect-metadata';

import type { BuildServicePorts } from '@medstream/building';
import { connectBus, createFrameworkLog, createServiceLog, ensureStreams, JetStreamStrategy } from '@medstream/bus';
import { SUBJECTS } from '@medstream/schema';
import { startNatsServer, type TestNatsServer } from '@medstream/testing';
import { Controller, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern } from '@nestjs/microservices';

import { AppModule } from './app.module.js';

let server: TestNatsServer;

beforeAll(async () => {
  server = await startNatsServer();
}, 60_000);

afterAll(() => server.stop());

@Controller()
class SecondOwner {
  @EventPattern<string>(SUBJECTS.videoPrepared)
  async handle(): Promise<void> {}
}

/** Boots the module over a real broker and closes it again. */
async function boot(change: (module: DynamicModule) => DynamicModule): Promise<void> {
  const bus = await connectBus({ url: server.url, name: 'module-spec' });
  try {
    await ensureStreams(bus, 'data');
    const strategy = new JetStreamStrategy({ bus, engine: 'data', source: '/spec', slots: {}, stopBudgetMs: 5_000, onReport: () => undefined });
    // nothing is published here, so no port is asked
    const module = change(AppModule.withPorts({} as BuildServicePorts));
    const log = createServiceLog('module-spec', { write: () => undefined });
    const application = await NestFactory.createMicroservice(module, { strategy, logger: createFrameworkLog(log), abortOnError: false });
    await application.listen();
    await application.close();
  } finally {
    await bus.close();
  }
}

describe('AppModule', () => {
  it('boots with one owner for every subject', async () => {
    await boot((module) => module);
  }, 60_000);

  it('refuses to boot when a subject has no handler', async () => {
    await expect(boot((module) => ({ ...module, controllers: module.controllers?.slice(1) }))).rejects.toThrow(`no handler for ${SUBJECTS.buildRequested}`);
  }, 60_000);

  it('refuses to boot when a subject has two', async () => {
    await expect(boot((module) => ({ ...module, controllers: [...(module.controllers ?? []), SecondOwner] }))).rejects.toThrow(`two handlers for ${SUBJECTS.videoPrepared}`);
  }, 60_000);
});
