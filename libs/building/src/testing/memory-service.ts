import { type EventType, hashJson, type MedstreamEvent, parseJsonText, stringifyJsonLine, SUBJECTS } from '@medstream/schema';

import { acceptBuild } from '../accept-build.js';
import type { OutputFolder, VideoTask } from '../build-ports.js';
import type { BuildEnd, BuildRequest, BuildServicePorts, ServiceEvent } from '../build-service.js';
import { collectValidated } from '../collect-build.js';
import { createMemoryOutput, listToyVideos, makeToyItem, makeToyResult, type MemoryOutput, TOY_OPTIONS } from './memory-build.js';
import type { StageRequest } from '../run-stage.js';
import { constructPrepared, prepareRequested, validateConstructed } from '../run-video-step.js';
import { formatVideoResult } from '../video-result.js';

// A broker, a registry and an output folder in memory, for the tests of the stages as a service.

export interface MemoryService {
  ports: BuildServicePorts;
  output: MemoryOutput;
  /** Messages not handled yet, in the order published. */
  queue: MedstreamEvent[];
  /** Completions told, in order. */
  told: MedstreamEvent[];
  /** Stages run, as `prepare video01`. */
  ran: string[];
  /** Handles messages until none is left; `choose` picks the next one. */
  drain: (choose?: (waiting: number) => number) => Promise<void>;
  handle: (event: MedstreamEvent) => Promise<void>;
}

export const TOY_REQUEST: BuildRequest = { build_id: 'toy-1', source: 'toyset', root: 'root', out: 'out' };

/** @param fail what a stage throws, by stage and video */
export function createMemoryService({ videos = 3, output = createMemoryOutput(), fail }: { videos?: number; output?: MemoryOutput; fail?: (stage: string, videoId: string) => Error | null } = {}): MemoryService {
  const queue: MedstreamEvent[] = [];
  const told: MedstreamEvent[] = [];
  const ran: string[] = [];
  const runStage = async (request: StageRequest): Promise<string> => {
    const videoId = request.stage === 'validate' ? (parseJsonText(request.draft, 'the draft') as { draftOf: string }).draftOf : request.task.video.videoId;
    ran.push(`${request.stage} ${videoId}`);
    const error = fail?.(request.stage, videoId) ?? null;
    if (error !== null) throw error;
    if (request.stage === 'prepare') return stringifyJsonLine({ timelineOf: videoId });
    if (request.stage === 'construct') return stringifyJsonLine({ draftOf: videoId });
    return formatVideoResult(makeToyResult(videoId, [makeToyItem(videoId, 0), makeToyItem(videoId, 1)]));
  };
  const ports: BuildServicePorts = {
    registry: createMemoryRegistry(),
    resolveRequest: async () => TOY_OPTIONS,
    openOutput: async (): Promise<OutputFolder> => output,
    lockOutput: async () => ({ release: async () => undefined }),
    describeFile: async ({ out }, file) => `${out}/${file}`,
    listVideos: async () => listToyVideos(videos),
    findOverlaps: () => [],
    createInputReader: () => async (_source, { videoId }) => ({ labels: [{ path: `labels/${videoId}.txt`, sha256: hashJson(videoId) }], media: null }),
    runStage,
    publish: async <Type extends EventType>(event: ServiceEvent<Type>) => {
      const message = { specversion: '1.0', source: '/memory', ...event } as unknown as MedstreamEvent;
      const isEnd = event.type === SUBJECTS.benchmarkMaterialised || event.type === SUBJECTS.buildFailed;
      if (isEnd) told.push(message);
      else queue.push(message);
    },
    note: () => undefined,
  };
  const handle = async (event: MedstreamEvent): Promise<void> => {
    if (event.type === SUBJECTS.buildRequested) await acceptBuild(ports, event.data as BuildRequest);
    if (event.type === SUBJECTS.videoRequested) await prepareRequested(ports, event as MedstreamEvent<typeof SUBJECTS.videoRequested>);
    if (event.type === SUBJECTS.videoPrepared) await constructPrepared(ports, event as MedstreamEvent<typeof SUBJECTS.videoPrepared>);
    if (event.type === SUBJECTS.itemsConstructed) await validateConstructed(ports, event as MedstreamEvent<typeof SUBJECTS.itemsConstructed>);
    if (event.type === SUBJECTS.itemsValidated) await collectValidated(ports, event as MedstreamEvent<typeof SUBJECTS.itemsValidated>);
  };
  const drain = async (choose: (waiting: number) => number = () => 0): Promise<void> => {
    while (queue.length > 0) await handle(queue.splice(choose(queue.length), 1)[0] as MedstreamEvent);
  };
  return { ports, output, queue, told, ran, drain, handle };
}

function createMemoryRegistry(): BuildServicePorts['registry'] {
  const known = new Map<string, { request: unknown; ended: BuildEnd | null; isAnnounced: boolean }>();
  return {
    record: async (id, request) => {
      const first = known.get(id);
      if (first === undefined) known.set(id, { request, ended: null, isAnnounced: false });
      if (first === undefined) return 'new';
      return hashJson(first.request) === hashJson(request) ? 'same' : 'conflict';
    },
    read: async (id) => known.get(id) ?? null,
    end: async (id, end) => {
      const entry = known.get(id);
      if (entry !== undefined) entry.ended ??= end;
      return entry?.ended;
    },
    markAnnounced: async (id) => {
      const entry = known.get(id);
      if (entry !== undefined) entry.isAnnounced = true;
    },
    listOpen: async () => [...known].filter(([, { isAnnounced }]) => !isAnnounced).map(([id]) => id),
  };
}

/** What the same build gives by command. */
export function runToyStages({ video: { videoId } }: VideoTask): ReturnType<typeof makeToyResult> {
  return makeToyResult(videoId, [makeToyItem(videoId, 0), makeToyItem(videoId, 1)]);
}
