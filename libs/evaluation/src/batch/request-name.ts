import { type FrameRecord, hashJson } from '@medstream/schema';

/** Digits that tell one request of a call from another. */
const DIGITS = 12;
const NAME = new RegExp(`^(.+)-([0-9a-f]{${DIGITS}})$`);

/**
 * The name of a request in a batch file: the job, which decides model, settings and text, and the pictures that were sent.
 * A reply to pictures that are no longer those of the call (the video was replaced, and exported again) is told by it.
 */
export function nameRequest(jobId: string, frames: readonly FrameRecord[]): string {
  return `${jobId}-${hashFrames(frames)}`;
}

/** The parts of such a name; null for what is none. */
export function readRequestName(name: string): { jobId: string; frames: string } | null {
  const parts = NAME.exec(name);
  return parts === null ? null : { jobId: parts[1] as string, frames: parts[2] as string };
}

/** Of pictures and the times shown beside them, in their order. */
export function hashFrames(frames: readonly FrameRecord[]): string {
  return hashJson(frames.map(({ sha256, pts }) => [sha256, pts])).slice(0, DIGITS);
}
