import { EngineError, type MedstreamEvent, SUBJECTS } from '@medstream/schema';

import { type BuildLedger, findPlannedTask } from './build-ledger.js';
import type { VideoTask } from './build-ports.js';
import { type BuildRequest, type BuildServicePorts, openBuild, type OpenBuild } from './build-service.js';
import { isVideoFailure, nameFailure } from './video-failure.js';

/** An event that hands one video to a stage. */
export type StageEvent = MedstreamEvent<typeof SUBJECTS.videoRequested | typeof SUBJECTS.videoPrepared | typeof SUBJECTS.itemsConstructed>;

/** First stage as a service: native files to a timeline, handed on by reference. */
export async function prepareRequested(ports: BuildServicePorts, event: MedstreamEvent<typeof SUBJECTS.videoRequested>): Promise<void> {
  await atVideo(ports, event, async (step) => {
    const { file, sha256 } = await makeTimeline(ports, step);
    const timeline = { path: await ports.describeFile(step.build.request, file), sha256 };
    await ports.publish({ type: SUBJECTS.videoPrepared, id: deriveId('video-prepared', event.id), subject: event.data.build_id, data: { ...step.address, timeline } });
  });
}

/** Second stage as a service: the timeline to candidates, handed on by reference. */
export async function constructPrepared(ports: BuildServicePorts, event: MedstreamEvent<typeof SUBJECTS.videoPrepared>): Promise<void> {
  await atVideo(ports, event, async (step) => {
    const timeline = await step.build.ledger.readArtifact(step.key, 'timeline', event.data.timeline.sha256);
    const { file, sha256 } = await makeDraft(ports, step, timeline ?? (await makeTimeline(ports, step)).text);
    const candidates = { path: await ports.describeFile(step.build.request, file), sha256 };
    await ports.publish({ type: SUBJECTS.itemsConstructed, id: deriveId('items-constructed', event.id), subject: event.data.build_id, data: { ...step.address, candidates } });
  });
}

/** Third stage as a service: candidates to the committed result of the video. */
export async function validateConstructed(ports: BuildServicePorts, event: MedstreamEvent<typeof SUBJECTS.itemsConstructed>): Promise<void> {
  await atVideo(ports, event, async (step) => {
    const kept = await step.build.ledger.readArtifact(step.key, 'draft', event.data.candidates.sha256);
    const draft = kept ?? (await makeDraft(ports, step, (await makeTimeline(ports, step)).text)).text;
    await step.build.ledger.commitResult(step.key, await ports.runStage({ stage: 'validate', draft }));
    await announceSettled(ports, step, event.id);
  });
}

interface Step {
  build: OpenBuild;
  task: VideoTask;
  key: string;
  address: { build_id: string; out: string; video: string };
}

type Artifact = Awaited<ReturnType<BuildLedger['writeArtifact']>> & { text: string };

async function makeTimeline(ports: BuildServicePorts, { build, task, key }: Step): Promise<Artifact> {
  const text = await ports.runStage({ stage: 'prepare', task });
  return { ...(await build.ledger.writeArtifact(key, 'timeline', text)), text };
}

async function makeDraft(ports: BuildServicePorts, { build, task, key }: Step, timeline: string): Promise<Artifact> {
  const text = await ports.runStage({ stage: 'construct', task, timeline });
  return { ...(await build.ledger.writeArtifact(key, 'draft', text)), text };
}

/**
 * Runs one step of one video. A message that comes late (its video is done, its build has ended, its plan was made anew)
 * changes nothing. A video that cannot be read is a committed failure.
 *
 * @throws EngineError `input/unknown-id` for a build that nobody requested; transient errors; defects
 */
async function atVideo(ports: BuildServicePorts, event: StageEvent, run: (step: Step) => Promise<void>): Promise<void> {
  const { build_id: buildId, video: key } = event.data;
  const known = await ports.registry.read(buildId);
  if (known === null) throw new EngineError('input/unknown-id', `no build ${buildId} was requested here`);
  if (known.ended !== null) return;
  const build = await openBuild(ports, known.request as BuildRequest);
  const task = findPlannedTask(build.plan, key);
  if (task === null) {
    // the inputs changed and the build was planned anew, or the sender is mistaken
    ports.note('a message names a video that is not in the plan', { build_id: buildId, video: key, type: event.type });
    return;
  }
  const step: Step = { build, task, key, address: { build_id: buildId, out: build.request.out, video: key } };
  if (await build.ledger.isSettled(key)) return announceSettled(ports, step, event.id);
  try {
    await run(step);
  } catch (error) {
    // whoever finished the build meanwhile has removed the folder we were about to write into
    if (((await ports.registry.read(buildId))?.ended ?? null) !== null) return;
    if (!isVideoFailure(error)) throw error;
    await settleAsFailed(ports, step, { error, causeId: event.id });
  }
}

/** Settles the video of a message that was given up, so that its build can end; the build then fails with that error. */
export async function failVideo(ports: BuildServicePorts, event: StageEvent, error: EngineError): Promise<void> {
  const { build_id: buildId, video: key } = event.data;
  const known = await ports.registry.read(buildId);
  if (known === null || known.ended !== null) return;
  const build = await openBuild(ports, known.request as BuildRequest);
  const task = findPlannedTask(build.plan, key);
  if (task === null) return;
  const step: Step = { build, task, key, address: { build_id: buildId, out: build.request.out, video: key } };
  await settleAsFailed(ports, step, { error: nameFailure(task, error), causeId: event.id });
}

async function settleAsFailed(ports: BuildServicePorts, step: Step, { error, causeId }: { error: EngineError; causeId: string }): Promise<void> {
  const { dataset, videoId } = step.task.video;
  ports.note('a video failed', { build_id: step.address.build_id, video: `${dataset}/${videoId}`, code: error.code, reason: error.message });
  await step.build.ledger.commitFailure(step.key, error);
  await announceSettled(ports, step, causeId);
}

async function announceSettled(ports: BuildServicePorts, { address }: Step, causeId: string): Promise<void> {
  await ports.publish({ type: SUBJECTS.itemsValidated, id: deriveId('items-validated', causeId), subject: address.build_id, data: address });
}

/** `video-requested/<build>/<key>#r7` becomes `video-prepared/<build>/<key>#r7`: one id a round, so that the broker stores a repeated message once. */
function deriveId(name: string, causeId: string): string {
  return `${name}/${causeId.slice(causeId.indexOf('/') + 1)}`;
}
