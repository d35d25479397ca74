import type { Prediction, RunManifest } from '@medstream/schema';

import { type AddManifestNote, RETRY_NOTE } from './manifest-notes.js';
import type { RunPorts } from './ports.js';
import type { RunState } from './run-state.js';
import type { ModelAnswerer } from './sample-jobs.js';

/** What all calls of a run share. */
export interface RunContext {
  manifest: RunManifest;
  state: RunState;
  /** Jobs that are asked again though they had a final reply. */
  retried: ReadonlySet<string>;
  addNote: AddManifestNote;
  spending: ModelAnswerer['spending'];
  onEvent: RunPorts['onEvent'];
}

/** Commits a prediction and tells it. The note stands in the manifest before the first reply that replaces another is on disk: no kill can hide it. */
export async function commit(prediction: Prediction, { state, retried, addNote, onEvent, spending }: RunContext, onWritten?: () => void): Promise<void> {
  if (retried.has(prediction.job_id)) await addNote(RETRY_NOTE);
  await state.commitPrediction(prediction, onWritten);
  onEvent({ kind: 'answered', jobId: prediction.job_id, status: prediction.status, isCached: prediction.cached, spent: spending?.totals ?? null });
}
