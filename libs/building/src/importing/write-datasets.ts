import type { BuildManifest } from '@medstream/schema';

import { listDatasetFiles } from '../work-folder.js';
import { type Gathered, listDatasets } from './gathered.js';
import type { ImportPorts } from './import-ports.js';

/** Writes the two files of each data set and removes those of an earlier import that this one does not write. */
export async function writeDatasets({ output }: ImportPorts, datasets: ReadonlyMap<string, Gathered>, earlier: readonly string[]): Promise<BuildManifest['files']> {
  const files: BuildManifest['files'] = [];
  await output.makeFolder('rejected');
  const names = listDatasets(datasets);
  const kept = new Set(names.flatMap(listDatasetFiles));
  for (const file of earlier) if (!kept.has(file)) await output.remove(file);
  for (const dataset of names) {
    const { items, rejected } = datasets.get(dataset) ?? { items: [], rejected: [] };
    const [itemsFile, rejectedFile] = listDatasetFiles(dataset);
    const { sha256, records } = await output.writeLines(itemsFile, valuesOf(items));
    await output.writeLines(rejectedFile, valuesOf(rejected));
    files.push({ dataset, path: itemsFile, sha256, items: records });
  }
  return files;
}

async function* valuesOf(values: readonly unknown[]): AsyncGenerator<unknown> {
  yield* values;
}
