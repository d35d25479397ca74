import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';

import type { DeliveryContext } from '@medstream/bus';
import type { RunService } from '@medstream/evaluation';
import { type MedstreamEvent, SUBJECTS } from '@medstream/schema';

import { RUN_SERVICE } from '../run-service-token.js';

/** Answers one job and commits its result. */
@Controller()
export class EvalInferConsumer {
  readonly #service: RunService;

  constructor(@Inject(RUN_SERVICE) service: RunService) {
    this.#service = service;
  }

  @EventPattern<string>(SUBJECTS.jobRequested)
  async answer(@Payload() event: MedstreamEvent<typeof SUBJECTS.jobRequested>, @Ctx() delivery: DeliveryContext): Promise<void> {
    await this.#service.infer(event.data, delivery);
  }
}
