import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { assertUploadAllowed, executeRun, parseItemFilter, planRun, RUN_FILES, type RunEvent, type RunOutcome } from '@medstream/evaluation';
import { DEFAULT_PICTURE_FORMAT } from '@medstream/media';
import { renderReport } from '@medstream/report';
import { resolveMediaType } from '@medstream/sampling';
import { EngineError } from '@medstream/schema';

import type { CommandContext } from './command-context.js';
import { composeFrames, composeMedia } from './compose-media.js';
import { composeAnswerer, composeModel, isBaselineSpec } from './compose-model.js';
import { openRunFolder } from './compose-run-folder.js';
import { listTemporalFindings, loadItems, printTemporalWarnings } from './load-items.js';
import { openRunLog } from './open-run-log.js';
import type { RunSettings } from './run-settings.js';

export interface RunRequest extends RunSettings {
  resume: boolean;
  retryErrors: boolean;
}

/** Loads the data, plans, and runs to the end of the run folder. */
export async function runEvaluation(request: RunRequest, context: CommandContext, onEvent: (event: RunEvent) => void): Promise<RunOutcome> {
  const { environment } = context;
  const mediaRoot = isBaselineSpec(request.model) ? null : await requireMediaRoot(request.mediaRoot);
  const { items, data } = await loadItems(request.data, context.printNote);
  const media = mediaRoot === null ? null : await composeMedia({ environment, cacheFolder: request.cache ?? environment.cacheFolder, hasVideo: items.some((item) => resolveMediaType(item) === 'video') });
  const composed = composeModel({ spec: request.model, baseUrl: request.baseUrl, seed: request.seed, environment, decodeImage: media?.decodeImage ?? refuseToDecode });
  const plan = planRun({
    items,
    data,
    model: composed.planned,
    sampling: { maxFrames: request.maxFrames, image: DEFAULT_PICTURE_FORMAT, decoderVersions: media?.versions ?? {} },
    selection: { limit: request.limit, filters: request.filter.map(parseItemFilter) },
    seed: request.seed,
    uploadsAllowed: request.allowUpload,
    engineVersion: context.engineVersion,
  });
  assertUploadAllowed(plan.items, { isLoopback: composed.isLocal, allowed: request.allowUpload });
  printTemporalWarnings(listTemporalFindings(plan.items), context.printNote);
  const folder = await openRunFolder(request.out);
  try {
    const log = openRunLog(join(request.out, RUN_FILES.log), () => new Date());
    const answerer = composed.kind === 'baseline' || media === null || mediaRoot === null ? ({ kind: 'baseline' } as const) : composeAnswerer(composed, composeFrames(media, mediaRoot));
    const tell = (event: RunEvent): void => {
      log(event);
      onEvent(event);
    };
    const ports = { folder, answerer, onEvent: tell, renderReport: renderRunReport };
    return await executeRun(plan, ports, { resume: request.resume, retryErrors: request.retryErrors, concurrency: request.concurrency, signal: context.signal });
  } finally {
    await folder.release();
  }
}

/** The page of one run. */
export function renderRunReport({ manifest, summary }: Parameters<typeof renderReport>[0]['runs'][number]): string {
  return renderReport({ runs: [{ manifest, summary }] });
}

async function requireMediaRoot(root: string | undefined): Promise<string> {
  if (root === undefined) throw new EngineError('usage/bad-argument', '--media-root is missing (the folder below which the media lie)', { hint: 'only baseline models do without media' });
  await assertFolder(root, '--media-root');
  return root;
}

/** @throws EngineError `usage/missing-root` */
export async function assertFolder(folder: string, flag: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true) throw new EngineError('usage/missing-root', `the folder ${folder} of ${flag} does not exist`, { hint: 'check the path' });
}

async function refuseToDecode(): Promise<never> {
  throw new EngineError('defect/broken-promise', 'a baseline asked for a picture');
}
