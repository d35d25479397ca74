import type { RunManifest, Summary } from '@medstream/schema';

import type { RunDetails } from './details/run-details.js';

/** One run, as the page shows it. */
export interface ReportRun {
  /** What the run is called on the page; the model's name unless given. */
  label?: string;
  /** Null for predictions made elsewhere. */
  manifest: RunManifest | null;
  summary: Summary;
  /** What is known beyond the summary; absent where the items of the run are not at hand. */
  details?: RunDetails | undefined;
}

export interface LabelledRun extends ReportRun {
  label: string;
}

/** Gives every run a name of its own: its label, else its model, numbered where two would be called the same. */
export function labelRuns(runs: readonly ReportRun[]): LabelledRun[] {
  const named = runs.map((run) => ({ ...run, label: run.label ?? run.manifest?.model ?? 'predictions made elsewhere' }));
  return named.map((run, index) => {
    const sameNames = named.filter(({ label }) => label === run.label);
    return sameNames.length === 1 ? run : { ...run, label: `${run.label} (${named.slice(0, index + 1).filter(({ label }) => label === run.label).length})` };
  });
}
