import { EngineError } from '@medstream/schema';

import { formatMicros } from './time.js';

/** What the guard looks at: the end of a job's window and the times of the frames really sent. */
export interface FrameAudit {
  endMicros: number;
  ptsMicros: readonly number[];
}

/** A frame that the model must not see. */
export interface FutureFrame {
  endMicros: number;
  /** The latest of the offending times. */
  ptsMicros: number;
}

/**
 * Checks the ledger, not the intention: max(pts of the frames really sent) <= end of the window.
 *
 * @returns null when the window holds, else the latest frame that breaks it
 */
export function auditFrames({ endMicros, ptsMicros }: FrameAudit): FutureFrame | null {
  let latest: number | null = null;
  for (const pts of ptsMicros) if (latest === null || pts > latest) latest = pts;
  return latest !== null && latest > endMicros ? { endMicros, ptsMicros: latest } : null;
}

/**
 * The guard as an assertion, for the last step before frames are handed on.
 *
 * @throws EngineError `media/future-frame`
 */
export function assertNoFutureFrame(audit: FrameAudit): void {
  const found = auditFrames(audit);
  if (found === null) return;
  throw new EngineError(
    'media/future-frame',
    `a frame at ${formatMicros(found.ptsMicros)} is later than the end of its window, ${formatMicros(found.endMicros)}`,
    { hint: 'this is a defect of the sampler; no prompt was built', details: { ...found } },
  );
}
