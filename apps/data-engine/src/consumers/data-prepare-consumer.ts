import { type BuildServicePorts, prepareRequested } from '@medstream/building';
import { type MedstreamEvent, SUBJECTS } from '@medstream/schema';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';

import { BUILD_PORTS } from '../build-ports-token.js';

/** Native files of one video to its timeline. */
@Controller()
export class DataPrepareConsumer {
  constructor(@Inject(BUILD_PORTS) private readonly ports: BuildServicePorts) {}

  @EventPattern<string>(SUBJECTS.videoRequested)
  async handle(@Payload() event: MedstreamEvent<typeof SUBJECTS.videoRequested>): Promise<void> {
    await prepareRequested(this.ports, event);
  }
}
