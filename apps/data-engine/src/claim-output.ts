import type { OutputFolder } from '@medstream/building';
import { EngineError } from '@medstream/schema';

/** Names the command that writes into a folder, from before its first file until after its last. */
const BEGUN_FILE = '.begun';

/** The right of a command to write into a folder. */
export interface OutputClaim {
  /** Notes that files come now: a command that is killed from here on may write again. */
  begin: () => Promise<void>;
  /** Notes that all are there. */
  finish: () => Promise<void>;
}

/**
 * A folder may be written to where it is new or empty, or the same command wrote it, or was killed while it did.
 *
 * @param mark the file by which what the command wrote is known; null: what is whole is not written again
 * @throws EngineError `usage/output-not-empty`
 */
export async function claimOutput(output: OutputFolder, { mark, command }: { mark: string | null; command: string }): Promise<OutputClaim> {
  const names = await output.list('');
  const isOwn = names.length === 0 || (mark !== null && names.includes(mark)) || (names.includes(BEGUN_FILE) && (await output.readText(BEGUN_FILE)) === `${command}\n`);
  if (!isOwn) throw new EngineError('usage/output-not-empty', `the output folder holds files that no ${command} ${mark === null ? 'was writing' : 'wrote'}`, { hint: 'name a new or empty folder' });
  return { begin: async () => output.writeText(BEGUN_FILE, `${command}\n`), finish: async () => output.remove(BEGUN_FILE) };
}
