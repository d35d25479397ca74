/** A signal for one attempt. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** True once the time was up, whatever else came after. */
  isOver(): boolean;
  /** To be called when the attempt has ended: nothing of it stays with the signal that outlives it. */
  end(): void;
}

/**
 * Aborts after some time, or with another signal. By hand: signals that are joined to one that lives as long as a run leave
 * something behind at it for each call.
 *
 * @param timeoutMs whole milliseconds
 */
export function limitTime(outer: AbortSignal | undefined, timeoutMs: number): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, timeoutMs);
  const follow = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) follow();
  outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
