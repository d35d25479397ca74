import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';

import { EngineError } from '@medstream/schema';

import type { BusConnection } from './bus-connection.js';
import { type Engine, LOG_MAX_AGE_DAYS, STREAM_TABLE, type StreamSpec } from './stream-table.js';

const NANOS_PER_SECOND = 1_000_000_000;
/** JetStream API error codes: "stream not found", "consumer not found". */
const NOT_FOUND = [10059, 10014];

export interface EnsureOptions {
  /** Seconds after which an unsettled message is handed out again; heartbeats go out at a third of it. Default 30. */
  ackWaitSec?: number;
}

/**
 * Makes the streams and durables of an engine where they are missing and checks those that exist.
 * An existing stream or durable is never changed: where its settings could drop or misdirect work, the engine refuses
 * to start.
 *
 * @throws EngineError `bus/unsafe-stream` naming the setting, what it is and what it has to be
 */
export async function ensureStreams(bus: BusConnection, engine: Engine, options: EnsureOptions = {}): Promise<void> {
  for (const stream of STREAM_TABLE.filter((candidate) => candidate.engines.includes(engine))) {
    await ensureStream(bus, stream);
    for (const durable of stream.durables.filter((candidate) => candidate.engine === engine)) {
      await ensureDurable(bus, stream.name, {
        durable_name: durable.name,
        filter_subject: durable.subject,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
        ack_wait: (options.ackWaitSec ?? 30) * NANOS_PER_SECOND,
        max_deliver: -1,
        max_ack_pending: durable.maxAckPending,
      });
    }
  }
}

async function ensureStream(bus: BusConnection, spec: StreamSpec): Promise<void> {
  const isWork = spec.kind === 'work';
  const wanted = {
    name: spec.name,
    subjects: [...spec.subjects],
    retention: isWork ? RetentionPolicy.Workqueue : RetentionPolicy.Limits,
    discard: isWork ? DiscardPolicy.New : DiscardPolicy.Old,
    storage: StorageType.File,
    max_age: isWork ? 0 : LOG_MAX_AGE_DAYS * 24 * 3600 * NANOS_PER_SECOND,
    duplicate_window: 120 * NANOS_PER_SECOND,
  };
  const existing = await orNullWhenMissing(bus.manager.streams.info(spec.name));
  if (existing === null) {
    await bus.manager.streams.add(wanted);
    return;
  }
  const unsafe = findUnsafeStreamSetting(existing.config, wanted, isWork);
  if (unsafe !== null) throw unsafeStream(`stream ${spec.name}`, unsafe);
}

async function ensureDurable(bus: BusConnection, stream: string, wanted: Partial<ConsumerConfig> & { durable_name: string }): Promise<void> {
  const existing = await orNullWhenMissing(bus.manager.consumers.info(stream, wanted.durable_name));
  if (existing === null) {
    await bus.manager.consumers.add(stream, wanted);
    return;
  }
  const unsafe = findUnsafeDurableSetting(existing.config, wanted);
  if (unsafe !== null) throw unsafeStream(`consumer ${wanted.durable_name} of ${stream}`, unsafe);
}

/** Names the first setting of a stream that could lose or misdirect messages, or null when all are safe. */
export function findUnsafeStreamSetting(
  found: Pick<StreamConfig, 'retention' | 'discard' | 'max_age' | 'subjects' | 'max_msgs_per_subject' | 'storage'>,
  wanted: Pick<StreamConfig, 'retention' | 'subjects'>,
  isWork: boolean,
): string | null {
  if (found.retention !== wanted.retention) return `retention is ${found.retention} and has to be ${wanted.retention}`;
  const subjects = [...found.subjects].sort().join(' ');
  const expected = [...wanted.subjects].sort().join(' ');
  if (subjects !== expected) return `subjects are ${subjects} and have to be ${expected}`;
  if (!isWork) return null;
  if (found.storage !== StorageType.File) return `storage is ${found.storage} and has to be ${StorageType.File}`;
  if (found.discard !== DiscardPolicy.New) return `discard is ${found.discard}: a full stream would drop old work; it has to be ${DiscardPolicy.New}`;
  if (found.max_age > 0) return 'max_age is set: work would expire; it has to be 0';
  if (found.max_msgs_per_subject > 0) return 'max_msgs_per_subject is set: newer work would push out older work; it has to be unlimited';
  return null;
}

/** Names the first setting of a durable that could lose or misdirect messages, or null when all are safe. */
export function findUnsafeDurableSetting(found: ConsumerConfig, wanted: Partial<ConsumerConfig>): string | null {
  if (found.filter_subject !== wanted.filter_subject) {
    return `filter_subject is ${found.filter_subject ?? 'absent'} and has to be ${wanted.filter_subject ?? 'absent'}`;
  }
  if (found.ack_policy !== AckPolicy.Explicit) return `ack_policy is ${found.ack_policy} and has to be ${AckPolicy.Explicit}`;
  if (found.max_deliver !== undefined && found.max_deliver > 0) {
    return `max_deliver is ${found.max_deliver}: the server would give up without a dead letter; it has to be unlimited`;
  }
  if (found.backoff !== undefined && found.backoff.length > 0) return 'backoff is set: it replaces ack_wait; it has to be absent';
  if ((found.ack_wait ?? 0) < NANOS_PER_SECOND) return 'ack_wait is under 1 s: too short for heartbeats';
  if (wanted.max_ack_pending === 1 && found.max_ack_pending !== 1) {
    return `max_ack_pending is ${found.max_ack_pending ?? 'absent'} and has to be 1: there is one coordinator`;
  }
  return null;
}

async function orNullWhenMissing<Info>(question: Promise<Info>): Promise<Info | null> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof JetStreamApiError && NOT_FOUND.includes(error.code)) return null;
    throw error;
  }
}

function unsafeStream(what: string, reason: string): EngineError {
  return new EngineError('bus/unsafe-stream', `${what} exists with an unsafe setting: ${reason}`, {
    hint: 'change or delete it with the NATS command line; the engine makes a safe one at its next start',
  });
}
