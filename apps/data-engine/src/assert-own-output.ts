import type { OutputFolder } from '@medstream/building';
import { EngineError } from '@medstream/schema';

/**
 * A folder may be written to where it is new or empty, or the same command wrote it.
 *
 * @param mark the file by which what the command wrote is known
 * @throws EngineError `usage/output-not-empty`
 */
export async function assertOwnOutput(output: OutputFolder, { mark, command }: { mark: string; command: string }): Promise<void> {
  const names = await output.list('');
  if (names.length > 0 && !names.includes(mark)) throw new EngineError('usage/output-not-empty', `the output folder holds files that no ${command} wrote`, { hint: 'name a new or empty folder with --out' });
}
