/** Runs tasks, at most `size` at a time. The first failure is kept and refuses every later start. */
export interface BoundedPool {
  /** Waits for a free slot and begins the task; does not wait for its end. Rejects with the first failure. */
  start(task: () => Promise<void>): Promise<void>;
  /** Waits for all begun tasks to end, failed or not, then rejects with the first failure, if any. */
  drain(): Promise<void>;
}

/** @param onFailure told once, at the first failure, so that the other tasks can be called off */
export function createBoundedPool(size: number, onFailure: (error: unknown) => void): BoundedPool {
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | null = null;
  const throwFailure = (): void => {
    if (failure !== null) throw failure.error;
  };
  return {
    start: async (task) => {
      while (running.size >= size) await Promise.race(running);
      throwFailure();
      const run: Promise<void> = task()
        .catch((error: unknown) => {
          if (failure !== null) return;
          failure = { error };
          onFailure(error);
        })
        .finally(() => running.delete(run));
      running.add(run);
    },
    drain: async () => {
      await Promise.all(running);
      throwFailure();
    },
  };
}
