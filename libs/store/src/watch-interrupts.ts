const NAMES = ['SIGINT', 'SIGTERM'] as const;
/** What a shell calls a process that Ctrl-C ended; no error of ours. */
const INTERRUPTED_EXIT_CODE = 130;

/** The work was stopped from outside; what is committed stays. Ends a command with 130. */
export class InterruptedError extends Error {
  readonly exitCode = INTERRUPTED_EXIT_CODE;

  constructor() {
    super('interrupted');
    this.name = 'InterruptedError';
  }
}

/**
 * Turns Ctrl-C and SIGTERM into an abort signal: the first lets the work end in order, the second ends the process at once
 * (reliability.md, rule 6). Only for work that looks at the signal: the first of them ends nothing else any more.
 *
 * @param onFirst called before the signal is aborted
 * @returns `stop` gives Ctrl-C back its own meaning
 */
export function watchInterrupts(onFirst: () => void = () => undefined): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const handle = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED_EXIT_CODE);
    onFirst();
    controller.abort(new InterruptedError());
  };
  for (const name of NAMES) process.on(name, handle);
  return {
    signal: controller.signal,
    stop: () => {
      for (const name of NAMES) process.off(name, handle);
    },
  };
}
