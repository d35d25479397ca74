import { type BenchmarkItem, contentId, EngineError, hashJson, hashText, type Job, type Round } from '@medstream/schema';
import { describeTooManyTargets, type EvidenceWindow, listEvidenceWindows, microsToSeconds, planWindowTargets } from '@medstream/sampling';

import { buildPrompt } from './build-prompt.js';
import { createHashList } from './hash-list.js';
import { createJobIds, createJobList, type ItemList, type JobList, keepLast } from './job-list.js';
import { createMediaNumbers } from './media-numbers.js';
import type { PlannedJob, PlannedSampling, PlanOptions } from './plan-run.js';

interface JobsContext extends Pick<PlanOptions, 'model' | 'sampling' | 'seed'> {
  repeats: number;
  fixedParts: Record<string, string>;
  /** Told of each item. */
  onItem: (item: BenchmarkItem) => void;
}

/** Goes through the items once and keeps what identifies each job; the rest of a job is worked out again when it is asked for. */
export function listJobs(items: ItemList, context: JobsContext): { jobs: JobList; itemHashes: string[] } {
  const { repeats, fixedParts, seed } = context;
  const [ids, itemHashes, itemOf, firstJobs, media]: [string[], string[], number[], number[], number[]] = [[], [], [], [], []];
  const promptHashes = createHashList();
  const numberMedia = createMediaNumbers();
  for (const item of items) {
    const itemHash = hashJson(item);
    context.onItem(item);
    itemHashes.push(itemHash);
    firstJobs.push(ids.length);
    const questions = listQuestions(item, context);
    for (const { window, targetsMicros } of questions) {
      const promptHash = hashText(buildPrompt(item, window));
      promptHashes.push(promptHash);
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        ids.push(contentId('job', { item: itemHash, round: window.round, promptHash, targetsMicros, parts: fixedParts, seed, repeat }));
        itemOf.push(itemHashes.length - 1);
      }
    }
    media.push(numberMedia(item));
  }
  const readItem = keepLast((index) => items.read(index));
  const questionsOf = keepLast((index) => listQuestions(readItem(index), context));
  const jobs = createJobList({
    ids: createJobIds(ids),
    itemOf: (index) => itemOf[index] as number,
    mediaOf: (index) => media[itemOf[index] as number] as number,
    read(index) {
      const [itemIndex, first] = [itemOf[index] as number, firstJobs[itemOf[index] as number] as number];
      const { window, targetsMicros } = questionsOf(itemIndex)[Math.floor((index - first) / repeats)] as Question;
      return describeJob(readItem(itemIndex), { window, targetsMicros, jobId: ids[index] as string, promptHash: promptHashes.at(Math.floor(index / repeats)), repeat: (index - first) % repeats });
    },
  });
  return { jobs, itemHashes };
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
