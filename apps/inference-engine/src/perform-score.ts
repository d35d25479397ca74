import { join } from 'node:path';

import { RUN_FILES } from '@medstream/evaluation';
import { EngineError } from '@medstream/schema';

import type { CommandContext } from './command-context.js';
import { scoreFolder, scorePredictions } from './compose-score.js';
import { describeSummary } from './describe-summary.js';

export interface ScoreFlags {
  data?: string[];
  predictions?: string;
  out?: string;
  json?: boolean;
}

/** The `score` command from its flags to its last line. */
export async function performScore(run: string | undefined, flags: ScoreFlags, context: CommandContext): Promise<void> {
  const request = readRequest(run, flags);
  const [folder, summary] = 'run' in request ? [request.run, await scoreFolder(request.run)] : [request.out, await scorePredictions(request, context)];
  if (summary.incomplete) {
    context.printNote('warning: items without a reply to every call are not scored; see the statuses and bounds\n');
    context.setExitCode(1);
  }
  if (flags.json === true) context.print(`${JSON.stringify({ out: folder, incomplete: summary.incomplete, summary }, null, 2)}\n`);
  else context.print(`${describeSummary(summary)}report ${join(folder, RUN_FILES.report)}\n`);
}

function readRequest(run: string | undefined, { data, predictions, out }: ScoreFlags): { run: string } | { data: string[]; predictions: string; out: string } {
  const isOutside = data !== undefined || predictions !== undefined || out !== undefined;
  if (run !== undefined && !isOutside) return { run };
  if (run === undefined && data !== undefined && predictions !== undefined && out !== undefined) return { data, predictions, out };
  throw new EngineError('usage/bad-argument', 'score takes either RUN, or --data, --predictions and --out together', { hint: 'see medstream-eval score --help' });
}
