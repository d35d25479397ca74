import { type BuildServicePorts, validateConstructed } from '@medstream/building';
import { type MedstreamEvent, SUBJECTS } from '@medstream/schema';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';

import { BUILD_PORTS } from '../build-ports-token.js';

/** The candidates of one video to its committed result. */
@Controller()
export class DataValidateConsumer {
  constructor(@Inject(BUILD_PORTS) private readonly ports: BuildServicePorts) {}

  @EventPattern<string>(SUBJECTS.itemsConstructed)
  async handle(@Payload() event: MedstreamEvent<typeof SUBJECTS.itemsConstructed>): Promise<void> {
    await validateConstructed(this.ports, event);
  }
}
