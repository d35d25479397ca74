/** Names of the files of a run folder (contracts: "Files"). */
export const RUN_FILES = {
  manifest: 'manifest.json',
  /** The items of the run, sorted by sample_id: what `score RUN` scores against. */
  items: 'items.jsonl',
  jobs: 'jobs.jsonl',
  frames: 'frames.jsonl',
  predictions: 'predictions.jsonl',
  /** What a judge said of the answers that need one. */
  judgements: 'judgements.jsonl',
  scores: 'scores.jsonl',
  summary: 'summary.json',
  report: 'report.html',
  /** The only file with times of day. */
  log: 'run.log',
  /** What a run has done since the final files were last written; gone when it is finished. */
  framesLog: 'frames.partial.jsonl',
  predictionsLog: 'predictions.partial.jsonl',
  judgementsLog: 'judgements.partial.jsonl',
  /** Items and predictions made elsewhere in one order; there while they are scored. */
  sortedItems: 'items.sorted.partial.jsonl',
  sortedPredictions: 'predictions.sorted.partial.jsonl',
  /** Calls that stand in batch files; gone when their replies are imported. */
  exported: 'exported.jsonl',
  /** What services have committed, one file a job; there from the plan of a requested run to its end. */
  serviceFolder: 'service.partial',
} as const;
