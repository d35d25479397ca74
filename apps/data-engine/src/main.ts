import 'reflect-metadata';

import { type BuildServicePorts } from '@medstream/building';
import { createFrameworkLog, runService, type ServiceLog } from '@medstream/bus';
import { NestFactory } from '@nestjs/core';

import { AppModule } from './app.module.js';
import { composeServicePorts, composeServiceWork } from './compose-service.js';
import { type DataServiceSettings, readEnvironment } from './config.js';
import { RethrowFilter } from './rethrow-filter.js';
import { openVideoWorkerPool } from './video-worker-pool.js';

/** Runs the data engine as a service until the signal; see {@link runService} for what it throws. */
export async function serveBuilds(settings: DataServiceSettings, log: ServiceLog, signal: AbortSignal): Promise<void> {
  const { prepare, construct, validate } = settings.slots;
  const { ffmpegPath, cacheFolder } = readEnvironment();
  const stageSettings = { ffmpegPath, cacheFolder };
  const pool = openVideoWorkerPool(stageSettings, Math.max(1, prepare, construct, validate));
  const slots = { 'data-prepare': prepare, 'data-construct': construct, 'data-validate': validate };
  let ports: BuildServicePorts;
  try {
    await runService({
      ...{ engine: 'data', name: 'data-engine', settings, log, slots, signal },
      compose: (bus) => {
        ports = composeServicePorts({ bus, log, pool, stageSettings, roots: settings.roots });
        return composeServiceWork(ports, { bus, log });
      },
      boot: async (strategy) => {
        const application = await NestFactory.createMicroservice(AppModule.withPorts(ports), { strategy, logger: createFrameworkLog(log), abortOnError: false });
        application.useGlobalFilters(new RethrowFilter());
        await application.listen();
        return application;
      },
    });
  } finally {
    await pool.close();
  }
}
