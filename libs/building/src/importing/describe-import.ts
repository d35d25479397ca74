import { type BuildManifest, buildManifestSchema, PROTOCOL, type SourceDescriptor } from '@medstream/schema';

import { createItemCounter } from '../count-items.js';
import type { Gathered } from './gathered.js';
import type { ImportFormat, ImportPorts } from './import-ports.js';

export interface ManifestInput {
  ports: ImportPorts;
  format: ImportFormat;
  versions: Record<string, string>;
  datasets: ReadonlyMap<string, Gathered>;
  written: BuildManifest['files'];
  labelFiles: { path: string; sha256: string }[];
  warnings: readonly string[];
}

/** What the manifest says of an import. */
export function describeManifest({ ports, format, versions, datasets, written, labelFiles, warnings }: ManifestInput): BuildManifest {
  const counter = createItemCounter();
  for (const { items, rejected } of datasets.values()) {
    items.forEach((item) => counter.addItem(item));
    rejected.forEach(() => counter.addRejected());
  }
  return buildManifestSchema.parse({
    schema_version: 1,
    protocol: PROTOCOL,
    versions,
    seed: 0,
    config: { import: format.name, ...format.config },
    sources: written.map(({ dataset }) => {
      const items = datasets.get(dataset)?.items ?? [];
      const ownFiles = new Set(items.flatMap(({ provenance }) => provenance?.sources.map(({ path }) => path) ?? []));
      return { ...describeSource(dataset, format.terms ?? ports.describeDataset(dataset)), videos: new Set(items.map(({ video_id: id }) => id)).size, videos_failed: 0, label_files: labelFiles.filter(({ path }) => ownFiles.has(path)), vocabulary: {} };
    }),
    files: written,
    counts: counter.toCounts(),
    left_out: {},
    notes: ['imported, not built: nothing was left to chance, the seed says nothing', ...format.notes, ...warnings],
  } satisfies BuildManifest);
}

function describeSource(dataset: string, known: SourceDescriptor | null): Pick<BuildManifest['sources'][number], 'dataset' | 'licence' | 'citation' | 'access' | 'redistributable' | 'upload_allowed'> {
  const unknown = 'not stated';
  return { dataset, licence: known?.licence ?? unknown, citation: known?.citation ?? unknown, access: known?.access ?? unknown, redistributable: known?.redistributable ?? false, upload_allowed: known?.uploadAllowed ?? false };
}
