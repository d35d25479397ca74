/** Runs the tasks, at most `limit` at a time; the first failure is thrown once the running ones have ended. */
export async function runLimited<Task>(tasks: readonly Task[], limit: number, work: (task: Task) => Promise<void>): Promise<void> {
  let next = 0;
  let failure: { error: unknown } | null = null;
  const worker = async () => {
    while (next < tasks.length && failure === null) {
      const task = tasks[next] as Task;
      next += 1;
      try {
        await work(task);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, tasks.length) }, worker));
  // assigned inside a closure, which the checker does not follow
  const failed = failure as { error: unknown } | null;
  if (failed !== null) throw failed.error;
}
