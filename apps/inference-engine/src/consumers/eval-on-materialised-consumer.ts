import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';

import type { RunService } from '@medstream/evaluation';
import { type MedstreamEvent, SUBJECTS } from '@medstream/schema';

import { RUN_SERVICE } from '../run-service-token.js';

/** Starts the configured runs over a finished benchmark. */
@Controller()
export class EvalOnMaterialisedConsumer {
  readonly #service: RunService;

  constructor(@Inject(RUN_SERVICE) service: RunService) {
    this.#service = service;
  }

  @EventPattern<string>(SUBJECTS.benchmarkMaterialised)
  async start(@Payload() event: MedstreamEvent<typeof SUBJECTS.benchmarkMaterialised>): Promise<void> {
    await this.#service.startEvaluations(event.data);
  }
}
