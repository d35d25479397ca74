import { type BenchmarkItem, compareText, contentId, EngineError, hashJson, hashText, type Job, PROTOCOL, RANDOM_GENERATOR, type Round, type RunManifest } from '@medstream/schema';
import { DEFAULT_SAMPLING_PERIOD_SEC, describeTooManyTargets, type EvidenceWindow, listEvidenceWindows, microsToSeconds, planWindowTargets } from '@medstream/sampling';

import { buildPrompt, PROMPT_VERSION } from './build-prompt.js';
import { listDepartures } from './off-protocol.js';
import { hashPromptWording } from './prompt-wording.js';
import { selectItems, type Selection } from './select-items.js';

/** The tested model, as far as the plan goes. */
export interface PlannedModel {
  /** `PROVIDER:NAME`. */
  name: string;
  /** All that shapes a reply; no key, no address. */
  settings: RunManifest['model_settings'];
  /** False for baselines: they look at no frames. */
  looksAtFrames: boolean;
}

/** How pictures are made. */
export interface PlannedSampling {
  /** Cap on the frames of a job; null for the protocol's own count. */
  maxFrames: number | null;
  image: { quality: number; maxSide: number };
  /** Versions of what decodes and encodes; frames are the same bytes only for the same versions. Empty for baselines. */
  decoderVersions: Record<string, string>;
}

export interface PlanOptions {
  items: readonly BenchmarkItem[];
  /** The files read, for the manifest. */
  data: RunManifest['data'];
  model: PlannedModel;
  sampling: PlannedSampling;
  selection: Selection;
  /** Times that each question is asked, at least 1. Default 1. */
  repeats?: number;
  seed: number;
  uploadsAllowed: readonly string[];
  engineVersion: string;
}

/** One model call, with what is needed to make it. */
export interface PlannedJob {
  job: Job;
  item: BenchmarkItem;
  /** Null for a single turn. */
  round: Round | null;
  window: EvidenceWindow;
}

/** What a run intends. The same items, model and settings give the same plan, in whatever order the items came. */
export interface RunPlan {
  /** Sorted by sample_id. */
  items: BenchmarkItem[];
  /** Sorted by (sample_id, round, repeat). */
  jobs: PlannedJob[];
  manifest: RunManifest;
}

/** Plans are held in memory, some 2 kB a call. A hundred thousand items asked ten times. */
const MAX_CALLS = 1_000_000;

/**
 * Expands items into jobs: one for a single turn, one a round for streaming, each as often as it is repeated.
 *
 * @throws EngineError from {@link selectItems}, `input/too-large` naming an item that asks for too many frames,
 *   and `usage/bad-argument` for more repeats than can be planned
 */
export function planRun(options: PlanOptions): RunPlan {
  const { model, sampling, seed, repeats = 1 } = options;
  const items = selectItems(options.items, options.selection);
  const itemHashes = items.map((item) => hashJson(item));
  const fixedParts = {
    prompt: hashPromptWording(),
    sampling: hashJson({ maxFrames: sampling.maxFrames, image: sampling.image, decoder: sampling.decoderVersions, looksAtFrames: model.looksAtFrames }),
    model: hashText(model.name),
    settings: hashJson(model.settings),
    seed: hashJson(seed),
  };
  refuseTooManyRepeats(items, repeats);
  const jobs = items.flatMap((item, index) => planItem(item, itemHashes[index] as string, { ...options, fixedParts }));
  // absent for one reply a question, so that such a plan is what it was before repeats were known
  const planParts = { data: hashJson(itemHashes), ...fixedParts, ...(repeats === 1 ? {} : { repeats: hashJson(repeats) }) };
  const manifest: RunManifest = {
    schema_version: 1,
    protocol: PROTOCOL,
    versions: { engine: options.engineVersion, prompt: PROMPT_VERSION, random: RANDOM_GENERATOR, ...sampling.decoderVersions },
    model: model.name,
    model_settings: model.settings,
    judge: null,
    seed,
    sampling: { period_sec: DEFAULT_SAMPLING_PERIOD_SEC, max_frames: sampling.maxFrames, image: model.looksAtFrames ? describeImage(sampling.image) : 'no pictures' },
    off_protocol: listDepartures({ items, selection: options.selection, sampling, looksAtFrames: model.looksAtFrames }),
    data: [...options.data].sort((one, other) => compareText(one.file, other.file) || compareText(one.sha256, other.sha256)),
    items: items.length,
    jobs: jobs.length,
    ...(repeats === 1 ? {} : { repeats }),
    plan_parts: planParts,
    plan_hash: hashJson({ planParts, jobs: jobs.map(({ job }) => job.job_id) }),
    uploads_allowed: [...new Set(options.uploadsAllowed)].sort(),
  };
  return { items, jobs, manifest };
}

function describeImage({ quality, maxSide }: PlannedSampling['image']): string {
  return `JPEG quality ${quality}, long side at most ${maxSide}, never enlarged`;
}

interface ItemContext extends PlanOptions {
  fixedParts: Record<string, string>;
}

function planItem(item: BenchmarkItem, itemHash: string, { model, sampling, seed, repeats = 1, fixedParts }: ItemContext): PlannedJob[] {
  if (model.looksAtFrames) refuseTooManyTargets(item, sampling);
  return listEvidenceWindows(item).flatMap((window) => {
    const targetsMicros = model.looksAtFrames ? planWindowTargets(item, window, sampling.maxFrames) : [];
    const promptHash = hashText(buildPrompt(item, window));
    const decisive = { item: itemHash, round: window.round, promptHash, targetsMicros, parts: fixedParts, seed };
    const round = item.rounds?.find((candidate) => candidate.round === window.round) ?? null;
    const describeJob = (repeat: number): Job => ({
      job_id: contentId('job', { ...decisive, repeat }),
      sample_id: item.sample_id,
      ...(window.round === null ? {} : { round: window.round }),
      ...(repeat === 0 ? {} : { repeat }),
      media_path: item.media_path,
      input_range: [microsToSeconds(window.startMicros), microsToSeconds(window.endMicros)],
      targets: targetsMicros.map(microsToSeconds),
      prompt_hash: promptHash,
    });
    return Array.from({ length: repeats }, (_, repeat) => ({ job: describeJob(repeat), item, round, window }));
  });
}

/** What the items alone ask for is never refused. */
function refuseTooManyRepeats(items: readonly BenchmarkItem[], repeats: number): void {
  const questions = items.reduce((sum, { rounds }) => sum + (rounds?.length ?? 1), 0);
  if (repeats === 1 || questions * repeats <= MAX_CALLS) return;
  throw new EngineError('usage/bad-argument', `${questions} questions asked ${repeats} times are more calls than a run may have (${MAX_CALLS})`, { hint: `give --repeats at most ${Math.max(1, Math.floor(MAX_CALLS / questions))}, or fewer items by --limit or --filter` });
}

/** Before the first target is listed: one absurd item must not take the memory of all others, nor end a run without its name. */
function refuseTooManyTargets(item: BenchmarkItem, { maxFrames }: PlannedSampling): void {
  const problem = describeTooManyTargets(item, maxFrames);
  if (problem === null) return;
  throw new EngineError('input/too-large', `the item "${item.sample_id}": ${problem}`, {
    hint: 'give the item a longer sampling_period_sec, a shorter window or fewer rounds, or leave it out with --filter; `medstream-data validate` finds such items',
    details: { sample_id: item.sample_id },
  });
}
