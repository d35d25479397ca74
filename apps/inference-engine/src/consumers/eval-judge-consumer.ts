import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';

import type { DeliveryContext } from '@medstream/bus';
import type { RunService } from '@medstream/evaluation';
import { type MedstreamEvent, SUBJECTS } from '@medstream/schema';

import { RUN_SERVICE } from '../run-service-token.js';

/** Has a run marked by its judge, and ends it. */
@Controller()
export class EvalJudgeConsumer {
  readonly #service: RunService;

  constructor(@Inject(RUN_SERVICE) service: RunService) {
    this.#service = service;
  }

  @EventPattern<string>(SUBJECTS.judgingRequested)
  async judge(@Payload() event: MedstreamEvent<typeof SUBJECTS.judgingRequested>, @Ctx() delivery: DeliveryContext): Promise<void> {
    await this.#service.judge(event.data, delivery);
  }
}
