import { EngineError } from '@medstream/schema';

import { autoLapora } from './autolapora.js';
import { cholec80 } from './cholec80.js';
import { cholecT45 } from './cholect45.js';
import { cholecT50 } from './cholect50.js';
import { makeDescribedSource } from './described-source.js';
import { endoVis2019, heiChole } from './heichole.js';
import { jigsaws } from './jigsaws.js';
import { m2cai16Workflow } from './m2cai16-workflow.js';
import { bernBypass70, multiBypass140 } from './multibypass140.js';
import { readDescribedSource } from './parse-described-source.js';
import { pitVis } from './pitvis.js';
import type { Source } from './source.js';
import { surgicalPhase } from './surgical-phase.js';

const SOURCES: readonly Source[] = [autoLapora, bernBypass70, cholec80, cholecT45, cholecT50, endoVis2019, heiChole, jigsaws, m2cai16Workflow, multiBypass140, pitVis, surgicalPhase];

/** Every source, sorted by id without regard to case. */
export function listSources(): Source[] {
  return [...SOURCES];
}

/**
 * Finds a source by id or alias without regard to case.
 *
 * @throws EngineError `source/unknown` listing the valid ids
 */
export function findSource(idOrAlias: string): Source {
  const wanted = idOrAlias.toLowerCase();
  const source = SOURCES.find(({ descriptor }) => [descriptor.id, ...descriptor.aliases].some((name) => name.toLowerCase() === wanted));
  if (source) return source;
  const ids = SOURCES.map(({ descriptor }) => descriptor.id).join(', ');
  throw new EngineError('source/unknown', `there is no source named "${idOrAlias}"`, { hint: `the sources are ${ids}`, details: { sources: ids } });
}

/**
 * Finds a source by id or alias, or makes one of a description when the name ends in `.yaml`, `.yml` or `.json`.
 *
 * @throws EngineError `source/unknown`; `config/unreadable`, `config/unknown-key`, `config/bad-value` for a description
 */
export async function openSource(idOrFile: string): Promise<Source> {
  return /\.(ya?ml|json)$/i.test(idOrFile) ? makeDescribedSource(await readDescribedSource(idOrFile)) : findSource(idOrFile);
}
