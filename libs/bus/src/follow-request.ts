import { type EventType, type MedstreamEvent } from '@medstream/schema';

import { askStatus } from './answer-status.js';
import type { BusConnection } from './bus-connection.js';
import { type OutgoingEvent, publishEvent } from './publish-event.js';
import { readEvent } from './read-event.js';

export interface FollowOptions<Status> {
  bus: BusConnection;
  /** Published first; again, past de-duplication, when the services forget it (a broker that lost its store). */
  request: OutgoingEvent<EventType>;
  /** Types that tell an end. */
  endTypes: readonly EventType[];
  /** Whether an event of those types tells the end of this request. */
  isEnd: (event: MedstreamEvent) => boolean;
  statusSubject: string;
  question: unknown;
  /** Reads a status answer; null for an answer that says the request is not known (yet). */
  readStatus: (answer: unknown) => Status | null;
  /** An end told by a status answer, since the event may have passed before we listened; else null. */
  endOf: (status: Status) => MedstreamEvent | null;
  /** Null while no service answers. */
  onStatus: (status: Status | null) => void;
  /** Stops following; the request goes on. */
  signal: AbortSignal;
  /** Between two questions; default 500 ms. */
  pollMs?: number;
}

/** Unknown for so long after publishing: the request is sent again. */
const FORGOTTEN_AFTER_MS = 15_000;

/**
 * Publishes a request and follows it: the end comes by its event or, where that was missed, by the status.
 *
 * @returns the event of the end, or null when the signal came first
 * @throws EngineError `bus/timed-out` when no stream takes the request
 */
export async function followRequest<Status>(options: FollowOptions<Status>): Promise<MedstreamEvent | null> {
  const { bus, request, signal } = options;
  let told: MedstreamEvent | null = null;
  let wake = (): void => undefined;
  const subscriptions = options.endTypes.map((type) =>
    bus.nats.subscribe(type, {
      callback: (_error, message) => {
        const event = readQuietly(message.subject, message.data);
        if (event === null || !options.isEnd(event)) return;
        told = event;
        wake();
      },
    }),
  );
  try {
    await publishEvent(bus, request, { waitsMs: [500, 1_000] });
    let publishedMs = performance.now();
    while (told === null && !signal.aborted) {
      const status = await readStatus(options);
      options.onStatus(status === 'nobody' || status === 'unknown' ? null : status);
      if (status === 'unknown' && performance.now() - publishedMs > FORGOTTEN_AFTER_MS) {
        publishedMs = performance.now();
        await publishEvent(bus, request, { messageId: `${request.id}/again/${Date.now()}` });
      }
      if (status !== 'nobody' && status !== 'unknown') told ??= options.endOf(status);
      if (told === null && !signal.aborted) await pause(options.pollMs ?? 500, signal, (resolve) => (wake = resolve));
    }
    return told;
  } finally {
    for (const subscription of subscriptions) subscription.unsubscribe();
  }
}

async function readStatus<Status>({ bus, statusSubject, question, readStatus: read }: FollowOptions<Status>): Promise<Status | 'unknown' | 'nobody'> {
  try {
    const answer = await askStatus(bus, statusSubject, question);
    return answer === null ? 'nobody' : (read(answer) ?? 'unknown');
  } catch {
    // a broker that restarts, a service that is busy: progress is a courtesy, the end comes by its event
    return 'nobody';
  }
}

function readQuietly(subject: string, bytes: Uint8Array): MedstreamEvent | null {
  try {
    return readEvent(subject, bytes);
  } catch {
    return null;
  }
}

async function pause(milliseconds: number, signal: AbortSignal, keepWake: (wake: () => void) => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
    keepWake(done);
  });
}
