import { type BenchmarkItem, type BuildManifest, type Finding, hashText, stringifyJsonDocument, type ValidationReport } from '@medstream/schema';
import { createValidator, type Validator } from '@medstream/validation';

import { createManifestFacts } from './build-manifest.js';
import type { BuildOptions, OutputFolder } from './build-ports.js';
import type { FailedVideo } from './build-report.js';
import { type Choosable, chooseWithinBudget } from './choose-within-budget.js';
import { createItemCounter, createTally } from './count-items.js';
import { crossCheck, type CrossFindings } from './cross-check.js';
import type { RejectedCandidate, VideoResult } from './video-result.js';
import { listDatasetFiles, WORK_FOLDER, type WorkFolder } from './work-folder.js';

/** A committed video, in planned order. */
export interface CommittedVideo {
  dataset: string;
  key: string;
}

export interface MaterialiseInput {
  output: OutputFolder;
  work: WorkFolder;
  videos: readonly CommittedVideo[];
  failed: readonly FailedVideo[];
  /** What the manifest says of the videos together. */
  notes: readonly string[];
  options: BuildOptions;
  validator: Validator;
}

/**
 * Writes the benchmark from the committed results of all videos: first everything into the work folder, then, with
 * nothing left that can fail for want of space, each file to its final name and the manifest last. A folder whose
 * manifest is there is whole.
 */
export async function materialise(input: MaterialiseInput): Promise<{ manifest: BuildManifest; findings: Record<string, number> }> {
  const { output, work, videos } = input;
  const cross = await crossCheck(loadResults(work, videos), input.validator);
  const taken = await takeWithinBudgets(input, cross);
  const { validation, manifest } = await stageFiles(input, { cross, taken });
  await output.writeText(stagedPath('validation.json'), stringifyJsonDocument(validation));
  await output.writeText(stagedPath('manifest.json'), stringifyJsonDocument(manifest));

  const dataFiles = manifest.files.flatMap(({ dataset }) => listDatasetFiles(dataset));
  const leftBehind = await work.announceFiles(dataFiles);
  await output.remove('manifest.json');
  for (const file of leftBehind) await output.remove(file);
  for (const file of [...dataFiles, 'validation.json', 'manifest.json']) await output.move(stagedPath(file), file);
  return { manifest, findings: validation.summary };
}

function stagedPath(file: string): string {
  return `${WORK_FOLDER}/out/${file}`;
}

async function* loadResults(work: WorkFolder, videos: readonly CommittedVideo[]): AsyncGenerator<VideoResult> {
  for (const { key } of videos) yield await work.load(key);
}

/** Why a sound item is not in the benchmark. */
const OVER_BUDGET = 'over the budget of its data set';

/** Positions of the items that are taken of data sets with a budget; a data set without one has no entry. */
async function takeWithinBudgets({ work, videos, options }: MaterialiseInput, cross: CrossFindings): Promise<Map<string, Set<number>>> {
  const taken = new Map<string, Set<number>>();
  const budgets = new Map(options.sources.flatMap(({ descriptor, budget }) => (budget === undefined ? [] : [[descriptor.id, budget] as const])));
  if (budgets.size === 0) return taken;
  const sound = new Map<string, Choosable[]>([...budgets.keys()].map((dataset) => [dataset, []]));
  let position = 0;
  for await (const { dataset, accepted } of loadResults(work, videos)) {
    for (const { item } of accepted) {
      position += 1;
      if (cross.ofItem(position).some(({ severity }) => severity === 'error')) continue;
      sound.get(dataset)?.push({ position, task: item.task, isStreaming: item.task_mode === 'streaming', order: hashText(`${options.seed}/${item.sample_id}`) });
    }
  }
  for (const [dataset, budget] of budgets) taken.set(dataset, chooseWithinBudget(sound.get(dataset) ?? [], budget));
  return taken;
}

/** Streams the committed results twice a data set: accepted items, then rejected candidates. */
async function stageFiles({ output, work, videos, failed, notes, options }: MaterialiseInput, { cross, taken }: { cross: CrossFindings; taken: ReadonlyMap<string, ReadonlySet<number>> }): Promise<{ validation: ValidationReport; manifest: BuildManifest }> {
  const facts = createManifestFacts(options, notes);
  const counter = createItemCounter();
  const findings: Finding[] = [];
  const files: BuildManifest['files'] = [];
  // what is to be said of all items together is said of those that were taken
  const balance = createValidator();
  let position = 0;

  for (const dataset of new Set(videos.map((video) => video.dataset))) {
    const own = videos.filter((video) => video.dataset === dataset);
    const [itemsFile, rejectedFile] = listDatasetFiles(dataset);
    const refusedLate = new Map<string, RejectedCandidate[]>();

    async function* acceptedItems(): AsyncGenerator<BenchmarkItem> {
      for (const { key } of own) {
        const result = await work.load(key);
        facts.addVideo(result);
        for (const entry of result.accepted) {
          position += 1;
          const all = [...entry.findings, ...cross.ofItem(position)];
          if (all.some(({ severity }) => severity === 'error')) {
            refusedLate.set(key, [...(refusedLate.get(key) ?? []), { candidate: entry.item, findings: all }]);
            continue;
          }
          if (taken.get(dataset)?.has(position) === false) {
            facts.addLeftOut(OVER_BUDGET);
            continue;
          }
          if (taken.size > 0) balance.checkItem(entry.item, { file: null, record: null });
          counter.addItem(entry.item);
          findings.push(...all);
          yield entry.item;
        }
      }
    }
    async function* rejectedCandidates(): AsyncGenerator<RejectedCandidate> {
      for (const { key } of own) {
        for (const entry of [...(await work.load(key)).rejected, ...(refusedLate.get(key) ?? [])]) {
          counter.addRejected();
          findings.push(...entry.findings);
          yield entry;
        }
      }
    }
    const written = await output.writeLines(stagedPath(itemsFile), acceptedItems());
    await output.writeLines(stagedPath(rejectedFile), rejectedCandidates());
    files.push({ dataset, path: itemsFile, sha256: written.sha256, items: written.records });
  }

  findings.push(...(taken.size === 0 ? cross.general : balance.finish()));
  const counts = counter.toCounts();
  return {
    validation: describeValidation(files, counts, findings),
    manifest: facts.toManifest({ files, counts }, failed),
  };
}

/** `OUT/validation.json`: of every candidate, accepted or not. */
function describeValidation(files: BuildManifest['files'], counts: BuildManifest['counts'], findings: Finding[]): ValidationReport {
  const summary = createTally();
  for (const { code } of findings) summary.add(code);
  return { files: files.map(({ path }) => path), items: counts.items + counts.rejected, accepted: counts.items, findings, summary: summary.toRecord() };
}
