import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';

import type { RunService, RunStatus } from '@medstream/evaluation';
import { STATUS_SUBJECTS } from '@medstream/schema';

import { RUN_SERVICE } from '../run-service-token.js';

/** Says how a run stands: request-reply, in no stream. */
@Controller()
export class RunStatusController {
  readonly #service: RunService;

  constructor(@Inject(RUN_SERVICE) service: RunService) {
    this.#service = service;
  }

  @MessagePattern<string>(STATUS_SUBJECTS.run)
  async describe(@Payload() question: unknown): Promise<RunStatus> {
    return this.#service.describeStatus(question);
  }
}
