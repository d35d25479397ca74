/**
 * Every event type of both engines, by a short name. The NATS subject equals the CloudEvents type (contracts.md
 * section 6). A change of an event's meaning adds a version beside it.
 */
export const SUBJECTS = {
  buildRequested: 'medstream.data.build.requested.v1',
  videoRequested: 'medstream.data.video.requested.v1',
  videoPrepared: 'medstream.data.video.prepared.v1',
  itemsConstructed: 'medstream.data.items.constructed.v1',
  itemsValidated: 'medstream.data.items.validated.v1',
  benchmarkMaterialised: 'medstream.data.benchmark.materialised.v1',
  buildFailed: 'medstream.data.build.failed.v1',
  runRequested: 'medstream.eval.run.requested.v1',
  jobRequested: 'medstream.eval.job.requested.v1',
  jobCompleted: 'medstream.eval.job.completed.v1',
  judgingRequested: 'medstream.eval.judging.requested.v1',
  runCompleted: 'medstream.eval.run.completed.v1',
  runFailed: 'medstream.eval.run.failed.v1',
  deadLetter: 'medstream.dead-letter.v1',
} as const;

export type SubjectName = keyof typeof SUBJECTS;
export type Subject = (typeof SUBJECTS)[SubjectName];

/** Status questions: NATS request-reply, in no stream. */
export const STATUS_SUBJECTS = {
  build: 'medstream.data.build.status',
  run: 'medstream.eval.run.status',
} as const;
