import { type BusConnection, connectBus, followRequest, type OutgoingEvent, publishEvent, readServiceSettings } from '@medstream/bus';
import { type RequestedRun, type RunStatus, runStatusSchema } from '@medstream/evaluation';
import { cleanLine, cleanText, contentId, EngineError, ERROR_CLASSES, type ErrorCode, type EventData, type EventType, exitCodeOf, type ExitCode, hashJson, isEngineError, type MedstreamEvent, requestIdSchema, STATUS_SUBJECTS, SUBJECTS } from '@medstream/schema';

import type { CommandContext } from './command-context.js';
import { readServiceVariables } from './config.js';
import { formatDollars } from './describe-spent.js';
import { createSubmitProgress } from './submit-progress.js';

export interface SubmitFlags {
  data: string[];
  mediaRoot: string;
  model: string;
  out: string;
  baseUrl?: string;
  judge?: string;
  maxCost?: number;
  price?: { input: number; output: number };
  judgePrice?: { input: number; output: number };
  limit?: number;
  repeats?: number;
  runId?: string;
  detach?: boolean;
  json?: boolean;
}

/** The `submit` command: publishes a request and follows it. */
export async function performSubmit(flags: SubmitFlags, context: CommandContext): Promise<void> {
  const request = readRequest(flags);
  const settings = readServiceSettings(readServiceVariables());
  const bus = await connectBus({ url: settings.natsUrl, name: 'medstream-eval submit' });
  try {
    await submit(bus, { request, flags, context });
  } catch (error) {
    if (!isEngineError(error, 'bus/timed-out')) throw error;
    throw new EngineError('bus/timed-out', error.message, { cause: error, hint: 'start the service first (medstream-eval serve), or make its streams (medstream-eval serve --init-only)' });
  } finally {
    await bus.close();
  }
}

function readRequest({ data, mediaRoot, model, out, baseUrl, judge, maxCost, price, judgePrice, limit, repeats, runId }: SubmitFlags): RequestedRun {
  const wanted = { data, media_root: mediaRoot, model, out, ...(baseUrl === undefined ? {} : { base_url: baseUrl }), ...(judge === undefined ? {} : { judge }), ...(limit === undefined ? {} : { limit }), ...(repeats === undefined ? {} : { repeats }), ...(maxCost === undefined ? {} : { max_cost: maxCost }), ...(price === undefined ? {} : { price }), ...(judgePrice === undefined ? {} : { judge_price: judgePrice }) };
  const id = requestIdSchema.safeParse(runId ?? contentId('run', wanted));
  if (!id.success) throw new EngineError('usage/bad-argument', `--run-id ${JSON.stringify(runId)} cannot be used: ${id.error.issues[0]?.message}`, { hint: 'for example --run-id first-try' });
  return { run_id: id.data, ...wanted };
}

async function submit(bus: BusConnection, { request, flags, context }: { request: RequestedRun; flags: SubmitFlags; context: CommandContext }): Promise<void> {
  const { run_id: runId } = request;
  const event: OutgoingEvent<EventType> = { type: SUBJECTS.runRequested, id: `run-requested/${runId}/${hashJson(request).slice(0, 16)}`, source: '/medstream/submit', subject: runId, data: request };
  if (flags.detach === true) {
    await publishEvent(bus, event, { waitsMs: [500, 1_000] });
    return tell({ run_id: runId, state: 'submitted' }, `submitted ${runId}\n`);
  }
  context.printNote(`run ${runId}\n`);
  const progress = createSubmitProgress({ isTerminal: context.isTerminal, print: context.printNote, now: Date.now });
  const end = await followRequest<RunStatus>({
    bus,
    request: event,
    endTypes: [SUBJECTS.runCompleted, SUBJECTS.runFailed],
    isEnd: (told) => isEndOf(told, request),
    statusSubject: STATUS_SUBJECTS.run,
    question: { run_id: runId },
    readStatus: (answer) => readStatus(answer, hashJson(request)),
    endOf: (status) => endOf(status),
    onStatus: (status) => progress.show(status),
    signal: context.signal,
  }).finally(() => progress.stop());
  if (end === null) {
    context.setExitCode(130);
    context.printNote(`no longer following; the run ${runId} goes on, and the same command follows it again\n`);
    return tell({ run_id: runId, state: 'detached' }, '');
  }
  report(end);

  function report({ type, data }: MedstreamEvent): void {
    if (type === SUBJECTS.runFailed) {
      const { code, message } = data as EventData[typeof SUBJECTS.runFailed];
      context.setExitCode(exitCodeOfFailure(code));
      context.printNote(`error ${code}: ${cleanLine(message)}\n`);
      return tell({ state: 'failed', ...data }, '');
    }
    const { summary, report: page, incomplete, spent, stopped } = data as EventData[typeof SUBJECTS.runCompleted];
    if (stopped !== undefined) {
      context.setExitCode(exitCodeOfFailure(stopped.code));
      context.printNote(`error ${stopped.code}: ${cleanLine(stopped.message)}\n`);
    } else if (incomplete) {
      context.setExitCode(1);
      context.printNote('warning: some calls failed by no fault of the model; run medstream-eval run with --resume on that folder to try them again\n');
    }
    tell({ state: 'completed', ...data }, cleanText(`completed ${runId}\nsummary ${summary}\nreport ${page}\n${spent === undefined ? '' : `spent ${formatDollars(spent.cost_usd)} for ${spent.calls} calls answered\n`}`));
  }

  function tell(document: Record<string, unknown>, text: string): void {
    context.print(flags.json === true ? `${JSON.stringify(document, null, 2)}\n` : text);
  }
}

/** Another's request under the same id may fail without touching the run: that is told with the hash of the other's data. */
function isEndOf({ type, data }: MedstreamEvent, request: RequestedRun): boolean {
  if ((data as { run_id?: string }).run_id !== request.run_id) return false;
  const { request_sha256: hash } = data as { request_sha256?: string };
  return type !== SUBJECTS.runFailed || hash === undefined || hash === hashJson(request);
}

/** Null for a run that is not known, or not ours though it has our id. */
function readStatus(answer: unknown, requestHash: string): RunStatus | null {
  const parsed = runStatusSchema.safeParse(answer);
  return parsed.success && parsed.data.request_sha256 === requestHash ? parsed.data : null;
}

/** A run that had ended before we listened. */
function endOf({ state, run_id: runId, summary, report, incomplete, spent, stopped, code, message }: RunStatus): MedstreamEvent | null {
  const envelope = { specversion: '1.0' as const, id: `run-${state}/${runId}`, source: '/medstream/inference-engine', subject: runId };
  if (state === 'completed' && summary !== undefined && report !== undefined) {
    return { ...envelope, type: SUBJECTS.runCompleted, data: { run_id: runId, summary, report, incomplete: incomplete === true, ...(spent === undefined ? {} : { spent }), ...(stopped === undefined ? {} : { stopped }) } };
  }
  if (state === 'failed' && code !== undefined) return { ...envelope, type: SUBJECTS.runFailed, data: { run_id: runId, code, message: message ?? '' } };
  return null;
}

function exitCodeOfFailure(code: string): ExitCode {
  return Object.hasOwn(ERROR_CLASSES, code) ? exitCodeOf(code as ErrorCode) : 1;
}
