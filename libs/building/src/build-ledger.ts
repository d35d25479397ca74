import { EngineError, type ErrorCode, hashText, isEngineError, parseJsonText, stringifyJsonDocument } from '@medstream/schema';

import type { BuildOptions, BuildSource, ListedVideo, OutputFolder, VideoTask } from './build-ports.js';
import type { VideoOutcome } from './finish-build.js';
import type { PlannedVideo } from './plan-build.js';
import { hasWholeResult, listResultKeys, resultPath, WORK_FOLDER } from './work-folder.js';

/** What a build by service intends, as it lies in the ledger. */
export interface BuildPlan {
  options: Pick<BuildOptions, 'sources' | 'seed' | 'limitVideos' | 'allowMissingMedia' | 'versions' | 'mediaVersions'>;
  videos: ({ video: ListedVideo; key: string } | { video: ListedVideo; key: null; failure: StoredFailure })[];
}

interface StoredFailure {
  code: ErrorCode;
  message: string;
  hint: string | null;
}

export type ArtifactKind = 'timeline' | 'draft';

/**
 * What a build by service intends and what is done of it, inside the work folder of its output: `builds/<id>/plan.json`,
 * `builds/<id>/failed/<key>.json`, `artifacts/`, and the same `results/` that the command fills. Each file is committed
 * once; queues are rebuilt from here (reliability.md, rule 1).
 */
export interface BuildLedger {
  readPlan: () => Promise<BuildPlan | null>;
  writePlan: (plan: BuildPlan) => Promise<void>;
  /** Keeps what a stage made. */
  writeArtifact: (key: string, kind: ArtifactKind, text: string) => Promise<{ file: string; sha256: string }>;
  /** What a stage made, or null where it is gone or does not have this hash. */
  readArtifact: (key: string, kind: ArtifactKind, sha256: string) => Promise<string | null>;
  commitResult: (key: string, text: string) => Promise<void>;
  commitFailure: (key: string, error: EngineError) => Promise<void>;
  /** Whether a video has an undamaged result, or a failure. */
  isSettled: (key: string) => Promise<boolean>;
  /** Keys with a result or a failure, looked at by name alone. */
  listSettled: () => Promise<{ built: Set<string>; failed: Set<string> }>;
  /** What became of every video, in planned order; null while some video has neither result nor failure. Results are read and checked. */
  readOutcomes: (plan: BuildPlan) => Promise<VideoOutcome[] | null>;
  /** Forgets this build; results stay. */
  remove: () => Promise<void>;
}

export function openBuildLedger(output: OutputFolder, buildId: string): BuildLedger {
  const folder = `${WORK_FOLDER}/builds/${buildId}`;
  const planFile = `${folder}/plan.json`;
  const failureFile = (key: string): string => `${folder}/failed/${key}.json`;
  const artifactFile = (key: string, kind: ArtifactKind): string => `${WORK_FOLDER}/artifacts/${key}.${kind}.json`;
  const readFailure = async (key: string): Promise<EngineError | null> => {
    const text = await output.readText(failureFile(key));
    return text === null ? null : restoreFailure(parseJsonText(text, failureFile(key)) as StoredFailure);
  };

  return {
    readPlan: async () => {
      const text = await output.readText(planFile);
      if (text === null) return null;
      return parseJsonText(text, planFile) as BuildPlan;
    },
    writePlan: async (plan) => {
      await output.makeFolder(`${folder}/failed`);
      await output.makeFolder(`${WORK_FOLDER}/artifacts`);
      await output.writeText(planFile, stringifyJsonDocument(plan));
    },
    writeArtifact: async (key, kind, text) => {
      const file = artifactFile(key, kind);
      const sha256 = hashText(text);
      if (!(await output.createText(file, text)) && hashText((await output.readText(file)) ?? '') !== sha256) {
        await output.remove(file);
        await output.createText(file, text);
      }
      return { file, sha256 };
    },
    readArtifact: async (key, kind, sha256) => {
      const text = await output.readText(artifactFile(key, kind));
      return text !== null && hashText(text) === sha256 ? text : null;
    },
    commitResult: async (key, text) => void (await output.createText(resultPath(key), text)),
    commitFailure: async (key, error) => void (await output.createText(failureFile(key), stringifyJsonDocument(packFailure(error)))),
    isSettled: async (key) => (await readFailure(key)) !== null || (await hasWholeResult(output, key)),
    listSettled: async () => ({
      built: new Set(await listResultKeys(output)),
      failed: new Set((await output.list(`${folder}/failed`)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))),
    }),
    readOutcomes: async ({ videos }) => {
      const outcomes: VideoOutcome[] = [];
      for (const planned of videos) {
        const { dataset, videoId } = planned.video;
        const error = planned.key === null ? restoreFailure(planned.failure) : await readFailure(planned.key);
        if (error === null && !(planned.key !== null && (await hasWholeResult(output, planned.key)))) return null;
        outcomes.push({ dataset, videoId, key: planned.key, error });
      }
      return outcomes;
    },
    remove: () => output.remove(folder),
  };
}

/** The plan as it is stored: the source of each video stands once, by its data set. */
export function storePlan(planned: readonly PlannedVideo[], { sources, seed, limitVideos, allowMissingMedia, versions, mediaVersions }: BuildOptions): BuildPlan {
  return {
    options: { sources, seed, limitVideos, allowMissingMedia, versions, mediaVersions },
    videos: planned.map(({ task: { video }, key, error }) => (error === null ? { video, key } : { video, key: null, failure: packFailure(error) })),
  };
}

/** The task of a planned video, or null where the plan has no video of that key. */
export function findPlannedTask({ options, videos }: BuildPlan, key: string): VideoTask | null {
  const video = videos.find((planned) => planned.key === key)?.video;
  if (video === undefined) return null;
  const source = options.sources.find(({ descriptor }) => descriptor.id === video.dataset) as BuildSource;
  return { source, video, seed: options.seed, allowMissingMedia: options.allowMissingMedia };
}

function packFailure({ code, message, hint }: EngineError): StoredFailure {
  return { code, message, hint: hint ?? null };
}

function restoreFailure({ code, message, hint }: StoredFailure): EngineError {
  return new EngineError(code, message, hint === null ? {} : { hint });
}

/** What stands in an event or a registry for an error. */
export function describeError(error: unknown): { code: ErrorCode; message: string } {
  if (isEngineError(error)) return { code: error.code, message: error.message };
  return { code: 'defect/broken-promise', message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}
