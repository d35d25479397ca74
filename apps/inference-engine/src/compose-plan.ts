import { buildPrompt, type CallEstimate, estimateCalls, estimateJudging, type ItemList, type JobList, parseItemFilter, type PlannedJob, planRun, type RunPlan } from '@medstream/evaluation';
import { DEFAULT_PICTURE_FORMAT, resolveMediaFile } from '@medstream/media';
import { findUnreadableGold } from '@medstream/metrics';
import { asksServer, findDefaultEndpoint } from '@medstream/models';
import { type BenchmarkItem, cleanText, compareText, EngineError } from '@medstream/schema';

import type { CommandContext } from './command-context.js';
import { assertModelNamed, findAddress, isBaselineSpec } from './compose-model.js';
import { planJudge } from './compose-judge.js';
import { assertFolder } from './compose-run.js';
import { composeSpending } from './compose-spending.js';
import { formatDollars } from './describe-spent.js';
import { type JudgeFlags, type JudgeSettings, resolveJudgeSettings } from './judge-settings.js';
import { listTemporalFindings, loadItems, type LocatedFinding } from './load-items.js';
import { DEFAULT_SEED, readRunConfig } from './run-settings.js';
import { warnOfPictures } from './warn-of-pictures.js';

export interface PlanRequest extends JudgeFlags {
  data?: string[];
  mediaRoot?: string;
  model?: string;
  baseUrl?: string;
  limit?: number;
  filter?: string[];
  maxFrames?: number;
  repeats?: number;
  config?: string;
  show?: number;
}

/** What a judge may be asked, at most: every reply needs it that may, and every verdict is repaired once. */
export interface PlannedJudge {
  judge: string;
  /** Replies that may need a verdict, and those of them to closed questions, which need one only where no rule can read them. */
  answers: number;
  closed: number;
  calls: number;
  tokens: { input: number; output: number };
  /** US dollars; 0 for the lexical judge, null where the price is not known. */
  cost_usd: number | null;
  prices_of: string | null;
}

/** What `plan --json` prints. */
export interface PlanDocument {
  items: number;
  calls: number;
  /** Targets over all calls; a frame that several calls need counts each time. */
  frames: number;
  /** Of all calls together, at most, more or less; null without a model. */
  tokens: { input: number; output: number } | null;
  /** US dollars for these; 0 for a model that asks no server, null where the price is not known. */
  cost_usd: number | null;
  /** Day of the price list behind it; null where none was used. */
  prices_of: string | null;
  /** Absent without --judge. */
  judge?: PlannedJudge;
  /** Media files named by the items, and those missing below --media-root (null without it). */
  media: { files: number; missing: string[] | null };
  temporal_modes: Record<string, number>;
  tasks: Record<string, number>;
  datasets: Record<string, number>;
  off_protocol: string[];
  findings: LocatedFinding[];
  prompts: { sample_id: string; round: number | null; input_range: [number, number]; targets: number[]; prompt: string }[];
}

/** Plans without a model at hand: counts, what the calls may take, prompts, and what is odd about the items. */
export async function planEvaluation(flags: PlanRequest, context: CommandContext): Promise<PlanDocument> {
  const request = await resolvePlanRequest(flags);
  if (request.model !== undefined) assertModelNamed(request.model);
  if (request.mediaRoot !== undefined) await assertFolder(request.mediaRoot, '--media-root');
  const { items, data } = await loadItems(request.data, context.printNote);
  const looksAtFrames = request.model === undefined || !isBaselineSpec(request.model);
  const plan = planRun({
    items,
    data,
    model: { name: request.model ?? 'none', settings: {}, looksAtFrames },
    sampling: { maxFrames: request.maxFrames ?? null, image: DEFAULT_PICTURE_FORMAT, decoderVersions: {} },
    selection: { limit: request.limit ?? null, filters: (request.filter ?? []).map(parseItemFilter) },
    repeats: request.repeats ?? 1,
    seed: DEFAULT_SEED,
    uploadsAllowed: [],
    engineVersion: context.engineVersion,
  });
  if (request.model !== undefined && looksAtFrames) warnOfPictures(request.model, plan.jobs, context.printNote);
  const facts = collectItemFacts(plan.items);
  const paths = [...facts.paths].sort(compareText);
  const shown = Math.min(plan.jobs.length, request.show ?? 0);
  return {
    items: plan.items.length,
    calls: plan.jobs.length,
    frames: countFrames(plan.jobs),
    ...estimatePlan(plan, request, context),
    ...estimateJudge(plan, request, context),
    media: { files: paths.length, missing: request.mediaRoot === undefined ? null : await listMissing(request.mediaRoot, paths) },
    temporal_modes: sortCounts(facts.temporalModes),
    tasks: sortCounts(facts.tasks),
    datasets: sortCounts(facts.datasets),
    off_protocol: plan.manifest.off_protocol,
    findings: [...facts.temporal, ...facts.gold],
    prompts: Array.from({ length: shown }, (_, index) => showPrompt(plan.jobs.read(index))),
  };
}

interface ItemFacts {
  paths: Set<string>;
  temporalModes: Map<string, number>;
  tasks: Map<string, number>;
  datasets: Map<string, number>;
  temporal: LocatedFinding[];
  gold: LocatedFinding[];
}

function collectItemFacts(items: ItemList): ItemFacts {
  const facts: ItemFacts = { paths: new Set(), temporalModes: new Map(), tasks: new Map(), datasets: new Map(), temporal: [], gold: [] };
  const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const item of items) {
    facts.paths.add(item.media_path);
    count(facts.temporalModes, item.temporal_mode);
    count(facts.tasks, item.task);
    count(facts.datasets, item.dataset);
    facts.temporal.push(...listTemporalFindings([item]));
    facts.gold.push(...listGoldFindings(item));
  }
  return facts;
}

function countFrames(jobs: JobList): number {
  let frames = 0;
  for (const { job } of jobs) frames += job.targets.length;
  return frames;
}

export function describePlan(plan: PlanDocument): string {
  const list = (title: string, counts: Record<string, number>): string => `${title.padEnd(12)}${Object.entries(counts).map(([name, count]) => `${name} ${count}`).join(', ')}`;
  const missing = plan.media.missing === null ? '' : `, ${plan.media.missing.length} missing${plan.media.missing.length === 0 ? '' : `: ${plan.media.missing.slice(0, 5).join(', ')}${plan.media.missing.length > 5 ? ', …' : ''}`}`;
  const lines = [
    `${'items'.padEnd(12)}${plan.items}`,
    `${'calls'.padEnd(12)}${plan.calls}`,
    `${'frames'.padEnd(12)}${plan.frames}`,
    `${'tokens'.padEnd(12)}${plan.tokens === null ? 'not known without --model' : `at most about ${plan.tokens.input}, and ${plan.tokens.output} of replies`}`,
    `${'cost'.padEnd(12)}${describeCost(plan)}`,
    ...(plan.judge === undefined ? [] : describeJudge(plan.judge)),
    `${'media'.padEnd(12)}${plan.media.files}${missing}`,
    list('modes', plan.temporal_modes),
    list('tasks', plan.tasks),
    list('data sets', plan.datasets),
    ...plan.off_protocol.map((departure) => `${'off protocol'.padEnd(12)} ${departure}`),
  ];
  const prompts = plan.prompts.map(({ sample_id, round, prompt, targets }) => `\n--- ${sample_id}${round === null ? '' : ` round ${round}`}, ${targets.length} frames\n${prompt}\n`);
  // names of tasks and data sets, ids, paths and prompts are text of the data
  return `${lines.map(cleanText).join('\n')}\n${prompts.map(cleanText).join('')}`;
}

interface ResolvedPlanRequest extends Omit<PlanRequest, 'judge'> {
  data: string[];
  judge: JudgeSettings | null;
  price: { input: number; output: number } | undefined;
}

/** Flags over the file of --config, as for a run; what a plan has no use for is left. */
async function resolvePlanRequest({ config, ...flags }: PlanRequest): Promise<ResolvedPlanRequest> {
  const file = await readRunConfig(config);
  const data = flags.data ?? file.data;
  if (data === undefined) throw new EngineError('usage/bad-argument', '--data is missing (the benchmark: one or more .jsonl files or folders)', { hint: 'give --data, or set it in the file of --config' });
  return {
    ...flags,
    data,
    mediaRoot: flags.mediaRoot ?? file.media_root,
    model: flags.model ?? file.model,
    baseUrl: flags.baseUrl ?? file.base_url,
    limit: flags.limit ?? file.limit,
    filter: flags.filter ?? file.filter,
    maxFrames: flags.maxFrames ?? file.max_frames,
    repeats: flags.repeats ?? file.repeats,
    price: file.price,
    judge: resolveJudgeSettings(flags, file),
  };
}

function estimatePlan({ jobs }: RunPlan, { model, baseUrl, price }: ResolvedPlanRequest, { environment }: Pick<CommandContext, 'environment'>): Pick<PlanDocument, 'tokens' | 'cost_usd' | 'prices_of'> {
  if (model === undefined) return { tokens: null, cost_usd: null, prices_of: null };
  if (!asksServer(model)) return { tokens: { input: 0, output: 0 }, cost_usd: 0, prices_of: null };
  const endpoint = findAddress(model, baseUrl, environment) ?? findDefaultEndpoint(model);
  const spending = composeSpending({ name: model, endpoint }, { maxCostUsd: null, price });
  const { inputTokens, outputTokens, costUsd }: CallEstimate = estimateCalls(jobs, spending);
  return { tokens: { input: inputTokens, output: outputTokens }, cost_usd: costUsd, prices_of: spending.totals.pricesOf };
}

/** No judge is called for a policy. */
function estimateJudge({ jobs }: RunPlan, { model, judge }: ResolvedPlanRequest, { environment }: Pick<CommandContext, 'environment'>): Pick<PlanDocument, 'judge'> {
  if (judge === null) return {};
  const spending = planJudge(judge, environment);
  const isAsked = model === undefined || !isBaselineSpec(model);
  const free = { estimate: () => ({ inputTokens: 0, outputTokens: 0, costUsd: 0 }) };
  const { answers, closed, calls, inputTokens, outputTokens, costUsd } = estimateJudging(isAsked ? jobs : [], { repeats: judge.repeats, showsFrames: judge.showsFrames, spending: spending ?? free });
  return { judge: { judge: judge.judge, answers, closed, calls: spending === null ? 0 : calls, tokens: { input: inputTokens, output: outputTokens }, cost_usd: costUsd, prices_of: spending?.totals.pricesOf ?? null } };
}

function describeJudge({ judge, answers, closed, calls, tokens, cost_usd: costUsd, prices_of: pricesOf }: PlannedJudge): string[] {
  const cost = costUsd === null ? 'cost not known: no price for it at this address (state --judge-price)' : costUsd === 0 ? 'no cost' : `at most about ${formatDollars(costUsd)}, by ${pricesOf === null ? 'the price given' : `list prices of ${pricesOf}`}`;
  return [
    `${'judge'.padEnd(12)}${judge}: at most ${answers} answers${closed === 0 ? '' : `, ${closed} of them to closed questions, where no rule can read the reply`}`,
    `${''.padEnd(12)}at most ${calls} calls, with a repair of each; about ${tokens.input} tokens, and ${tokens.output} of replies; ${cost}`,
  ];
}

function describeCost({ tokens, cost_usd: costUsd, prices_of: pricesOf }: PlanDocument): string {
  if (tokens === null) return 'not known without --model';
  if (costUsd === null) return 'not known: no price for this model at this address (state price in the file of --config)';
  if (tokens.input === 0) return 'none: no server is asked';
  return `at most about ${formatDollars(costUsd)}, by ${pricesOf === null ? 'the price of the configuration' : `list prices of ${pricesOf}`}`;
}

function showPrompt({ job, item, window }: PlannedJob): PlanDocument['prompts'][number] {
  return { sample_id: job.sample_id, round: job.round ?? null, input_range: job.input_range, targets: job.targets, prompt: buildPrompt(item, window) };
}

/** Items that can have no score, since their right answer does not read as itself. */
function listGoldFindings(item: BenchmarkItem): LocatedFinding[] {
  const message = findUnreadableGold(item);
  return message === null ? [] : [{ sample_id: item.sample_id, code: 'metrics/unreadable-gold', severity: 'error', path: 'answer', message }];
}

/** Missing is what a run would not find: also a link that leads out of the root. */
async function listMissing(root: string, paths: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const path of paths) if (!(await resolveMediaFile(root, path).then(() => true, () => false))) missing.push(path);
  return missing;
}

function sortCounts(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([one], [other]) => compareText(one, other)));
}
