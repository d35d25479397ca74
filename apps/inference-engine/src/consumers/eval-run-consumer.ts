import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';

import type { DeliveryContext } from '@medstream/bus';
import type { RunService } from '@medstream/evaluation';
import { type MedstreamEvent, SUBJECTS } from '@medstream/schema';

import { RUN_SERVICE } from '../run-service-token.js';

/** Plans a requested run and asks for its jobs. */
@Controller()
export class EvalRunConsumer {
  readonly #service: RunService;

  constructor(@Inject(RUN_SERVICE) service: RunService) {
    this.#service = service;
  }

  @EventPattern<string>(SUBJECTS.runRequested)
  async takeUp(@Payload() event: MedstreamEvent<typeof SUBJECTS.runRequested>, @Ctx() delivery: DeliveryContext): Promise<void> {
    await this.#service.request(event.id, event.data, delivery);
  }
}
