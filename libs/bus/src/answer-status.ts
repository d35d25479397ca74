import { EngineError, isEngineError, parseJsonText, stringifyJsonLine } from '@medstream/schema';

import type { BusConnection } from './bus-connection.js';

/** Answers questions on a request-reply subject until the connection closes. Services share the questions (queue group). */
export function answerStatus(bus: BusConnection, subject: string, answer: (question: unknown) => Promise<unknown>): void {
  const subscription = bus.nats.subscribe(subject, { queue: subject });
  void (async () => {
    for await (const message of subscription) {
      message.respond(stringifyJsonLine(await answerOne(message.string(), answer)));
    }
  })();
}

async function answerOne(text: string, answer: (question: unknown) => Promise<unknown>): Promise<unknown> {
  try {
    return await answer(parseJsonText(text, 'the question'));
  } catch (error) {
    if (isEngineError(error)) return { error: { code: error.code, message: error.message } };
    return { error: { code: 'defect/broken-promise', message: (error as Error).message } };
  }
}

/**
 * Asks a status question and waits for the answer.
 *
 * @returns the answer, or null when no service listens
 * @throws EngineError `bus/timed-out` when a service listens and does not answer in time
 */
export async function askStatus(bus: BusConnection, subject: string, question: unknown): Promise<unknown> {
  try {
    const reply = await bus.nats.request(subject, stringifyJsonLine(question), { timeout: 5_000 });
    return parseJsonText(reply.string(), 'the status answer');
  } catch (cause) {
    if (isEngineError(cause)) throw cause;
    if (/no responders/i.test((cause as Error).message)) return null;
    throw new EngineError('bus/timed-out', `no answer to a status question within 5 s: ${(cause as Error).message}`, { cause });
  }
}
