import type { BuildStatus } from '@medstream/building';
import { askStatus, type BusConnection, connectBus, followRequest } from '@medstream/bus';
import { describeIssues, EngineError, EVENT_DATA_SCHEMAS, type EventData, hashJson, isEngineError, type MedstreamEvent, STATUS_SUBJECTS, stringifyJsonDocument, SUBJECTS } from '@medstream/schema';
import { InterruptedError, watchInterrupts } from '@medstream/store/interrupts';

import type { SubmitFlags } from './commands/submit.js';
import { ENGINE_SOURCE } from './compose-service.js';
import { readDataServiceSettings } from './config.js';
import { judgeBuildEnd, type KnownEnd, readKnownEnd } from './judge-build-end.js';
import { createBuildProgress } from './show-build-progress.js';

type Request = EventData[typeof SUBJECTS.buildRequested];

/** Runs the command `submit`: asks for a build, follows it, returns what it ends with. */
export async function runSubmit(flags: SubmitFlags): Promise<number> {
  const request = describeRequest(flags);
  const { natsUrl } = readDataServiceSettings(1);
  const bus = await connectBus({ url: natsUrl, name: 'medstream-data submit' });
  const interruption = watchInterrupts();
  try {
    const progress = await createBuildProgress(process.stderr);
    const end = await followBuild(bus, request, { signal: interruption.signal, onStatus: createStatusPrinter(progress.note) });
    progress.stop();
    if (end === null) {
      process.stderr.write(`no longer following ${request.build_id}; the build goes on. The same command follows it again\n`);
      return new InterruptedError().exitCode;
    }
    return await reportEnd(bus, end, flags);
  } catch (error) {
    if (!isEngineError(error, 'bus/timed-out')) throw error;
    throw new EngineError(error.code, error.message, { cause: error, hint: 'start medstream-data serve: it makes the streams that requests are kept in (serve --init-only makes them and ends)' });
  } finally {
    interruption.stop();
    await bus.close();
  }
}

function describeRequest({ id, out, source, root, mediaRoot, config, seed, limit, allowMissingMedia }: SubmitFlags): Request {
  const given = { build_id: id, source, root, media_root: mediaRoot, out, seed, limit, config, allow_missing_media: allowMissingMedia };
  // absent and undefined are one thing in JSON, and have to be in the comparison of requests
  const parsed = EVENT_DATA_SCHEMAS[SUBJECTS.buildRequested].safeParse(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
  if (parsed.success) return parsed.data;
  const [problem] = describeIssues(parsed.error);
  throw new EngineError('usage/bad-argument', `${problem?.path === 'build_id' ? '--id' : (problem?.path ?? '')}: ${problem?.message ?? ''}`, { hint: 'see medstream-data submit --help' });
}

interface FollowTools {
  signal: AbortSignal;
  onStatus: (status: BuildStatus | null) => void;
}

function followBuild(bus: BusConnection, request: Request, { signal, onStatus }: FollowTools): Promise<MedstreamEvent | null> {
  const { build_id } = request;
  const hash = hashJson(request);
  return followRequest<BuildStatus>({
    bus,
    // with the data in the id, other data under the same build id gets past de-duplication and is told as a conflict
    request: { type: SUBJECTS.buildRequested, id: `build-requested/${build_id}/${hash.slice(0, 16)}`, source: '/medstream/data-engine/submit', subject: build_id, data: request },
    endTypes: [SUBJECTS.benchmarkMaterialised, SUBJECTS.buildFailed],
    // somebody else's conflict says nothing about ours, which the status shows
    isEnd: ({ data }) => (data as { build_id: string }).build_id === build_id && !isConflict(data),
    statusSubject: STATUS_SUBJECTS.build,
    question: { build_id },
    readStatus: (answer) => {
      const status = answer as BuildStatus;
      return status.state === 'unknown' || status.state === undefined ? null : status;
    },
    endOf: (status) => {
      const end = status.request_hash === hash ? status.end : describeConflict(build_id);
      return end === null ? null : ({ specversion: '1.0', id: `status/${build_id}`, source: ENGINE_SOURCE, type: 'files' in end ? SUBJECTS.benchmarkMaterialised : SUBJECTS.buildFailed, data: end });
    },
    onStatus,
    signal,
  });
}

function describeConflict(build_id: string): EventData[typeof SUBJECTS.buildFailed] {
  return { build_id, code: 'bus/conflicting-request', message: `the build ${build_id} was requested before with other data` };
}

function isConflict(data: unknown): boolean {
  return (data as { code?: string }).code === 'bus/conflicting-request';
}

/** Says what changed since the last answer. */
function createStatusPrinter(note: (text: string) => void): (status: BuildStatus | null) => void {
  let latest = '';
  return (status) => {
    const text = status === null ? 'waiting for a service to take the request up' : describeStatus(status);
    if (text !== latest) note(text);
    latest = text;
  };
}

function describeStatus({ state, videos }: BuildStatus): string {
  if (videos === null) return state === 'accepted' ? 'taken up, being planned' : state;
  const done = videos.built + videos.failed;
  return `[${done}/${videos.planned}] videos${videos.failed > 0 ? `, ${videos.failed} of them failed` : ''}`;
}

async function reportEnd(bus: BusConnection, event: MedstreamEvent, { json, id }: SubmitFlags): Promise<number> {
  if (json === true) process.stdout.write(stringifyJsonDocument({ type: event.type, ...event.data }));
  const { exitCode, lines } = judgeBuildEnd(event, await askAboutEnd(bus, id));
  for (const line of lines) process.stderr.write(`${line}\n`);
  return exitCode;
}

/** What the event does not say; null when no service answers any more. */
async function askAboutEnd(bus: BusConnection, build_id: string): Promise<KnownEnd | null> {
  return askStatus(bus, STATUS_SUBJECTS.build, { build_id }).then(readKnownEnd, () => null);
}
