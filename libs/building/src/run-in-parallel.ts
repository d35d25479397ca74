/**
 * Runs one action over a list, at most `limit` at a time and begun in order. After the first throw, or once the signal
 * is aborted, nothing further is begun; what is in work is waited for, then the first error is thrown.
 */
export async function runInParallel<Member>(members: readonly Member[], limit: number, run: (member: Member) => Promise<void>, signal?: AbortSignal): Promise<void> {
  const waiting = members.values();
  const errors: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const member of waiting) {
      if (errors.length > 0 || signal?.aborted) return;
      try {
        await run(member);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, members.length) }, work));
  signal?.throwIfAborted();
  if (errors.length > 0) throw errors[0];
}
