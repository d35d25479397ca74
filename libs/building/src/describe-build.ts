import { hashJson, SUBJECTS } from '@medstream/schema';

import { openBuildLedger } from './build-ledger.js';
import type { BuildEnd, BuildRequest, BuildServicePorts } from './build-service.js';

/** The answer to a status question about a build. */
export interface BuildStatus {
  build_id: string;
  /** Hash of the request's data, so that an asker sees whether the build is the one it asked for; null where the id is unknown. */
  request_hash: string | null;
  state: 'unknown' | 'accepted' | 'running' | 'materialised' | 'failed';
  /** Null while it is not planned. */
  videos: { planned: number; built: number; failed: number } | null;
  /** What the command would end with; null until it has ended. */
  exit_code: number | null;
  /** The data of the event that told the end. */
  end: BuildEnd['data'] | null;
}

/** How a build stands, by its registry and ledger. */
export async function describeBuild(ports: Pick<BuildServicePorts, 'registry' | 'openOutput'>, buildId: string): Promise<BuildStatus> {
  const known = await ports.registry.read(buildId);
  const open = { build_id: buildId, request_hash: known === null ? null : hashJson(known.request), videos: null, exit_code: null, end: null };
  if (known === null) return { ...open, state: 'unknown' };
  const ended = known.ended as BuildEnd | null;
  if (ended !== null) {
    return { ...open, state: ended.type === SUBJECTS.benchmarkMaterialised ? 'materialised' : 'failed', videos: ended.videos, exit_code: ended.exit_code, end: ended.data };
  }
  const ledger = openBuildLedger(await ports.openOutput(known.request as BuildRequest), buildId);
  const plan = await ledger.readPlan();
  if (plan === null) return { ...open, state: 'accepted' };
  const settled = await ledger.listSettled();
  const planned = plan.videos.length;
  const built = plan.videos.filter(({ key }) => key !== null && settled.built.has(key)).length;
  const failed = plan.videos.filter(({ key }) => key === null || settled.failed.has(key)).length;
  return { ...open, state: 'running', videos: { planned, built, failed } };
}
