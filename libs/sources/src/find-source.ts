import { EngineError } from '@medstream/schema';

import { alxSuture } from './alxsuture.js';
import { autoLapora } from './autolapora.js';
import { avos } from './avos.js';
import { cholec80 } from './cholec80.js';
import { cholecT45 } from './cholect45.js';
import { cholecT50 } from './cholect50.js';
import { colonoscopicAddi } from './colonoscopic-addi.js';
import { colonoscopicWeb } from './colonoscopic-web.js';
import { cvcClinicDb } from './cvc-clinicdb.js';
import { makeDescribedSource } from './described-source.js';
import type { DescribedSource } from './described-source-schema.js';
import { endoVis2019, heiChole } from './heichole.js';
import { hyperKvasir } from './hyper-kvasir.js';
import { jigsaws } from './jigsaws.js';
import { kvasirCapsule } from './kvasir-capsule.js';
import { ldPolypVideo } from './ldpolypvideo.js';
import { m2cai16Workflow } from './m2cai16-workflow.js';
import { bernBypass70, multiBypass140 } from './multibypass140.js';
import { readDescribedSource } from './parse-described-source.js';
import { pitVis } from './pitvis.js';
import { privateData } from './private-data.js';
import { simSurgSkill2021 } from './simsurgskill.js';
import type { Source } from './source.js';
import { surgicalPhase } from './surgical-phase.js';

const SOURCES: readonly Source[] = [alxSuture, autoLapora, avos, bernBypass70, cholec80, cholecT45, cholecT50, colonoscopicAddi, colonoscopicWeb, cvcClinicDb, endoVis2019, heiChole, hyperKvasir, jigsaws, kvasirCapsule, ldPolypVideo, m2cai16Workflow, multiBypass140, pitVis, privateData, simSurgSkill2021, surgicalPhase];

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

/** A source, and the description it was made of; null for those of this library. */
export interface OpenedSource {
  source: Source;
  description: DescribedSource | null;
}

/**
 * Finds a source by id or alias, or makes one of a description or of a file that holds one (`.yaml`, `.yml`, `.json`).
 *
 * @throws EngineError `source/unknown`; `config/unreadable`, `config/unknown-key`, `config/bad-value` for a description
 */
export async function openSource(named: string | DescribedSource): Promise<OpenedSource> {
  if (typeof named === 'string' && !isDescriptionFile(named)) return { source: findSource(named), description: null };
  const description = typeof named === 'string' ? await readDescribedSource(named) : named;
  return { source: makeDescribedSource(description), description };
}

/** Whether the name of a source is that of a file which describes one. */
export function isDescriptionFile(name: string): boolean {
  return /\.(ya?ml|json)$/i.test(name);
}
