import { buildPrompt, type PlannedJob, planRun } from '@medstream/evaluation';
import { DEFAULT_PICTURE_FORMAT, resolveMediaFile } from '@medstream/media';
import { findUnreadableGold } from '@medstream/metrics';
import { type BenchmarkItem, cleanText, compareText } from '@medstream/schema';

import type { CommandContext } from './command-context.js';
import { assertModelNamed, isBaselineSpec } from './compose-model.js';
import { assertFolder } from './compose-run.js';
import { listTemporalFindings, loadItems, type LocatedFinding } from './load-items.js';
import { DEFAULT_SEED } from './run-settings.js';

export interface PlanRequest {
  data: string[];
  mediaRoot?: string;
  model?: string;
  show?: number;
}

/** What `plan --json` prints. */
export interface PlanDocument {
  items: number;
  calls: number;
  /** Targets over all calls; a frame that several calls need counts each time. */
  frames: number;
  /** Media files named by the items, and those missing below --media-root (null without it). */
  media: { files: number; missing: string[] | null };
  temporal_modes: Record<string, number>;
  tasks: Record<string, number>;
  datasets: Record<string, number>;
  off_protocol: string[];
  findings: LocatedFinding[];
  prompts: { sample_id: string; round: number | null; input_range: [number, number]; targets: number[]; prompt: string }[];
}

/** Plans without a model at hand: counts, prompts, and what is odd about the items. */
export async function planEvaluation(request: PlanRequest, context: CommandContext): Promise<PlanDocument> {
  if (request.model !== undefined) assertModelNamed(request.model);
  if (request.mediaRoot !== undefined) await assertFolder(request.mediaRoot, '--media-root');
  const { items, data } = await loadItems(request.data, context.printNote);
  const looksAtFrames = request.model === undefined || !isBaselineSpec(request.model);
  const plan = planRun({
    items,
    data,
    model: { name: request.model ?? 'none', settings: {}, looksAtFrames },
    sampling: { maxFrames: null, image: DEFAULT_PICTURE_FORMAT, decoderVersions: {} },
    selection: { limit: null, filters: [] },
    seed: DEFAULT_SEED,
    uploadsAllowed: [],
    engineVersion: context.engineVersion,
  });
  const paths = [...new Set(plan.items.map(({ media_path }) => media_path))].sort(compareText);
  return {
    items: plan.items.length,
    calls: plan.jobs.length,
    frames: plan.jobs.reduce((sum, { targetsMicros }) => sum + targetsMicros.length, 0),
    media: { files: paths.length, missing: request.mediaRoot === undefined ? null : await listMissing(request.mediaRoot, paths) },
    temporal_modes: countBy(plan.items, ({ temporal_mode }) => temporal_mode),
    tasks: countBy(plan.items, ({ task }) => task),
    datasets: countBy(plan.items, ({ dataset }) => dataset),
    off_protocol: plan.manifest.off_protocol,
    findings: [...listTemporalFindings(plan.items), ...listGoldFindings(plan.items)],
    prompts: plan.jobs.slice(0, request.show ?? 0).map(showPrompt),
  };
}

export function describePlan(plan: PlanDocument): string {
  const list = (title: string, counts: Record<string, number>): string => `${title.padEnd(12)}${Object.entries(counts).map(([name, count]) => `${name} ${count}`).join(', ')}`;
  const missing = plan.media.missing === null ? '' : `, ${plan.media.missing.length} missing${plan.media.missing.length === 0 ? '' : `: ${plan.media.missing.slice(0, 5).join(', ')}${plan.media.missing.length > 5 ? ', …' : ''}`}`;
  const lines = [
    `${'items'.padEnd(12)}${plan.items}`,
    `${'calls'.padEnd(12)}${plan.calls}`,
    `${'frames'.padEnd(12)}${plan.frames}`,
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

function showPrompt({ job, item, window }: PlannedJob): PlanDocument['prompts'][number] {
  return { sample_id: job.sample_id, round: job.round ?? null, input_range: job.input_range, targets: job.targets, prompt: buildPrompt(item, window) };
}

/** Items that can have no score, since their right answer does not read as itself. */
function listGoldFindings(items: readonly BenchmarkItem[]): LocatedFinding[] {
  return items.flatMap((item) => {
    const message = findUnreadableGold(item);
    return message === null ? [] : [{ sample_id: item.sample_id, code: 'metrics/unreadable-gold', severity: 'error', path: 'answer', message }];
  });
}

/** Missing is what a run would not find: also a link that leads out of the root. */
async function listMissing(root: string, paths: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const path of paths) if (!(await resolveMediaFile(root, path).then(() => true, () => false))) missing.push(path);
  return missing;
}

function countBy(items: readonly BenchmarkItem[], nameOf: (item: BenchmarkItem) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([one], [other]) => compareText(one, other)));
}
