import { type BuildServicePorts, constructPrepared } from '@medstream/building';
import { type MedstreamEvent, SUBJECTS } from '@medstream/schema';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';

import { BUILD_PORTS } from '../build-ports-token.js';

/** The timeline of one video to its candidates. */
@Controller()
export class DataConstructConsumer {
  constructor(@Inject(BUILD_PORTS) private readonly ports: BuildServicePorts) {}

  @EventPattern<string>(SUBJECTS.videoPrepared)
  async handle(@Payload() event: MedstreamEvent<typeof SUBJECTS.videoPrepared>): Promise<void> {
    await constructPrepared(this.ports, event);
  }
}
