import type { RunManifest } from '@medstream/schema';
import { createBaseline, createMajorityCounter } from '@medstream/metrics';

import type { ItemList } from './job-list.js';

/** The policy of a run, over items that are not held. @throws EngineError `model/unknown` */
export function composeBaseline({ items, manifest }: { items: ItemList; manifest: Pick<RunManifest, 'model' | 'seed'> }): ReturnType<typeof createBaseline> {
  const counter = createMajorityCounter();
  for (const item of items) counter.add(item);
  return createBaseline(manifest.model.replace(/^baseline:/, ''), { majority: counter.rank(), seed: manifest.seed });
}
