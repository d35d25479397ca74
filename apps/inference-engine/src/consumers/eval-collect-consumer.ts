import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';

import type { DeliveryContext } from '@medstream/bus';
import type { RunService } from '@medstream/evaluation';
import { type MedstreamEvent, SUBJECTS } from '@medstream/schema';

import { RUN_SERVICE } from '../run-service-token.js';

/** Finalises a run when its last result is committed. One message at a time over all services. */
@Controller()
export class EvalCollectConsumer {
  readonly #service: RunService;

  constructor(@Inject(RUN_SERVICE) service: RunService) {
    this.#service = service;
  }

  @EventPattern<string>(SUBJECTS.jobCompleted)
  async collect(@Payload() event: MedstreamEvent<typeof SUBJECTS.jobCompleted>, @Ctx() delivery: DeliveryContext): Promise<void> {
    await this.#service.collect(event.data, delivery);
  }
}
