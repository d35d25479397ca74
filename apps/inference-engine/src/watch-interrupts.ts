/** Ctrl-C and SIGTERM as a signal: the first lets the command end in order, the second ends it at once. */
export function watchInterrupts(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new Error('interrupted'));
  };
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.on(name, onSignal);
  return {
    signal: controller.signal,
    stop: () => {
      for (const name of names) process.off(name, onSignal);
    },
  };
}
