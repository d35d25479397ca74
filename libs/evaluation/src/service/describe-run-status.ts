import { EVENT_DATA_SCHEMAS, hashJson, parseJsonText, predictionSchema, requestIdSchema, SUBJECTS, summarySchema } from '@medstream/schema';
import { z } from 'zod';

import { RUN_FILES } from '../run-files.js';
import { type OpenRuns, parseRequest } from './open-runs.js';
import type { RunEnd, RunServicePorts } from './service-ports.js';

/** The answer to `medstream.eval.run.status`. */
export const runStatusSchema = z.looseObject({
  run_id: z.string(),
  state: z.enum(['unknown', 'planning', 'running', 'completed', 'failed']),
  jobs: z.int().nullable().describe('null before the plan is made'),
  done: z.int().describe('jobs with a committed result'),
  request_sha256: z.string().optional().describe('hash of the data that the run id stands for'),
  statuses: z.record(z.string(), z.int()).describe('jobs by status of their result'),
  summary: z.string().optional(),
  report: z.string().optional(),
  incomplete: z.boolean().optional(),
  spent: EVENT_DATA_SCHEMAS[SUBJECTS.runCompleted].shape.spent,
  stopped: EVENT_DATA_SCHEMAS[SUBJECTS.runCompleted].shape.stopped,
  code: z.string().optional(),
  message: z.string().optional(),
});

export type RunStatus = z.infer<typeof runStatusSchema>;

/** The question: which run. */
export const statusQuestionSchema = z.looseObject({ run_id: requestIdSchema });

/** Remembers statuses of results, so that each is read once. */
export type StatusMemory = Map<string, Map<string, string>>;

/** Says how a run stands, from what is committed. */
export async function describeRunStatus(ports: RunServicePorts, runs: OpenRuns, { runId, memory }: { runId: string; memory: StatusMemory }): Promise<RunStatus> {
  const entry = await ports.registry.read(runId);
  if (entry === null) return { run_id: runId, state: 'unknown', jobs: null, done: 0, statuses: {} };
  const asked = { run_id: runId, request_sha256: hashJson(entry.request) };
  if (entry.ended !== null) {
    memory.delete(runId);
    return { ...asked, ...(await describeEnd(ports, entry.request, entry.ended as RunEnd)) };
  }
  const run = await runs.get(runId, entry.request);
  if (run === null) return { ...asked, state: 'planning', jobs: null, done: 0, statuses: {} };
  const known = memory.get(runId) ?? new Map<string, string>();
  memory.set(runId, known);
  for (const jobId of await run.ledger.listJobIds()) {
    if (known.has(jobId)) continue;
    const parsed = predictionSchema.safeParse(await run.ledger.readResult(jobId));
    if (parsed.success) known.set(jobId, parsed.data.status);
  }
  return { ...asked, state: 'running', jobs: run.plan.jobs.length, done: known.size, statuses: count(known.values()) };
}

async function describeEnd(ports: RunServicePorts, request: unknown, { kind, data }: RunEnd): Promise<RunStatus> {
  if (kind === 'failed') return { state: 'failed', jobs: null, done: 0, statuses: {}, ...data };
  const { folder } = await ports.openFolder(parseRequest(request));
  const text = await folder.readText(RUN_FILES.summary);
  const summary = summarySchema.safeParse(text === null ? null : parseJsonText(text, RUN_FILES.summary));
  // the folder may be gone or scored anew; that the run was completed still holds
  const jobs = summary.success ? summary.data.jobs : null;
  return { state: 'completed', jobs, done: jobs ?? 0, statuses: summary.success ? { ...summary.data.statuses } : {}, ...data };
}

function count(values: Iterable<string>): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}
