import type { Answerer } from './ports.js';

type Gated = Pick<Extract<Answerer, { kind: 'model' }>, 'checkReachable' | 'checkSight'>;

/** Resolves when the model answers at all and tells pictures apart. */
export type ModelGate = (model: Gated, signal: AbortSignal) => Promise<void>;

export interface GateOptions {
  /** Told what is odd about the model's sight. */
  onNote: (text: string) => void;
  /** A failure holds for so long, then somebody may try again. Milliseconds; default: for ever. */
  keepFailureMs?: number;
  /** Milliseconds; needed where a failure does not hold for ever. */
  now?: () => number;
}

/**
 * Checks a model once, for all who want to ask it. While one tries again after a failure, the others are still told of
 * that failure: a server that is down must not hold everybody.
 */
export function createModelGate({ onNote, keepFailureMs = Infinity, now = () => 0 }: GateOptions): ModelGate {
  let kept: Promise<void> | null = null;
  let failedAtMs = 0;
  let isTrying = false;
  const check = async ({ checkReachable, checkSight }: Gated, signal: AbortSignal): Promise<void> => {
    await checkReachable(signal);
    const note = await checkSight?.(signal);
    if (typeof note === 'string') onNote(note);
  };
  return (model, signal) => {
    const isDue = kept === null || (!isTrying && now() - failedAtMs >= keepFailureMs);
    if (kept !== null && !isDue) return kept;
    const earlier = kept;
    isTrying = true;
    const tried = check(model, signal).then(
      () => {
        [kept, failedAtMs, isTrying] = [tried, Infinity, false];
      },
      (error: unknown) => {
        [kept, failedAtMs, isTrying] = [signal.aborted ? earlier : tried, now(), false];
        throw error;
      },
    );
    kept ??= tried;
    return tried;
  };
}
