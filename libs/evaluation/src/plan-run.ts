import { type BenchmarkItem, compareText, createTextHash, EngineError, hashJson, hashText, type Job, PROTOCOL, RANDOM_GENERATOR, type Round, type RunManifest, stringifyCanonicalJson } from '@medstream/schema';
import { DEFAULT_SAMPLING_PERIOD_SEC, type EvidenceWindow } from '@medstream/sampling';

import { PROMPT_VERSION } from './build-prompt.js';
import type { HashList } from './hash-list.js';
import { type ItemList, type JobList, listItems } from './job-list.js';
import { listJobs } from './list-jobs.js';
import { createDepartures } from './off-protocol.js';
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
  /** In any order; a list that reads each when it is asked for need not fit in memory. */
  items: readonly BenchmarkItem[] | ItemList;
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

/**
 * What a run intends. The same items, model and settings give the same plan, in whatever order the items came. Items and
 * jobs are made when they are asked for: of each call some hundred bytes are held.
 */
export interface RunPlan {
  /** Sorted by sample_id. */
  items: ItemList;
  /** Sorted by (sample_id, round, repeat). */
  jobs: JobList;
  manifest: RunManifest;
}

/** A hundred thousand items asked ten times. */
const MAX_CALLS = 1_000_000;

/**
 * Expands items into jobs: one for a single turn, one a round for streaming, each as often as it is repeated.
 *
 * @throws EngineError from {@link selectItems}, `input/too-large` naming an item that asks for too many frames,
 *   and `usage/bad-argument` for more repeats than can be planned
 */
export function planRun(options: PlanOptions): RunPlan {
  const { model, sampling, seed, repeats = 1 } = options;
  const source = 'read' in options.items ? options.items : listItems(options.items);
  const items = selectItems(source, options.selection);
  const fixedParts = {
    prompt: hashPromptWording(),
    sampling: hashJson({ maxFrames: sampling.maxFrames, image: sampling.image, decoder: sampling.decoderVersions, looksAtFrames: model.looksAtFrames }),
    model: hashText(model.name),
    settings: hashJson(model.settings),
    seed: hashJson(seed),
  };
  refuseTooManyRepeats(items, repeats);
  const departures = createDepartures({ selection: options.selection, sampling, looksAtFrames: model.looksAtFrames });
  const { jobs, itemHashes } = listJobs(items, { ...options, repeats, fixedParts, onItem: (item) => departures.note(item) });
  // absent for one reply a question, so that such a plan is what it was before repeats were known
  const planParts = { data: hashItems(itemHashes), ...fixedParts, ...(repeats === 1 ? {} : { repeats: hashJson(repeats) }) };
  const manifest: RunManifest = {
    schema_version: 1,
    protocol: PROTOCOL,
    versions: { engine: options.engineVersion, prompt: PROMPT_VERSION, random: RANDOM_GENERATOR, ...sampling.decoderVersions },
    model: model.name,
    model_settings: model.settings,
    judge: null,
    seed,
    sampling: { period_sec: DEFAULT_SAMPLING_PERIOD_SEC, max_frames: sampling.maxFrames, image: model.looksAtFrames ? describeImage(sampling.image) : 'no pictures' },
    off_protocol: departures.list(),
    data: [...options.data].sort((one, other) => compareText(one.file, other.file) || compareText(one.sha256, other.sha256)),
    items: items.length,
    jobs: jobs.length,
    ...(repeats === 1 ? {} : { repeats }),
    plan_parts: planParts,
    plan_hash: hashPlan(planParts, jobs.ids),
    uploads_allowed: [...new Set(options.uploadsAllowed)].sort(),
  };
  return { items, jobs, manifest };
}

/** {@link hashJson} of the list of hashes, which is not held. */
function hashItems(hashes: HashList): string {
  const hash = createTextHash();
  hash.add('[');
  for (let index = 0; index < hashes.length; index += 1) hash.add(`${index === 0 ? '' : ','}${JSON.stringify(hashes.at(index))}`);
  hash.add(']');
  return hash.digest();
}

/** {@link hashJson} of parts and job ids, which are not held as a list. */
function hashPlan(planParts: Record<string, string>, jobIds: Iterable<string>): string {
  const hash = createTextHash();
  let separator = '{"jobs":[';
  for (const jobId of jobIds) {
    hash.add(`${separator}${JSON.stringify(jobId)}`);
    separator = ',';
  }
  hash.add(`],"planParts":${stringifyCanonicalJson(planParts)}}`);
  return hash.digest();
}

function describeImage({ quality, maxSide }: PlannedSampling['image']): string {
  return `JPEG quality ${quality}, long side at most ${maxSide}, never enlarged`;
}

/** What the items alone ask for is never refused. */
function refuseTooManyRepeats(items: ItemList, repeats: number): void {
  if (repeats === 1) return;
  let questions = 0;
  for (const { rounds } of items) questions += rounds?.length ?? 1;
  if (questions * repeats <= MAX_CALLS) return;
  throw new EngineError('usage/bad-argument', `${questions} questions asked ${repeats} times are more calls than a run may have (${MAX_CALLS})`, { hint: `give --repeats at most ${Math.max(1, Math.floor(MAX_CALLS / questions))}, or fewer items by --limit or --filter` });
}
