import { createHash } from 'node:crypto';

import { SUBJECTS } from '@medstream/schema';

import type { BusConnection } from './bus-connection.js';
import { publishEvent } from './publish-event.js';

/** Bytes of the original kept inside its dead letter; the letter as a whole has to fit one event. */
const MAX_ORIGINAL_BYTES = 128 * 1024;

export interface FailedMessage {
  stream: string;
  sequence: number;
  subject: string;
  bytes: Uint8Array;
  deliveries: number;
  code: string;
  message: string;
}

/**
 * Stores a dead letter: the original message, or where it is too large or not text its hash and size, with the reason.
 * The letter's id follows from stream and sequence, so that a repeated attempt stores it once.
 */
export async function publishDeadLetter(bus: BusConnection, source: string, failed: FailedMessage): Promise<void> {
  const original = readOriginal(failed.bytes);
  await publishEvent(bus, {
    type: SUBJECTS.deadLetter,
    id: `dead-letter/${failed.stream}/${failed.sequence}`,
    source,
    subject: failed.subject,
    data: {
      code: failed.code,
      message: failed.message.slice(0, 4_000),
      attempts: failed.deliveries,
      original_subject: failed.subject,
      ...(original === null ? {} : { original }),
      stream: failed.stream,
      sequence: failed.sequence,
      sha256: createHash('sha256').update(failed.bytes).digest('hex'),
      size: failed.bytes.byteLength,
    },
  });
}

function readOriginal(bytes: Uint8Array): string | null {
  if (bytes.byteLength > MAX_ORIGINAL_BYTES) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Escaping can make a text up to six times as long; what then would not fit is kept by its hash alone.
    return JSON.stringify(text).length > 2 * MAX_ORIGINAL_BYTES - 16_384 ? null : text;
  } catch {
    return null;
  }
}
