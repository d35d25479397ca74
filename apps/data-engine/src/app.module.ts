import type { BuildServicePorts } from '@medstream/building';
import { type DynamicModule, Module } from '@nestjs/common';

import { BUILD_PORTS } from './build-ports-token.js';
import { DataBuildConsumer } from './consumers/data-build-consumer.js';
import { DataCollectConsumer } from './consumers/data-collect-consumer.js';
import { DataConstructConsumer } from './consumers/data-construct-consumer.js';
import { DataPrepareConsumer } from './consumers/data-prepare-consumer.js';
import { DataValidateConsumer } from './consumers/data-validate-consumer.js';
import { BuildStatusController } from './controllers/build-status-controller.js';

/** The data engine as a service: one controller a durable, one for status questions. */
@Module({})
export class AppModule {
  static withPorts(ports: BuildServicePorts): DynamicModule {
    return {
      module: AppModule,
      controllers: [DataBuildConsumer, DataPrepareConsumer, DataConstructConsumer, DataValidateConsumer, DataCollectConsumer, BuildStatusController],
      providers: [{ provide: BUILD_PORTS, useValue: ports }],
    };
  }
}
