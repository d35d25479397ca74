import { cloudEventSchema, describeIssues, EngineError, EVENT_DATA_SCHEMAS, type EventType, type MedstreamEvent, parseJsonText } from '@medstream/schema';

/** The largest message taken: larger things are handed over by reference. */
export const MAX_EVENT_BYTES = 256 * 1024;

/**
 * Reads a message as an event of the catalogue.
 *
 * @param subject the subject it came on; has to equal the event's type
 * @throws EngineError `bus/bad-event` saying which field is wrong
 */
export function readEvent(subject: string, bytes: Uint8Array): MedstreamEvent {
  if (bytes.byteLength > MAX_EVENT_BYTES) throw badEvent(subject, `is ${bytes.byteLength} bytes long; the limit is ${MAX_EVENT_BYTES}`);
  const envelope = cloudEventSchema.safeParse(parseText(subject, bytes));
  if (!envelope.success) throw badEvent(subject, `is not a CloudEvents 1.0 envelope: ${listProblems(envelope.error)}`);
  if (envelope.data.type !== subject) throw badEvent(subject, `has the type ${envelope.data.type}, which differs from its subject`);
  const schema = EVENT_DATA_SCHEMAS[subject as EventType] as (typeof EVENT_DATA_SCHEMAS)[EventType] | undefined;
  if (schema === undefined) throw badEvent(subject, 'is of a type or version that this engine does not know');
  const data = schema.safeParse(envelope.data.data);
  if (!data.success) throw badEvent(subject, `has unusable data: ${listProblems(data.error)}`);
  return { ...envelope.data, type: subject, data: data.data } as MedstreamEvent;
}

function parseText(subject: string, bytes: Uint8Array): unknown {
  try {
    return parseJsonText(new TextDecoder('utf-8', { fatal: true }).decode(bytes), 'the message');
  } catch (cause) {
    throw badEvent(subject, `is not JSON in UTF-8: ${(cause as Error).message}`, cause);
  }
}

function listProblems(error: Parameters<typeof describeIssues>[0]): string {
  return describeIssues(error)
    .slice(0, 5)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join('; ');
}

function badEvent(subject: string, reason: string, cause?: unknown): EngineError {
  return new EngineError('bus/bad-event', `the message on ${subject} ${reason}`, { cause, hint: 'see the event catalogue in deploy/events.md' });
}
