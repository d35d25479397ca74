import type { Consumer, JsMsg } from '@nats-io/jetstream';

import { EngineError, isEngineError, type MedstreamEvent } from '@medstream/schema';

import type { BusConnection } from './bus-connection.js';
import { publishDeadLetter } from './dead-letter.js';
import { readEvent } from './read-event.js';
import { DEFAULT_RETRY_RULES, type RetryRules, settleFailure, type Settlement } from './settle-message.js';

/** What a handler is told about the delivery it handles. */
export interface DeliveryContext {
  readonly durable: string;
  /** 1 for the first delivery. */
  readonly deliveryCount: number;
  /** Messages of this durable that wait behind this one, as the broker said when it handed it out. */
  readonly pendingCount: number;
  /** Aborted when the service stops; a handler may finish or throw a transient error. */
  readonly signal: AbortSignal;
}

export type EventHandler = (event: MedstreamEvent, context: DeliveryContext) => Promise<void>;

/** Why a message becomes a dead letter. */
export interface GivenUp {
  code: string;
  message: string;
}

/** What happened to one message, for logs and counters. */
export interface ConsumeReport {
  durable: string;
  subject: string;
  settlement: Settlement['kind'] | 'loop-failed';
  code?: string;
  message?: string;
  deliveryCount?: number;
}

export interface ConsumeOptions {
  bus: BusConnection;
  stream: string;
  durable: string;
  /** Messages handled at the same time by this process. One `next()` is open for each free slot, so nothing is fetched ahead. */
  slots: number;
  /** Written as `source` into dead letters. */
  source: string;
  handler: EventHandler;
  onReport: (report: ConsumeReport) => void;
  /**
   * Told of an event whose message becomes a dead letter, after the letter is stored and before the message is settled, so
   * that whatever waits for it can go on. When it fails the message comes again.
   */
  onGivenUp?: (event: MedstreamEvent, reason: GivenUp) => Promise<void>;
  rules?: RetryRules;
  /** How long one `next()` stays open, and so the longest that an idle slot takes to stop. Default 2 s. */
  expiresMs?: number;
}

/** The end of a stopping budget, at most a quarter of it, is for handlers to settle their messages once they are aborted. */
const LONGEST_SETTLING_MS = 1_000;

/** A running consumer. */
export interface RunningConsumer {
  /**
   * Stops pulling and waits for handlers in work, which are aborted shortly before `budgetMs` is over. Resolves by then
   * whatever they do; messages that are not settled are delivered again.
   */
  stop(budgetMs: number): Promise<void>;
  /** Messages being handled now. */
  inWork(): number;
  /** Milliseconds (performance clock) of the last sign of life: a message or an empty answer of the broker. */
  lastSignMs(): number;
}

/**
 * Handles messages of one durable, each settled exactly once: acknowledged after its handler is done, handed back with
 * a wait, or stored as a dead letter and acknowledged (`term` with a reason is ignored by servers before 2.10.4).
 * While a handler works, `working` goes out at a third of the consumer's deadline.
 */
export async function consumeDurable(options: ConsumeOptions): Promise<RunningConsumer> {
  const consumer = await options.bus.jetstream.consumers.get(options.stream, options.durable);
  const ackWaitMs = ((await consumer.info()).config.ack_wait ?? 30e9) / 1e6;
  const abort = new AbortController();
  const state = { isStopping: false, isLeft: false, inWork: 0, lastSignMs: performance.now() };
  const loops = Array.from({ length: options.slots }, () => runSlot({ options, consumer, ackWaitMs, signal: abort.signal, state }));
  return {
    inWork: () => state.inWork,
    lastSignMs: () => state.lastSignMs,
    stop: async (budgetMs) => {
      state.isStopping = true;
      const settlingMs = Math.min(LONGEST_SETTLING_MS, budgetMs / 4);
      const asked = setTimeout(() => abort.abort(), budgetMs - settlingMs);
      let over: NodeJS.Timeout | undefined;
      const budget = new Promise<void>((resolve) => (over = setTimeout(resolve, budgetMs)));
      try {
        // a handler that looks at no signal must not hold the service: its message is silent from now on, and comes again
        await Promise.race([Promise.all(loops), budget]);
      } finally {
        state.isLeft = true;
        clearTimeout(asked);
        clearTimeout(over);
        abort.abort();
      }
    },
  };
}

interface Slot {
  options: ConsumeOptions;
  consumer: Consumer;
  ackWaitMs: number;
  signal: AbortSignal;
  state: { isStopping: boolean; isLeft: boolean; inWork: number; lastSignMs: number };
}

async function runSlot(slot: Slot): Promise<void> {
  const { options, state } = slot;
  let failures = 0;
  while (!state.isStopping) {
    try {
      const message = await slot.consumer.next({ expires: options.expiresMs ?? 2_000 });
      state.lastSignMs = performance.now();
      failures = 0;
      // A message that arrives while stopping was handed out already: finishing it is what avoids a redelivery.
      if (message === null) continue;
      state.inWork += 1;
      try {
        await handleMessage(slot, message);
      } finally {
        state.inWork -= 1;
      }
    } catch (error) {
      // The broker is away, or the consumer is gone: never give up quietly, never spin.
      failures += 1;
      if (state.isStopping || options.bus.nats.isClosed()) return;
      options.onReport({ durable: options.durable, subject: '', settlement: 'loop-failed', message: (error as Error).message });
      await pause(Math.min(250 * 2 ** failures, 5_000));
    }
  }
}

async function handleMessage(slot: Slot, message: JsMsg): Promise<void> {
  const { options, ackWaitMs } = slot;
  const deliveryCount = message.info.deliveryCount;
  const heartbeat = setInterval(() => {
    if (slot.state.isLeft) clearInterval(heartbeat);
    else message.working();
  }, ackWaitMs / 3);
  let settlement: Settlement;
  try {
    settlement = await attempt(slot, message, deliveryCount);
    await settle(slot, message, settlement);
  } finally {
    clearInterval(heartbeat);
  }
  const reason = settlement.kind === 'ack' ? {} : { code: settlement.code, message: settlement.message };
  options.onReport({ durable: options.durable, subject: message.subject, settlement: settlement.kind, deliveryCount, ...reason });
}

async function attempt(slot: Slot, message: JsMsg, deliveryCount: number): Promise<Settlement> {
  const { options } = slot;
  const rules = options.rules ?? DEFAULT_RETRY_RULES;
  if (deliveryCount > rules.maxDeliveries) {
    // Earlier deliveries ended without a word: a worker that dies on this message would die again.
    return { kind: 'dead-letter', code: 'defect/broken-promise', message: `${deliveryCount - 1} deliveries ended without a result` };
  }
  try {
    const event = readEvent(message.subject, message.data);
    await options.handler(event, { durable: options.durable, deliveryCount, pendingCount: message.info.pending, signal: slot.signal });
    return { kind: 'ack' };
  } catch (error) {
    if (slot.signal.aborted) return { kind: 'retry', delayMs: 0, code: 'bus/timed-out', message: 'the service stopped before the work was done' };
    return settleFailure(error, deliveryCount, rules);
  }
}

async function settle(slot: Slot, message: JsMsg, settlement: Settlement): Promise<void> {
  const { bus, source, stream } = slot.options;
  if (settlement.kind === 'retry') {
    message.nak(settlement.delayMs);
    await bus.nats.flush();
    return;
  }
  if (settlement.kind === 'dead-letter') {
    await publishDeadLetter(bus, source, {
      stream,
      sequence: message.seq,
      subject: message.subject,
      bytes: message.data,
      deliveries: message.info.deliveryCount,
      code: settlement.code,
      message: settlement.message,
    });
    await tellGivenUp(slot, message, settlement);
  }
  await acknowledge(message);
}

async function tellGivenUp({ options }: Slot, message: JsMsg, { code, message: reason }: GivenUp): Promise<void> {
  const event = readOrNull(message);
  if (event !== null) await options.onGivenUp?.(event, { code, message: reason });
}

/** Null for a message that is no event of ours: nobody waits for it. */
function readOrNull(message: JsMsg): MedstreamEvent | null {
  try {
    return readEvent(message.subject, message.data);
  } catch (error) {
    if (isEngineError(error, 'bus/bad-event')) return null;
    throw error;
  }
}

/** Acknowledges and waits for the broker's word. An answer that is lost leaves the message to be delivered again, which handlers bear. */
async function acknowledge(message: JsMsg): Promise<void> {
  const isConfirmed = await message.ackAck({ timeout: 5_000 });
  if (!isConfirmed) throw new EngineError('bus/timed-out', `the broker did not confirm the acknowledgement of ${message.subject}`);
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
