import { STATUS_SUBJECTS, type Subject, SUBJECTS } from '@medstream/schema';

/** Which engine a stream or durable belongs to; both engines make what they share. */
export type Engine = 'data' | 'eval';

/** One durable pull consumer: a name, the one subject it reads, and how many messages may be in work at once. */
export interface DurableSpec {
  name: string;
  subject: Subject;
  /** Messages handed out and not yet settled, over all services. 1 makes a single coordinator. */
  maxAckPending: number;
}

export interface StreamSpec {
  name: string;
  engines: readonly Engine[];
  /** work: each message is done once and removed. log: kept for readers of their own. */
  kind: 'work' | 'log';
  subjects: readonly Subject[];
  durables: readonly (DurableSpec & { engine: Engine })[];
}

/** How long events and dead letters are kept: 30 days. Work never expires. */
export const LOG_MAX_AGE_DAYS = 30;

/** Every stream and durable of both engines (contracts.md section 6). */
export const STREAM_TABLE: readonly StreamSpec[] = [
  {
    name: 'MEDSTREAM_DATA_WORK',
    engines: ['data'],
    kind: 'work',
    subjects: [SUBJECTS.buildRequested, SUBJECTS.videoRequested, SUBJECTS.videoPrepared, SUBJECTS.itemsConstructed, SUBJECTS.itemsValidated],
    durables: [
      { name: 'data-build', subject: SUBJECTS.buildRequested, maxAckPending: 16, engine: 'data' },
      { name: 'data-prepare', subject: SUBJECTS.videoRequested, maxAckPending: 1_000, engine: 'data' },
      { name: 'data-construct', subject: SUBJECTS.videoPrepared, maxAckPending: 1_000, engine: 'data' },
      { name: 'data-validate', subject: SUBJECTS.itemsConstructed, maxAckPending: 1_000, engine: 'data' },
      { name: 'data-collect', subject: SUBJECTS.itemsValidated, maxAckPending: 1, engine: 'data' },
    ],
  },
  {
    name: 'MEDSTREAM_EVAL_WORK',
    engines: ['eval'],
    kind: 'work',
    subjects: [SUBJECTS.runRequested, SUBJECTS.jobRequested, SUBJECTS.jobCompleted, SUBJECTS.judgingRequested],
    durables: [
      { name: 'eval-run', subject: SUBJECTS.runRequested, maxAckPending: 16, engine: 'eval' },
      { name: 'eval-infer', subject: SUBJECTS.jobRequested, maxAckPending: 1_000, engine: 'eval' },
      { name: 'eval-collect', subject: SUBJECTS.jobCompleted, maxAckPending: 1, engine: 'eval' },
      { name: 'eval-judge', subject: SUBJECTS.judgingRequested, maxAckPending: 16, engine: 'eval' },
    ],
  },
  {
    name: 'MEDSTREAM_EVENTS',
    engines: ['data', 'eval'],
    kind: 'log',
    subjects: [SUBJECTS.benchmarkMaterialised, SUBJECTS.buildFailed, SUBJECTS.runCompleted, SUBJECTS.runFailed],
    durables: [{ name: 'eval-on-materialised', subject: SUBJECTS.benchmarkMaterialised, maxAckPending: 1, engine: 'eval' }],
  },
  { name: 'MEDSTREAM_DEAD', engines: ['data', 'eval'], kind: 'log', subjects: [SUBJECTS.deadLetter], durables: [] },
];

/** The durables one engine serves, with the stream each reads from. */
export function listDurables(engine: Engine): (DurableSpec & { stream: string })[] {
  return STREAM_TABLE.flatMap((stream) =>
    stream.durables
      .filter((durable) => durable.engine === engine)
      .map(({ name, subject, maxAckPending }) => ({ name, subject, maxAckPending, stream: stream.name })),
  );
}

/** The request-reply subject on which an engine answers status questions. */
export function statusSubjectOf(engine: Engine): string {
  return engine === 'data' ? STATUS_SUBJECTS.build : STATUS_SUBJECTS.run;
}
