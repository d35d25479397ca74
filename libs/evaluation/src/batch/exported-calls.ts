import { EngineError } from '@medstream/schema';
import { z } from 'zod';

import type { RunFolder } from '../ports.js';
import { RUN_FILES } from '../run-files.js';

const exportedSchema = z.strictObject({ job_id: z.string().min(1) });

/**
 * The calls of a run that stand in batch files and whose replies are not imported, by job id.
 *
 * @throws EngineError `store/corrupt`
 */
export async function readExported(folder: RunFolder): Promise<Set<string>> {
  const jobIds = new Set<string>();
  for await (const record of folder.readRecords(RUN_FILES.exported)) {
    const parsed = exportedSchema.safeParse(record);
    if (!parsed.success) throw new EngineError('store/corrupt', `${RUN_FILES.exported} holds a record that cannot be read: ${parsed.error.issues[0]?.message}`, { hint: 'the file was changed from outside; remove it once no batch of this run is under way' });
    jobIds.add(parsed.data.job_id);
  }
  return jobIds;
}

/** Whole or not at all; no file where there is no call. */
export async function writeExported(folder: RunFolder, jobIds: ReadonlySet<string>): Promise<void> {
  if (jobIds.size === 0) await folder.remove(RUN_FILES.exported);
  else await folder.writeRecords(RUN_FILES.exported, [...jobIds].map((job_id) => ({ job_id })));
}

/**
 * Before calls are made: refuses those that are in a batch, since they would be paid for twice. What is asked nevertheless is
 * no longer waited for.
 *
 * @throws EngineError `usage/bad-argument`
 */
export async function refuseExported(folder: RunFolder, { pending, asksExported }: { /** Job ids. */ pending: Iterable<string>; asksExported: boolean }): Promise<void> {
  const exported = await readExported(folder);
  if (exported.size === 0) return;
  const count = asksExported ? 0 : [...pending].filter((jobId) => exported.has(jobId)).length;
  if (count === 0) return writeExported(folder, new Set());
  throw new EngineError('usage/bad-argument', `${count} ${count === 1 ? 'call is' : 'calls are'} exported to batch files and the replies are not imported: asking now could pay for them twice`, {
    hint: 'import the replies (medstream-eval batch import RUN FILE…); where none will come, add --resume --ask-exported',
  });
}
