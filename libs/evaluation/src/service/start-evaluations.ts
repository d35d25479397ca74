import { type EventData, hashText, type SUBJECTS } from '@medstream/schema';
import { z } from 'zod';

import type { RequestedRun } from './service-ports.js';

const text = z.string().min(1);

/** The file of `serve --on-materialised`: what to run over every finished benchmark. */
export const evaluationsSchema = z.strictObject({
  models: z.array(text).min(1).describe('PROVIDER:NAME, one run each'),
  media_root: text.describe('folder that media paths are relative to; a path as in events'),
  out: text.describe('folder of the runs; a path as in events'),
  judge: text.optional().describe('PROVIDER:NAME'),
  max_cost: z.number().positive().optional().describe('US dollars that each run may cost, its judge included'),
});

export type Evaluations = z.infer<typeof evaluationsSchema>;

/** Ids may be 128 characters long, and a folder's name should stay readable. */
const MAX_ID_LENGTH = 128;

/** The runs that a finished benchmark starts: the same benchmark gives the same ids, so an event that comes twice starts nothing twice. */
export function listEvaluations({ build_id: buildId, files }: EventData[typeof SUBJECTS.benchmarkMaterialised], { models, media_root, out, judge, max_cost }: Evaluations): RequestedRun[] {
  return [...new Set(models)].map((model) => ({
    run_id: shorten(`${buildId}-${slugOf(model)}`),
    data: files.map(({ path }) => path),
    media_root,
    model,
    out: `${out.replace(/\/+$/, '')}/${buildId}/${slugOf(model)}`,
    ...(judge === undefined ? {} : { judge }),
    ...(max_cost === undefined ? {} : { max_cost }),
  }));
}

/** A name of a file for a model; two models whose names differ only in signs that it cannot hold still differ. */
export function slugOf(model: string): string {
  const plain = model.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'model';
  return plain === model || plain === model.replace(':', '-') ? plain : `${plain}-${hashText(model).slice(0, 8)}`;
}

function shorten(id: string): string {
  return id.length <= MAX_ID_LENGTH ? id : `${id.slice(0, MAX_ID_LENGTH - 17)}-${hashText(id).slice(0, 16)}`;
}
