import { type BuildServicePorts, type BuildStatus, describeBuild } from '@medstream/building';
import { EngineError, requestIdSchema, STATUS_SUBJECTS } from '@medstream/schema';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { z } from 'zod';

import { BUILD_PORTS } from '../build-ports-token.js';

const questionSchema = z.looseObject({ build_id: requestIdSchema });

/** Answers how a build stands; any service can, since the answer lies in the ledger. */
@Controller()
export class BuildStatusController {
  constructor(@Inject(BUILD_PORTS) private readonly ports: BuildServicePorts) {}

  @MessagePattern<string>(STATUS_SUBJECTS.build)
  async answer(@Payload() question: unknown): Promise<BuildStatus> {
    const parsed = questionSchema.safeParse(question);
    if (!parsed.success) throw new EngineError('bus/bad-event', 'a status question has to be {"build_id": "…"}');
    return describeBuild(this.ports, parsed.data.build_id);
  }
}
