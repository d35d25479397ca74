import { BATCH_LIMITS } from '@medstream/evaluation';
import { cleanLine } from '@medstream/schema';

import type { CommandContext } from './command-context.js';
import { exportRequests, importReplies } from './compose-batch.js';
import { parseSize } from './parse-size.js';
import { readRunConfig, resolveRunSettings, type RunFlags } from './run-settings.js';

export interface BatchExportFlags extends Omit<RunFlags, 'out'> {
  out: string;
  maxBytes?: string;
  maxRequests?: number;
  again?: boolean;
  config?: string;
  json?: boolean;
}

/** `batch export`: from its flags to its last line. */
export async function performBatchExport(run: string, { out: file, maxBytes, maxRequests, again = false, config, json = false, ...flags }: BatchExportFlags, context: CommandContext): Promise<void> {
  const settings = resolveRunSettings({ ...flags, out: run }, await readRunConfig(config));
  const limits = { maxBytes: maxBytes === undefined ? BATCH_LIMITS.maxBytes : parseSize(maxBytes, '--max-bytes'), maxRequests: maxRequests ?? BATCH_LIMITS.maxRequests };
  const exported = await exportRequests({ ...settings, file, limits, again }, context);
  const { files, parts, answered, fromCache, leftOut, failed } = exported;
  if (leftOut > 0) {
    const are = leftOut === 1 ? '1 call of an earlier export has no imported reply and is' : `${leftOut} calls of an earlier export have no imported reply and are`;
    context.printNote(`warning: ${are} left out\nhow to mend: import the replies (medstream-eval batch import ${cleanLine(run)} FILE…); where none will come, add --again, which may pay for such a call twice\n`);
  }
  if (failed > 0) {
    context.printNote(`warning: ${failed} calls have no frames and are in no file\nhow to mend: medstream-eval run with --resume on ${cleanLine(run)} says why, and tries them again\n`);
    context.setExitCode(1);
  }
  if (json) return context.print(`${JSON.stringify({ run, ...exported }, null, 2)}\n`);
  const lines = files.map((name, index) => `${cleanLine(name)}  ${parts[index]?.requests} requests, ${parts[index]?.bytes} bytes\n`);
  context.print(`${lines.join('')}${exported.exported} calls exported, each round of a streaming item on its own: none needs an earlier reply; ${answered} were answered before, ${fromCache} by the cache\n`);
}

export interface BatchImportFlags {
  baseUrl?: string;
  cache?: string;
  json?: boolean;
}

/** `batch import`: from its flags to its last line. */
export async function performBatchImport(run: string, files: string[], { baseUrl, cache, json = false }: BatchImportFlags, context: CommandContext): Promise<void> {
  const imported = await importReplies({ run, files, baseUrl, cache }, context);
  const { problems, furtherProblems, statuses, recorded, answered, failed, pending, waiting } = imported;
  for (const { kind, file, record, message } of problems) context.printNote(`warning: ${cleanLine(file)}, record ${record}: ${kind}: ${cleanLine(message)}\n`);
  if (furtherProblems > 0) context.printNote(`warning: and ${furtherProblems} more lines that were not recorded\n`);
  if (problems.length > 0 || failed > 0) context.setExitCode(1);
  if (json) return context.print(`${JSON.stringify({ run, ...imported }, null, 2)}\n`);
  const counts = Object.entries(statuses).map(([status, count]) => `${status} ${count}`).join(', ');
  const rest = pending === 0 ? 'every call has its reply' : `${pending} calls have no final reply yet${waiting === 0 ? '' : `, ${waiting} of them exported and without a line so far`}`;
  context.print(`${recorded} replies recorded${counts === '' ? '' : ` (${counts})`}, ${answered} calls had one before; ${rest}\nto score them, and to ask what is left: medstream-eval run … --out ${cleanLine(run)} --resume\n`);
}
