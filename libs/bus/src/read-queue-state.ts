import type { BusConnection } from './bus-connection.js';
import { type Engine, listDurables, STREAM_TABLE } from './stream-table.js';

/** What the work queue of an engine holds. */
export interface QueueState {
  /** True when no message waits and none is in work: whatever is unfinished then is lost to the broker. */
  isIdle: boolean;
  /** The same for every reader of the same queue in the same state: makes message ids that are fresh, yet alike for two services that look at once. */
  mark: string;
}

/** Looks at the work queue of an engine. Throws what the client throws where the broker is away or a stream is missing. */
export async function readQueueState(bus: BusConnection, engine: Engine): Promise<QueueState> {
  const stream = STREAM_TABLE.find(({ kind, engines }) => kind === 'work' && engines.includes(engine)) as (typeof STREAM_TABLE)[number];
  const info = await bus.manager.streams.info(stream.name);
  const durables = listDurables(engine).filter((durable) => durable.stream === stream.name);
  const consumers = await Promise.all(durables.map(({ name }) => bus.manager.consumers.info(stream.name, name)));
  const isIdle = info.state.messages === 0 && consumers.every((consumer) => consumer.num_ack_pending === 0);
  return { isIdle, mark: `${Date.parse(info.created).toString(36)}-${info.state.last_seq}` };
}
