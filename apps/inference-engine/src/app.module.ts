import { type DynamicModule, Module } from '@nestjs/common';

import type { RunService } from '@medstream/evaluation';

import { EvalCollectConsumer } from './consumers/eval-collect-consumer.js';
import { EvalInferConsumer } from './consumers/eval-infer-consumer.js';
import { EvalJudgeConsumer } from './consumers/eval-judge-consumer.js';
import { EvalOnMaterialisedConsumer } from './consumers/eval-on-materialised-consumer.js';
import { EvalRunConsumer } from './consumers/eval-run-consumer.js';
import { RunStatusController } from './controllers/run-status-controller.js';
import { RUN_SERVICE } from './run-service-token.js';

/** The service: one controller a subject, all round the same use-cases. */
@Module({})
export class AppModule {
  static around(service: RunService): DynamicModule {
    return {
      module: AppModule,
      controllers: [EvalRunConsumer, EvalInferConsumer, EvalCollectConsumer, EvalJudgeConsumer, EvalOnMaterialisedConsumer, RunStatusController],
      providers: [{ provide: RUN_SERVICE, useValue: service }],
    };
  }
}
