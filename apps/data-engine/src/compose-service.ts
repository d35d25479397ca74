import { join } from 'node:path';

import { type BuildProgress, type BuildServicePorts, giveUpEvent, reconcileBuilds } from '@medstream/building';
import { type BusConnection, publishEvent, readQueueState, type ServiceLog, type ServiceWork } from '@medstream/bus';
import { findOverlaps } from '@medstream/sources';
import { describeLocation, lockFolder, openRequestRegistry, resolveLocation } from '@medstream/store';

import { listVideosOf } from './compose-build.js';
import { composeOutputFolder } from './compose-output-folder.js';
import type { StageSettings } from './compose-stages.js';
import { createInputReader } from './read-video-inputs.js';
import { resolveRequest } from './resolve-request.js';
import { listMediaVersions, listVersions } from './versions.js';
import type { VideoWorkerPool } from './video-worker-pool.js';

/** Source of the events of this engine. */
export const ENGINE_SOURCE = '/medstream/data-engine';

/** Below the first root: the requests taken up, and how they ended. */
const REGISTRY_FOLDER = '.medstream/builds';

/** A build that does not move for so long is asked for again though the broker holds work: of other builds, perhaps. */
const STALLED_AFTER_MS = 600_000;

export interface ServiceParts {
  bus: BusConnection;
  log: ServiceLog;
  pool: VideoWorkerPool;
  stageSettings: StageSettings;
  roots: readonly string[];
}

/** Hands bus, store and threads to the use-cases of a build by service. */
export function composeServicePorts({ bus, log, pool, stageSettings, roots }: ServiceParts): BuildServicePorts {
  const [firstRoot = '.'] = roots;
  const findOutput = async ({ out }: { out: string }): Promise<string> => resolveLocation(out, roots);
  return {
    registry: openRequestRegistry(join(firstRoot, REGISTRY_FOLDER)),
    resolveRequest: async (request) => ({ ...(await resolveRequest(request, roots)), versions: listVersions(), mediaVersions: await listMediaVersions(stageSettings) }),
    openOutput: async (request) => composeOutputFolder(await findOutput(request)),
    lockOutput: async (request) => lockFolder(await findOutput(request)),
    describeFile: async (request, file) => describeLocation(join(await findOutput(request), file), roots),
    listVideos: listVideosOf,
    findOverlaps,
    createInputReader,
    runStage: pool.runStage,
    publish: async (event) => publishEvent(bus, { ...event, source: ENGINE_SOURCE }),
    note: (message, facts) => log.warn(facts, message),
  };
}

/** What the service does besides handling messages. */
export function composeServiceWork(ports: BuildServicePorts, { bus, log }: Pick<ServiceParts, 'bus' | 'log'>): ServiceWork {
  const progress: BuildProgress = new Map();
  return {
    reconcile: async () => {
      const { isIdle, mark } = await readQueueState(bus, 'data');
      const revived = await reconcileBuilds(ports, { round: mark, isQueueIdle: isIdle, nowMs: performance.now(), stalledAfterMs: STALLED_AFTER_MS, progress });
      if (revived.length > 0) log.info({ builds: revived }, 'asked again for what the broker does not hold');
    },
    onGivenUp: (event, reason) => giveUpEvent(ports, event, reason),
  };
}
