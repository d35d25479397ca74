/** Ends the process at once on a second signal (reliability.md, rule 6). */
const INTERRUPTED_EXIT_CODE = 130;

/** Turns Ctrl-C (or a polite kill) into an abort signal; call `stop` when the work is over. */
export function watchSignals(onFirst: () => void): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const handle = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED_EXIT_CODE);
    onFirst();
    controller.abort(new InterruptedError());
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  return {
    signal: controller.signal,
    stop: () => {
      process.off('SIGINT', handle);
      process.off('SIGTERM', handle);
    },
  };
}

/** The work was stopped from outside; what is committed stays. Ends a command with 130. */
export class InterruptedError extends Error {
  readonly exitCode = INTERRUPTED_EXIT_CODE;

  constructor() {
    super('interrupted');
    this.name = 'InterruptedError';
  }
}
