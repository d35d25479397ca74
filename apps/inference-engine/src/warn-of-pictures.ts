import { findPreset } from '@medstream/models';
import type { Job } from '@medstream/schema';

/**
 * Says, before anything is sent, that a call has more pictures than the model's preset knows to fit into its context: such
 * calls are refused one by one. Nothing is said of models without a preset.
 *
 * @param model `PROVIDER:NAME`
 */
export function warnOfPictures(model: string, jobs: Iterable<{ job: Pick<Job, 'targets'> }>, printNote: (text: string) => void): void {
  const most = findPreset(model)?.limits.max_images;
  if (most === undefined) return;
  for (const { job } of jobs) {
    if (job.targets.length <= most) continue;
    printNote(`warning: a call has ${job.targets.length} pictures, and ${model} takes about ${most}: such calls may be refused\nhow to mend: add --max-frames ${most}, which the manifest states as a departure from the protocol\n`);
    return;
  }
}
