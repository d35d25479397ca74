import { EngineError, type EventData, type EventType, hashJson, SUBJECTS } from '@medstream/schema';

import { type BuildLedger, type BuildPlan, openBuildLedger, storePlan } from './build-ledger.js';
import type { BuildOptions, BuildPorts, OutputFolder } from './build-ports.js';
import { planVideos } from './plan-build.js';
import type { StageRequest } from './run-stage.js';
import { openWorkFolder } from './work-folder.js';

/** The `data` of `medstream.data.build.requested.v1`. */
export type BuildRequest = EventData[typeof SUBJECTS.buildRequested];

/** How a build ended, as the registry keeps it: the event that tells it, and what a follower wants to know besides. */
export type BuildEnd = {
  [Type in typeof SUBJECTS.benchmarkMaterialised | typeof SUBJECTS.buildFailed]: { type: Type; data: EventData[Type]; exit_code: number; videos: { planned: number; built: number; failed: number } | null };
}[typeof SUBJECTS.benchmarkMaterialised | typeof SUBJECTS.buildFailed];

/** An event to publish; its source is the engine. */
export interface ServiceEvent<Type extends EventType> {
  type: Type;
  id: string;
  subject: string;
  data: EventData[Type];
}

/** What the stages of a build ask of the world where they run as a service. */
export interface BuildServicePorts extends Pick<BuildPorts, 'listVideos' | 'findOverlaps'> {
  /** Requests taken up and how they ended; each committed once. */
  registry: {
    record: (id: string, request: BuildRequest) => Promise<'new' | 'same' | 'conflict'>;
    read: (id: string) => Promise<{ request: unknown; ended: unknown; isAnnounced: boolean } | null>;
    end: (id: string, end: BuildEnd) => Promise<unknown>;
    markAnnounced: (id: string) => Promise<void>;
    listOpen: () => Promise<string[]>;
  };
  /**
   * Turns a request into options; its paths are held to the folders that requests may name.
   * @throws EngineError `bus/outside-roots`, `usage/*`, `config/*`, `source/unknown`
   */
  resolveRequest: (request: BuildRequest) => Promise<BuildOptions>;
  openOutput: (request: BuildRequest) => Promise<OutputFolder>;
  /** @throws EngineError `store/locked` while a command or another service writes there */
  lockOutput: (request: BuildRequest) => Promise<{ release: () => Promise<void> }>;
  /** Path of a file of the output folder as it stands in an event. */
  describeFile: (request: BuildRequest, file: string) => Promise<string>;
  /** Asked for once a plan: what it read before is not remembered. */
  createInputReader: () => BuildPorts['describeInputs'];
  runStage: (request: StageRequest) => Promise<string>;
  publish: <Type extends EventType>(event: ServiceEvent<Type>) => Promise<void>;
  note: (message: string, facts: Record<string, unknown>) => void;
}

/** A build in work. */
export interface OpenBuild {
  request: BuildRequest;
  output: OutputFolder;
  ledger: BuildLedger;
  plan: BuildPlan;
}

/**
 * Opens a build with its plan; where the work folder holds none (a new build, or a folder that was cleared) it is planned
 * now, under the lock of the output folder.
 */
export async function openBuild(ports: BuildServicePorts, request: BuildRequest): Promise<OpenBuild> {
  const output = await ports.openOutput(request);
  const ledger = openBuildLedger(output, request.build_id);
  const known = await ledger.readPlan();
  if (known !== null) return { request, output, ledger, plan: known };
  const lock = await ports.lockOutput(request);
  try {
    const options = await ports.resolveRequest(request);
    const plan = storePlan(await planVideos({ listVideos: ports.listVideos, describeInputs: ports.createInputReader() }, options), options);
    await openWorkFolder(output);
    await ledger.writePlan(plan);
    return { request, output, ledger, plan };
  } finally {
    await lock.release();
  }
}

/**
 * Publishes one request for each video that is not done. Where all are done, one word to the coordinator lets it finish.
 *
 * @param suffix makes the ids of a later round differ, so that the broker does not take them for the first ones
 */
export async function publishWaiting(ports: BuildServicePorts, { request, ledger, plan }: OpenBuild, suffix: string): Promise<void> {
  const { built, failed } = await ledger.listSettled();
  const keys = plan.videos.flatMap(({ key }) => (key === null ? [] : [key]));
  const waiting = keys.filter((key) => !built.has(key) && !failed.has(key));
  const { build_id, out } = request;
  for (const key of waiting) {
    await ports.publish({ type: SUBJECTS.videoRequested, id: `video-requested/${build_id}/${key}${suffix}`, subject: build_id, data: { build_id, out, video: key } });
  }
  if (waiting.length > 0) return;
  const [video = 'none'] = keys;
  await ports.publish({ type: SUBJECTS.itemsValidated, id: `items-validated/${build_id}/all${suffix}`, subject: build_id, data: { build_id, out, video } });
}

/** Commits how a build ended, the first word standing, and tells it. */
export async function endBuild(ports: BuildServicePorts, buildId: string, end: BuildEnd): Promise<void> {
  await ports.registry.end(buildId, end);
  await announceEnd(ports, buildId);
}

/** Tells how a build ended, always with the same id. */
export async function announceEnd(ports: BuildServicePorts, buildId: string): Promise<void> {
  const end = ((await ports.registry.read(buildId))?.ended ?? null) as BuildEnd | null;
  if (end === null) throw new EngineError('defect/broken-promise', `the build ${buildId} has not ended`);
  if (end.type === SUBJECTS.benchmarkMaterialised) await ports.publish({ type: end.type, id: `benchmark-materialised/${buildId}`, subject: buildId, data: end.data });
  else await ports.publish({ type: end.type, id: `build-failed/${buildId}`, subject: buildId, data: end.data });
  await ports.registry.markAnnounced(buildId);
}

/** Hash by which two requests under one id are told apart in event ids. */
export function shortHash(request: BuildRequest): string {
  return hashJson(request).slice(0, 16);
}
