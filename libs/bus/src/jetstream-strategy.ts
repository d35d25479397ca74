import { EngineError } from '@medstream/schema';

import { answerStatus } from './answer-status.js';
import type { BusConnection } from './bus-connection.js';
import { type ConsumeOptions, type ConsumeReport, consumeDurable, type DeliveryContext, type RunningConsumer } from './consume-durable.js';
import type { RetryRules } from './settle-message.js';
import { type Engine, listDurables, statusSubjectOf } from './stream-table.js';

/** The part of an rxjs Observable that is used here. */
interface Drainable {
  subscribe(observer: { next: (value: unknown) => void; error: (error: unknown) => void; complete: () => void }): unknown;
}

/** A handler as Nest hands it over. */
type NestHandler = ((data: unknown, context?: unknown) => Promise<unknown>) & { isEventHandler?: boolean };

export interface JetStreamStrategyOptions {
  bus: BusConnection;
  engine: Engine;
  /** Written as `source` into dead letters, e.g. `/medstream/data-engine`. */
  source: string;
  /** Messages handled at once, by durable name; 1 where absent, 0 leaves the durable to other services. */
  slots: Readonly<Record<string, number>>;
  /** How long `close` waits for handlers. */
  stopBudgetMs: number;
  onReport: (report: ConsumeReport) => void;
  /** See {@link ConsumeOptions.onGivenUp}. */
  onGivenUp?: ConsumeOptions['onGivenUp'];
  rules?: RetryRules;
}

/**
 * A Nest custom transport strategy over JetStream: `@EventPattern(subject)` handlers become consumers of the durable
 * with that subject, `@MessagePattern(subject)` handlers answer status questions. Needs no Nest import: Nest accepts
 * any object of this shape.
 *
 * The handler is called here and its Observable drained, because Nest's own event path resolves even when the stream
 * failed; the consumer settles the message afterwards.
 */
export class JetStreamStrategy {
  readonly transportId = Symbol('medstream-jetstream');
  readonly propagatesEventHandlerErrors = true;
  readonly #options: JetStreamStrategyOptions;
  readonly #handlers = new Map<string, NestHandler>();
  readonly #running: RunningConsumer[] = [];

  constructor(options: JetStreamStrategyOptions) {
    this.#options = options;
  }

  /** @throws EngineError when a subject gets a second handler: Nest would chain them silently */
  addHandler(pattern: unknown, callback: NestHandler, isEventHandler = false): void {
    const subject = typeof pattern === 'string' ? pattern : JSON.stringify(pattern);
    if (this.#handlers.has(subject)) {
      throw new EngineError('defect/broken-promise', `two handlers for ${subject}; one controller method owns a subject`);
    }
    callback.isEventHandler = isEventHandler;
    this.#handlers.set(subject, callback);
  }

  listen(callback: (error?: unknown) => void): void {
    this.#start().then(() => callback(), callback);
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.map((consumer) => consumer.stop(this.#options.stopBudgetMs)));
    await this.#options.bus.close();
  }

  /** Nest offers its own events here; the strategy reports through `onReport` instead. */
  on(): void {}

  unwrap<Connection>(): Connection {
    return this.#options.bus.nats as Connection;
  }

  /** Whether every consumer heard from the broker within the last `withinMs`. */
  isAlive(withinMs: number): boolean {
    const now = performance.now();
    return this.#running.length > 0 && this.#running.every((consumer) => consumer.inWork() > 0 || now - consumer.lastSignMs() < withinMs);
  }

  async #start(): Promise<void> {
    const durables = listDurables(this.#options.engine).filter((durable) => this.#slotsOf(durable.name) > 0);
    this.#refuseUnmatched(durables.map((durable) => durable.subject));
    for (const durable of durables) {
      const handler = this.#handlers.get(durable.subject) as NestHandler;
      const consumer = await consumeDurable({
        bus: this.#options.bus,
        stream: durable.stream,
        durable: durable.name,
        slots: this.#slotsOf(durable.name),
        source: this.#options.source,
        handler: (event, context: DeliveryContext) => drain(handler(event, context)),
        onReport: this.#options.onReport,
        onGivenUp: this.#options.onGivenUp,
        rules: this.#options.rules,
      });
      this.#running.push(consumer);
    }
    const status = statusSubjectOf(this.#options.engine);
    const answer = this.#handlers.get(status);
    if (answer !== undefined) answerStatus(this.#options.bus, status, (question) => drain(answer(question)));
  }

  #slotsOf(durable: string): number {
    return this.#options.slots[durable] ?? 1;
  }

  /** Boot fails on a subject with no handler, or a handler for a subject that nothing reads. */
  #refuseUnmatched(subjects: readonly string[]): void {
    const missing = subjects.filter((subject) => !this.#handlers.has(subject));
    if (missing.length > 0) throw new EngineError('defect/broken-promise', `no handler for ${missing.join(', ')}`);
    const known = [...listDurables(this.#options.engine).map((durable) => durable.subject), statusSubjectOf(this.#options.engine)] as string[];
    const stray = [...this.#handlers.keys()].filter((subject) => !known.includes(subject));
    if (stray.length > 0) throw new EngineError('defect/broken-promise', `a handler for ${stray.join(', ')}, which no stream of this engine carries`);
  }
}

/** Waits for a handler and for what it returns; the last value of an Observable, or the value itself. */
async function drain<Value>(pending: Promise<unknown>): Promise<Value> {
  const result = await pending;
  if (!isDrainable(result)) return result as Value;
  return await new Promise<Value>((resolve, reject) => {
    let last: unknown;
    result.subscribe({ next: (value) => (last = value), error: reject, complete: () => resolve(last as Value) });
  });
}

function isDrainable(value: unknown): value is Drainable {
  return typeof value === 'object' && value !== null && 'subscribe' in value && typeof value.subscribe === 'function';
}
