/** Leave to make one call; to be given back once, and harmless when it is given back again or was never taken. */
export interface CallSlot {
  /** Waits, first come first served, for a free slot. Rejects with the reason of the signal. */
  take(signal: AbortSignal): Promise<void>;
  giveBack(): void;
}

/**
 * Hands out at most `size` slots at a time. A job has one from before its call until its reply would outlive this process;
 * what comes before and after (reading pictures, the flush to the disk) goes on beside the calls of others.
 */
export function createCallSlots(size: number): () => CallSlot {
  let free = size;
  const waiting: (() => void)[] = [];
  const passOn = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return () => {
    let isTaken = false;
    return {
      async take(signal) {
        signal.throwIfAborted();
        if (free > 0) free -= 1;
        else await waitInTurn(waiting, signal);
        isTaken = true;
      },
      giveBack() {
        if (isTaken) passOn();
        isTaken = false;
      },
    };
  };
}

function waitInTurn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    waiting.push(begin);
  });
}
