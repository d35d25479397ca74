import { join } from 'node:path';

import { RUN_FILES } from '@medstream/evaluation';
import { LEXICAL_JUDGE } from '@medstream/metrics';
import { EngineError } from '@medstream/schema';

import type { CommandContext } from './command-context.js';
import { type JudgeRequest, scoreFolder, scorePredictions } from './compose-score.js';
import { describeJudgeSpent, listJudgeSpent } from './describe-spent.js';
import { describeSummary } from './describe-summary.js';
import { describeJudging } from './judge-progress.js';
import { type JudgeFlags, resolveJudgeSettings } from './judge-settings.js';

export interface ScoreFlags extends JudgeFlags {
  data?: string[];
  predictions?: string;
  out?: string;
  humanScores?: string;
  retryErrors?: boolean;
  maxCost?: number;
  cache?: string;
  allowUpload?: string[];
  json?: boolean;
}

/** The `score` command from its flags to its last line. */
export async function performScore(run: string | undefined, flags: ScoreFlags, context: CommandContext): Promise<void> {
  const request = readRequest(run, flags);
  const judge = readJudgeRequest(flags);
  const [folder, { summary, judging }] = 'run' in request ? [request.run, await scoreFolder(request.run, judge, context)] : [request.out, await scorePredictions(request, judge, context)];
  if (judging === null && judge.judge !== null) context.printNote('note: the run of a baseline is never marked, so that the judge was not asked\n');
  if (judging !== null) {
    context.printNote(describeJudging(judging, { again: 'give the same command again' }));
    if (judging.noReply > 0) context.setExitCode(1);
  }
  if (summary.incomplete) {
    context.printNote('warning: items without a reply to every call are not scored; see the statuses and bounds\n');
    context.setExitCode(1);
  }
  if (flags.json === true) context.print(`${JSON.stringify({ out: folder, incomplete: summary.incomplete, ...listJudgeSpent(judging), summary }, null, 2)}\n`);
  else context.print(`${describeSummary(summary)}${describeJudgeSpent(judging)}report ${join(folder, RUN_FILES.report)}\n`);
}

function readJudgeRequest({ humanScores, retryErrors = false, maxCost, cache, allowUpload = [], ...flags }: ScoreFlags): JudgeRequest {
  const judge = resolveJudgeSettings(flags);
  if (judge === null && retryErrors) throw new EngineError('usage/bad-argument', '--retry-errors asks a judge again, and none is named', { hint: 'add --judge; replies of the tested model are asked for again by medstream-eval run … --resume --retry-errors' });
  if (maxCost !== undefined && (judge === null || judge.judge === LEXICAL_JUDGE)) {
    throw new EngineError('usage/bad-argument', `--max-cost limits what a judge costs, and ${judge === null ? 'none is named' : `${judge.judge} costs nothing`}`, { hint: judge === null ? 'add --judge, or leave out --max-cost' : 'leave out --max-cost' });
  }
  return { judge, humanScores, retryErrors, maxCostUsd: maxCost ?? null, cache, allowUpload };
}

function readRequest(run: string | undefined, { data, predictions, out }: ScoreFlags): { run: string } | { data: string[]; predictions: string; out: string } {
  const isOutside = data !== undefined || predictions !== undefined || out !== undefined;
  if (run !== undefined && !isOutside) return { run };
  if (run === undefined && data !== undefined && predictions !== undefined && out !== undefined) return { data, predictions, out };
  throw new EngineError('usage/bad-argument', 'score takes either RUN, or --data, --predictions and --out together', { hint: 'see medstream-eval score --help' });
}
