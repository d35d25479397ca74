import { type EventData, type EventType, EngineError, stringifyJsonLine } from '@medstream/schema';

import type { BusConnection } from './bus-connection.js';
import { MAX_EVENT_BYTES } from './read-event.js';

/** What a publisher states; the rest of the envelope follows from it. */
export interface OutgoingEvent<Type extends EventType> {
  type: Type;
  /** Unique for what the event says: publishing the same event twice uses the same id. Also the JetStream message id. */
  id: string;
  /** Who says so, e.g. `/medstream/data-engine`. */
  source: string;
  /** The build or run id. */
  subject: string;
  data: EventData[Type];
}

/** How often and how long a publish is tried: five times within about 30 s, so that a broker restart is outlived. */
const WAITS_MS = [250, 1_000, 4_000, 8_000];

export interface PublishOptions {
  /** JetStream message id where it is not the event's id: a fresh one gets an event that was told before past de-duplication. */
  messageId?: string;
  /** Waits between the tries; default five tries within about 30 s. */
  waitsMs?: readonly number[];
}

/**
 * Publishes one event and waits until JetStream has stored it. A repeated id within the stream's duplicate window is
 * stored once.
 *
 * @throws EngineError `bus/timed-out` when the broker does not confirm; the event may or may not be stored
 */
export async function publishEvent<Type extends EventType>(bus: BusConnection, event: OutgoingEvent<Type>, { messageId = event.id, waitsMs = WAITS_MS }: PublishOptions = {}): Promise<void> {
  const payload = stringifyJsonLine({ specversion: '1.0', datacontenttype: 'application/json', ...event });
  const bytes = new TextEncoder().encode(payload);
  if (bytes.byteLength > MAX_EVENT_BYTES) {
    throw new EngineError('defect/broken-promise', `an event of type ${event.type} is ${bytes.byteLength} bytes long; the limit is ${MAX_EVENT_BYTES}`);
  }
  for (let attempt = 0; ; attempt += 1) {
    try {
      await bus.jetstream.publish(event.type, bytes, { msgID: messageId, timeout: 5_000 });
      return;
    } catch (cause) {
      const waitMs = waitsMs[attempt];
      if (waitMs === undefined || bus.nats.isClosed()) {
        throw new EngineError('bus/timed-out', `the broker did not confirm ${event.type}: ${(cause as Error).message}`, { cause });
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
