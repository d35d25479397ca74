import { type BenchmarkItem, contentId, EngineError, hashJson, hashText, type Job, type Round } from '@medstream/schema';
import { describeTooManyTargets, type EvidenceWindow, listEvidenceWindows, microsToSeconds, planWindowTargets } from '@medstream/sampling';

import { buildPrompt } from './build-prompt.js';
import { createHashList, type HashList } from './hash-list.js';
import { buildJobIds, type JobIds } from './job-ids.js';
import { createJobList, type ItemList, type JobList, keepLast } from './job-list.js';
import { createMediaNumbers } from './media-numbers.js';
import type { PlannedJob, PlannedSampling, PlanOptions } from './plan-run.js';

interface JobsContext extends Pick<PlanOptions, 'model' | 'sampling' | 'seed'> {
  repeats: number;
  fixedParts: Record<string, string>;
  /** Told of each item. */
  onItem: (item: BenchmarkItem) => void;
}

/** What identifies the jobs of a plan. */
interface KeptFacts {
  ids: JobIds;
  /** Of each question. */
  promptHashes: HashList;
  /** Number of each job's item. */
  itemOf: Uint32Array;
  /** Number of each item's first job, and of its recording. */
  firstJobs: Uint32Array;
  media: Uint32Array;
}

/** Goes through the items once and keeps what identifies each job; the rest of a job is worked out again when it is asked for. */
export function listJobs(items: ItemList, context: JobsContext): { jobs: JobList; itemHashes: HashList } {
  const { facts, itemHashes } = collectFacts(items, context);
  return { jobs: describeJobs(items, { ...facts, context }), itemHashes };
}

function collectFacts(items: ItemList, context: JobsContext): { facts: KeptFacts; itemHashes: HashList } {
  const { repeats, fixedParts, seed, onItem } = context;
  const ids = buildJobIds();
  const [itemHashes, promptHashes] = [createHashList(), createHashList()];
  const [firstJobs, media] = [new Uint32Array(items.length), new Uint32Array(items.length)];
  const numberMedia = createMediaNumbers();
  for (const [number, item] of numberItems(items)) {
    const itemHash = hashJson(item);
    onItem(item);
    itemHashes.push(itemHash);
    [firstJobs[number], media[number]] = [ids.length, numberMedia(item)];
    for (const { window, targetsMicros } of listQuestions(item, context)) {
      const promptHash = hashText(buildPrompt(item, window));
      promptHashes.push(promptHash);
      for (let repeat = 0; repeat < repeats; repeat += 1) ids.add(contentId('job', { item: itemHash, round: window.round, promptHash, targetsMicros, parts: fixedParts, seed, repeat }));
    }
  }
  return { facts: { ids: ids.finish(), promptHashes, itemOf: spreadItems(firstJobs, ids.length), firstJobs, media }, itemHashes };
}

function* numberItems(items: ItemList): Generator<[number, BenchmarkItem]> {
  for (let number = 0; number < items.length; number += 1) yield [number, items.read(number)];
}

function spreadItems(firstJobs: Uint32Array, jobs: number): Uint32Array {
  const itemOf = new Uint32Array(jobs);
  for (const [item, first] of firstJobs.entries()) itemOf.fill(item, first, firstJobs[item + 1] ?? jobs);
  return itemOf;
}

function describeJobs(items: ItemList, { ids, promptHashes, itemOf, firstJobs, media, context }: KeptFacts & { context: JobsContext }): JobList {
  const { repeats } = context;
  const readItem = keepLast((index) => items.read(index));
  const questionsOf = keepLast((index) => listQuestions(readItem(index), context));
  return createJobList({
    ids,
    itemOf: (index) => itemOf[index] as number,
    mediaOf: (index) => media[itemOf[index] as number] as number,
    read(index) {
      const item = itemOf[index] as number;
      const ofItem = index - (firstJobs[item] as number);
      const { window, targetsMicros } = questionsOf(item)[Math.floor(ofItem / repeats)] as Question;
      return describeJob(readItem(item), { window, targetsMicros, jobId: ids.at(index), promptHash: promptHashes.at(Math.floor(index / repeats)), repeat: ofItem % repeats });
    },
  });
}

/** What is asked of an item once. */
interface Question {
  window: EvidenceWindow;
  targetsMicros: number[];
}

function listQuestions(item: BenchmarkItem, { model, sampling }: Pick<PlanOptions, 'model' | 'sampling'>): Question[] {
  if (model.looksAtFrames) refuseTooManyTargets(item, sampling);
  return listEvidenceWindows(item).map((window) => ({ window, targetsMicros: model.looksAtFrames ? planWindowTargets(item, window, sampling.maxFrames) : [] }));
}

function describeJob(item: BenchmarkItem, { window, targetsMicros, jobId, promptHash, repeat }: Question & { jobId: string; promptHash: string; repeat: number }): PlannedJob {
  const job: Job = {
    job_id: jobId,
    sample_id: item.sample_id,
    ...(window.round === null ? {} : { round: window.round }),
    ...(repeat === 0 ? {} : { repeat }),
    media_path: item.media_path,
    input_range: [microsToSeconds(window.startMicros), microsToSeconds(window.endMicros)],
    targets: targetsMicros.map(microsToSeconds),
    prompt_hash: promptHash,
  };
  return { job, item, round: findRound(item, window), window };
}

/** The round that a window is of; null for a single turn. */
export function findRound(item: BenchmarkItem, window: EvidenceWindow): Round | null {
  return item.rounds?.find((candidate) => candidate.round === window.round) ?? null;
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
