import 'reflect-metadata';

import { NestFactory } from '@nestjs/core';

import { createFrameworkLog, runService } from '@medstream/bus';
import type { RunService } from '@medstream/evaluation';

import { AppModule } from './app.module.js';
import { composeService, SERVICE_NAME, type ServiceContext } from './compose-service.js';
import { RethrowFilter } from './rethrow-filter.js';

/** The service, from its connection to its orderly end, which the signal asks for. */
export async function serve(context: ServiceContext, { slots, signal }: { slots: Record<string, number>; signal: AbortSignal }): Promise<void> {
  let service: RunService | null = null;
  await runService({
    engine: 'eval',
    name: SERVICE_NAME,
    settings: context.settings,
    log: context.log,
    slots,
    signal,
    compose: (bus) => {
      const composed = (service = composeService(bus, context));
      return { reconcile: () => composed.reconcile(), onGivenUp: (event, reason) => composed.giveUp(event, reason) };
    },
    boot: async (strategy) => {
      const app = await NestFactory.createMicroservice(AppModule.around(service as RunService), { strategy, logger: createFrameworkLog(context.log), abortOnError: false });
      app.useGlobalFilters(new RethrowFilter());
      await app.listen();
      return app;
    },
  });
}
