import { EngineError, type Job, parseJsonText, type RunManifest, runManifestSchema, stringifyJsonDocument } from '@medstream/schema';

import type { RunPlan } from './plan-run.js';
import type { RunFolder } from './ports.js';
import { RUN_FILES } from './run-files.js';

/** What a part of the plan is called where people read it. */
const partTitles: Record<string, string> = {
  data: 'data (the items, or --limit and --filter)',
  prompt: 'prompt (the wording of this version)',
  sampling: 'sampling (--max-frames, picture settings, or the ffmpeg and sharp in use)',
  model: 'model (--model)',
  settings: 'settings (the model\'s own settings)',
  seed: 'seed (--seed)',
  repeats: 'repeats (--repeats)',
};

/**
 * Makes a folder ready for a plan: an empty one gets manifest, items and jobs; with `resume` one that holds the same plan is
 * taken up again. Resuming where nothing was written yet is a start.
 *
 * @returns the manifest that stands in the folder
 * @throws EngineError `usage/output-not-empty`, `run/plan-changed` naming the parts that differ, `store/corrupt`
 */
export async function prepareRunFolder(folder: RunFolder, plan: RunPlan, { resume }: { resume: boolean }): Promise<RunManifest> {
  const names = await folder.listNames();
  const known = new Set<string>(Object.values(RUN_FILES));
  const foreign = names.find((name) => !known.has(name));
  const manifestText = await folder.readText(RUN_FILES.manifest);
  if (!resume && names.some((name) => name !== RUN_FILES.log)) {
    throw new EngineError('usage/output-not-empty', `the run folder already holds "${names.find((name) => name !== RUN_FILES.log)}"`, {
      hint: manifestText === null ? 'name an empty or a new folder with --out' : 'add --resume to continue that run, or name a new folder with --out',
    });
  }
  if (resume && manifestText === null && foreign !== undefined) {
    throw new EngineError('usage/output-not-empty', `the folder holds "${foreign}" and no run that could be resumed`, { hint: 'name the folder of a run, or an empty one, with --out' });
  }
  const before = manifestText === null ? null : readManifest(manifestText);
  if (before !== null) refuseOtherPlan(before, plan.manifest);
  const manifest = before === null ? plan.manifest : { ...before, uploads_allowed: mergeSorted(before.uploads_allowed, plan.manifest.uploads_allowed), off_protocol: mergeSorted(before.off_protocol, plan.manifest.off_protocol) };
  await folder.writeRecords(RUN_FILES.items, plan.items);
  await folder.writeRecords(RUN_FILES.jobs, describeJobs(plan.jobs));
  await folder.writeText(RUN_FILES.manifest, stringifyJsonDocument(manifest));
  return manifest;
}

function* describeJobs(jobs: RunPlan['jobs']): Generator<Job> {
  for (const { job } of jobs) yield job;
}

/** Reads a stored manifest. @throws EngineError `store/corrupt` */
export function readManifest(text: string): RunManifest {
  const parsed = runManifestSchema.safeParse(parseManifestText(text));
  if (parsed.success) return parsed.data;
  throw new EngineError('store/corrupt', `${RUN_FILES.manifest} is not the manifest of a run: ${parsed.error.issues[0]?.message}`, {
    hint: 'start the run again in a new folder',
    cause: parsed.error,
  });
}

function parseManifestText(text: string): unknown {
  try {
    return parseJsonText(text, RUN_FILES.manifest);
  } catch (cause) {
    throw new EngineError('store/corrupt', `${RUN_FILES.manifest} is not valid JSON`, { hint: 'start the run again in a new folder', cause });
  }
}

function refuseOtherPlan(before: RunManifest, now: RunManifest): void {
  if (before.plan_hash === now.plan_hash) return;
  const parts = [...new Set([...Object.keys(before.plan_parts), ...Object.keys(now.plan_parts)])].sort();
  const differing = parts.filter((part) => before.plan_parts[part] !== now.plan_parts[part]);
  const named = differing.length === 0 ? 'the jobs themselves (another version of the engine)' : differing.map((part) => partTitles[part] ?? part).join('; ');
  throw new EngineError('run/plan-changed', `the run in this folder was planned differently; what differs: ${named}`, {
    hint: 'resume with the arguments of the first start, or start a new run in a new folder',
    details: { parts: differing },
  });
}

function mergeSorted(one: readonly string[], other: readonly string[]): string[] {
  const added = other.filter((text) => !one.includes(text));
  return [...one, ...added.sort()];
}
