import { type BuildServicePorts, collectValidated } from '@medstream/building';
import { type MedstreamEvent, SUBJECTS } from '@medstream/schema';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';

import { BUILD_PORTS } from '../build-ports-token.js';

/** The one coordinator: writes the benchmark once every video of a build is done. */
@Controller()
export class DataCollectConsumer {
  constructor(@Inject(BUILD_PORTS) private readonly ports: BuildServicePorts) {}

  @EventPattern<string>(SUBJECTS.itemsValidated)
  async handle(@Payload() event: MedstreamEvent<typeof SUBJECTS.itemsValidated>): Promise<void> {
    await collectValidated(this.ports, event);
  }
}
