import type { PredictionStatus, Usage } from '@medstream/schema';

/** One picture of a call. */
export interface ModelImage {
  bytes: Uint8Array;
  /** e.g. `image/jpeg`. */
  mediaType: string;
  /** Decoded time of the frame in seconds from the first displayed frame, or its index where `timeUnit` is frames. */
  timestampSec: number;
  /** Unit of `timestampSec`; absent: seconds. */
  timeUnit?: 'seconds' | 'frames';
}

/** All that a model is ever given: a text and pictures in the order of time. Never an item, path or label. */
export interface ModelRequest {
  prompt: string;
  images: readonly ModelImage[];
  /** Stops the call and the waiting for the next attempt at once. */
  signal?: AbortSignal;
}

/** How a call can end before its text is read; `invalid` is for those who read it. */
export type ReplyStatus = Extract<PredictionStatus, 'ok' | 'truncated' | 'refused' | 'blocked' | 'empty' | 'transport_error'>;

export interface ModelReply {
  status: ReplyStatus;
  /** The reply as it came, without separately returned reasoning; null when there was none. */
  text: string | null;
  /** Null where the server does not say. */
  usage: Usage | null;
  /** Duration of the last attempt in milliseconds; null when none was made. */
  latencyMs: number | null;
  /** Calls made; 0 only where a rate control lets no call through any more. */
  attempts: number;
  /** What went wrong, without any secret; present exactly for `transport_error`. `code` is one of the engines' error codes. */
  error?: { code: string; message: string };
  /** The server takes no further call for now (a quota is used up, or it answered nobody for too long): asking on makes no sense. */
  endsRun?: true;
}

/** One model behind one provider. */
export interface Model {
  /** `PROVIDER:NAME`. */
  readonly name: string;
  /** Everything that shapes a reply, for the manifest and the cache key: JSON, no key, no address. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** Address pictures are sent to, without secrets; null when they stay in this process. */
  readonly endpoint: string | null;
  /** Rejects only when aborted (with the signal's reason) or for a defect; every other end is a reply. */
  generate(request: ModelRequest): Promise<ModelReply>;
  /**
   * Asks whether anybody answers, before work starts.
   *
   * @throws EngineError `model/unreachable`, `model/missing-key`
   */
  checkReachable(signal?: AbortSignal): Promise<void>;
}

/** A failed attempt that is about to be waited out. */
export interface RetryNotice {
  /** What the attempt came to, as it would stand in a reply; without any secret. */
  error: { code: string; message: string };
  /** 1-based number of the attempt that comes after the wait, of how many at most. */
  attemptNumber: number;
  attempts: number;
  waitMs: number;
}

/** Pixels of an encoded picture: three bytes each, row by row. Handed in, since decoding belongs to another adapter. */
export type DecodeImage = (bytes: Uint8Array) => Promise<{ width: number; height: number; rgb: Uint8Array }>;

/** Clock and waiting, handed in so that tests do not wait. */
export interface Waiting {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Resolves after some milliseconds; rejects at once when the signal is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}
