import { type BuildServicePorts, acceptBuild } from '@medstream/building';
import { type MedstreamEvent, SUBJECTS } from '@medstream/schema';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';

import { BUILD_PORTS } from '../build-ports-token.js';

/** Takes up a request for a build: records it, plans it, asks for its videos. */
@Controller()
export class DataBuildConsumer {
  constructor(@Inject(BUILD_PORTS) private readonly ports: BuildServicePorts) {}

  @EventPattern<string>(SUBJECTS.buildRequested)
  async handle(@Payload() event: MedstreamEvent<typeof SUBJECTS.buildRequested>): Promise<void> {
    await acceptBuild(this.ports, event.data);
  }
}
