import { type BenchmarkItem, compareText, EngineError } from '@medstream/schema';

/** Licences that let anybody copy and pass on the material, as they are written in the wild. */
const openLicence = /^(cc[- ]?0|cc[- ]by|creative commons (attribution|zero)|public domain|apache|mit|bsd|odc[- ]by|pddl)\b/;
/** What takes that freedom back: non-commercial, no derivatives, or terms of the provider's own. */
const restriction = /\bn[cd]\b|non-?commercial|no-?deriv|request|agreement|upon|terms/;

/**
 * Whether the pictures behind an item may be sent to a machine of somebody else: only where `provenance.licence` is
 * clearly open. An absent licence, or a label such as "public release", which says who may download and not who may pass
 * on, means no.
 */
export function mayUpload(item: Pick<BenchmarkItem, 'provenance'>): boolean {
  const licence = item.provenance?.licence?.trim().toLowerCase();
  return licence !== undefined && openLicence.test(licence) && !restriction.test(licence);
}

/**
 * Refuses an endpoint outside this machine for data sets whose terms do not allow upload and that were not named by
 * `--allow-upload`.
 *
 * @throws EngineError `model/upload-refused` naming every such data set
 */
export function assertUploadAllowed(items: Iterable<BenchmarkItem>, { isLoopback, allowed }: { isLoopback: boolean; allowed: readonly string[] }): void {
  if (isLoopback) return;
  const closed = new Set<string>();
  for (const item of items) if (!mayUpload(item)) closed.add(item.dataset);
  const refused = [...closed].filter((dataset) => !allowed.includes(dataset)).sort(compareText);
  if (refused.length === 0) return;
  throw new EngineError('model/upload-refused', `the terms of ${refused.join(', ')} do not allow that pictures leave this machine, and the model's address is not on it`, {
    hint: `use a model server on this machine, or, where your agreement allows it, add ${refused.map((dataset) => `--allow-upload ${JSON.stringify(dataset)}`).join(' ')}`,
    details: { datasets: refused },
  });
}
