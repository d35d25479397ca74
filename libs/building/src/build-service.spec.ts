import { createSeededRandom, EngineError, type MedstreamEvent, SUBJECTS } from '@medstream/schema';

import { acceptBuild } from './accept-build.js';
import { buildBenchmark } from './build-benchmark.js';
import { describeBuild } from './describe-build.js';
import { giveUpEvent } from './give-up-event.js';
import { badLabel, createMemoryBuild, TOY_OPTIONS } from './testing/memory-build.js';
import { createMemoryService, type MemoryService, runToyStages, TOY_REQUEST } from './testing/memory-service.js';
import { type BuildProgress, reconcileBuilds } from './reconcile-builds.js';

/** The files that the command writes for the same videos; `failing` is a video that cannot be read. */
async function buildByCommand(failing?: string): Promise<Map<string, string>> {
  const { ports, output } = createMemoryBuild({
    runVideo: async (task) => {
      if (task.video.videoId === failing) throw badLabel(failing);
      return runToyStages(task);
    },
  });
  await buildBenchmark(ports, TOY_OPTIONS);
  return output.files;
}

function listFinal(files: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...files].filter(([path]) => !path.startsWith('.work/')));
}

const typesOf = (events: readonly MedstreamEvent[]): string[] => events.map(({ type }) => type);

/** Handles messages until the queue is about to hand out one of that type. */
async function drainUntil(service: MemoryService, type: string): Promise<MedstreamEvent> {
  for (;;) {
    const [next] = service.queue;
    if (next === undefined) throw new Error(`no ${type} came`);
    if (next.type === type) return next;
    service.queue.shift();
    await service.handle(next);
  }
}

async function reconcile(service: MemoryService, round: string, overrides: Partial<Parameters<typeof reconcileBuilds>[1]> = {}): Promise<string[]> {
  return reconcileBuilds(service.ports, { round, isQueueIdle: true, nowMs: 0, stalledAfterMs: 1_000, progress: new Map(), ...overrides });
}

describe('a build by service', () => {
  it('writes the bytes of the command, tells its end once, and leaves no work folder', async () => {
    const service = createMemoryService();
    await acceptBuild(service.ports, TOY_REQUEST);
    expect(service.queue.map(({ id }) => id.replace(/[0-9a-f]{32}/, 'KEY'))).toEqual(Array.from({ length: 3 }, () => 'video-requested/toy-1/KEY'));
    await service.drain();
    expect(service.output.files).toEqual(await buildByCommand());
    expect(service.told).toHaveLength(1);
    expect(service.told[0]).toMatchObject({ type: SUBJECTS.benchmarkMaterialised, id: 'benchmark-materialised/toy-1', subject: 'toy-1', data: { build_id: 'toy-1', manifest: 'out/manifest.json', files: [{ dataset: 'toyset', path: 'out/toyset.jsonl', items: 6 }] } });
    expect(await describeBuild(service.ports, 'toy-1')).toMatchObject({ state: 'materialised', exit_code: 0, videos: { planned: 3, built: 3, failed: 0 } });
    // 3 videos x 3 stages, none twice
    expect(service.ran).toHaveLength(9);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('comes to the same bytes with every message twice and in disorder (seed %i)', async (seed) => {
    const random = createSeededRandom(seed, 'disorder');
    const service = createMemoryService();
    const publish = service.ports.publish;
    service.ports.publish = async (event) => {
      await publish(event);
      await publish(event);
    };
    await acceptBuild(service.ports, TOY_REQUEST);
    await service.drain((waiting) => random.nextIndex(waiting));
    expect(service.output.files).toEqual(await buildByCommand());
    expect(new Set(service.told.map(({ id }) => id))).toEqual(new Set(['benchmark-materialised/toy-1']));
  });

  it('is the same build when it is requested again, and a conflict with other data', async () => {
    const service = createMemoryService();
    await acceptBuild(service.ports, TOY_REQUEST);
    await service.drain();
    await acceptBuild(service.ports, { ...TOY_REQUEST });
    expect(service.told[1]).toEqual(service.told[0]);
    await acceptBuild(service.ports, { ...TOY_REQUEST, seed: 2 });
    expect(service.told[2]).toMatchObject({ type: SUBJECTS.buildFailed, data: { build_id: 'toy-1', code: 'bus/conflicting-request' } });
    expect(service.told[2]?.id).not.toBe('build-failed/toy-1');
    expect(service.queue).toEqual([]);
    expect((await describeBuild(service.ports, 'toy-1')).state).toBe('materialised');
  });

  it('materialises without a video that cannot be read, as the command does, and keeps the work', async () => {
    const service = createMemoryService({ fail: (stage, videoId) => (stage === 'prepare' && videoId === 'video02' ? badLabel(videoId) : null) });
    await acceptBuild(service.ports, TOY_REQUEST);
    await service.drain();
    expect(listFinal(service.output.files)).toEqual(listFinal(await buildByCommand('video02')));
    expect([...service.output.files.keys()].filter((path) => path.startsWith('.work/results/'))).toHaveLength(2);
    expect(typesOf(service.told)).toEqual([SUBJECTS.benchmarkMaterialised]);
    expect(await describeBuild(service.ports, 'toy-1')).toMatchObject({ exit_code: 1, videos: { planned: 3, built: 2, failed: 1 } });
  });

  it('fails where nothing could be built, with the code of the first video', async () => {
    const service = createMemoryService({ fail: () => new EngineError('media/missing', 'not there') });
    await acceptBuild(service.ports, TOY_REQUEST);
    await service.drain();
    expect(service.told).toMatchObject([{ type: SUBJECTS.buildFailed, id: 'build-failed/toy-1', data: { code: 'media/missing', message: expect.stringContaining('3 of 3') as string } }]);
    expect([...service.output.files.keys()]).toEqual([]);
    expect(await describeBuild(service.ports, 'toy-1')).toMatchObject({ state: 'failed', exit_code: 3 });
  });

  it('fails a request that can never succeed, and goes on trying one that may', async () => {
    const service = createMemoryService();
    service.ports.resolveRequest = async () => Promise.reject(new EngineError('bus/outside-roots', '/etc is outside'));
    await acceptBuild(service.ports, TOY_REQUEST);
    expect(service.told).toMatchObject([{ type: SUBJECTS.buildFailed, data: { code: 'bus/outside-roots' } }]);
    const locked = createMemoryService();
    locked.ports.lockOutput = async () => Promise.reject(new EngineError('store/locked', 'a command builds there'));
    await expect(acceptBuild(locked.ports, TOY_REQUEST)).rejects.toMatchObject({ code: 'store/locked' });
    expect(locked.told).toEqual([]);
  });

  it.each([
    ['timeline', SUBJECTS.videoPrepared],
    ['draft', SUBJECTS.itemsConstructed],
  ])('makes a damaged or missing %s anew', async (kind, type) => {
    for (const damage of ['{}', null]) {
      const service = createMemoryService({ videos: 1 });
      await acceptBuild(service.ports, TOY_REQUEST);
      await drainUntil(service, type);
      const [path] = [...service.output.files.keys()].filter((name) => name.endsWith(`.${kind}.json`)) as [string];
      if (damage === null) service.output.files.delete(path);
      else service.output.files.set(path, damage);
      await service.drain();
      expect(typesOf(service.told)).toEqual([SUBJECTS.benchmarkMaterialised]);
      expect(service.ran.filter((step) => step === 'prepare video01')).toHaveLength(2);
    }
  });

  it('asks again for a result that was damaged before it was collected', async () => {
    const service = createMemoryService();
    await acceptBuild(service.ports, TOY_REQUEST);
    const isCommitted = (): boolean => [...service.output.files.keys()].filter((path) => path.startsWith('.work/results/')).length === 3;
    while (!isCommitted()) await service.handle(service.queue.shift() as MedstreamEvent);
    const [path, text] = [...service.output.files].find(([name]) => name.startsWith('.work/results/')) as [string, string];
    service.output.files.set(path, text.replace('Preparation', 'Dissection'));
    await service.drain();
    expect(service.output.files).toEqual(await buildByCommand());
    expect(service.ran).toHaveLength(12);
  });

  it('changes nothing when a message comes after the end, and refuses one of a build that nobody requested', async () => {
    const service = createMemoryService();
    await acceptBuild(service.ports, TOY_REQUEST);
    const late = await drainUntil(service, SUBJECTS.itemsConstructed);
    await service.drain();
    const before = new Map(service.output.files);
    await service.handle(late);
    expect(service.output.files).toEqual(before);
    await expect(service.handle({ ...late, data: { ...late.data, build_id: 'nobody' } })).rejects.toMatchObject({ code: 'input/unknown-id', retryVerdict: 'permanent' });
  });
});

describe('giveUpEvent', () => {
  it('ends the build with the defect of a video, once the others are done', async () => {
    const service = createMemoryService({ fail: (stage, videoId) => (stage === 'construct' && videoId === 'video02' ? new TypeError('boom') : null) });
    await acceptBuild(service.ports, TOY_REQUEST);
    while (service.queue.length > 0) {
      const event = service.queue.shift() as MedstreamEvent;
      // what the bus does with an error that stays
      await service.handle(event).catch((error: Error) => giveUpEvent(service.ports, event, { code: 'defect/broken-promise', message: error.message }));
    }
    expect(service.told).toMatchObject([{ type: SUBJECTS.buildFailed, data: { code: 'defect/broken-promise', message: 'the work on toyset/video02 failed: boom' } }]);
    expect([...service.output.files.keys()].filter((path) => path.startsWith('.work/results/'))).toHaveLength(2);
  });

  it('leaves a build alone after a fault that may pass', async () => {
    const service = createMemoryService({ videos: 1 });
    await acceptBuild(service.ports, TOY_REQUEST);
    const event = service.queue.shift() as MedstreamEvent;
    await giveUpEvent(service.ports, event, { code: 'store/disk-full', message: 'no space left' });
    expect(service.queue).toEqual([]);
    expect(await reconcile(service, 'r1')).toEqual(['toy-1']);
    expect(service.queue.map(({ id }) => id)).toEqual([`${event.id}#r1`]);
  });
});

describe('reconcileBuilds', () => {
  it('asks again, with fresh ids, only for what is not done when the broker lost everything', async () => {
    const service = createMemoryService();
    await acceptBuild(service.ports, TOY_REQUEST);
    // the newest message first: one video through all its stages
    while (service.queue.at(-1)?.type !== SUBJECTS.itemsValidated) await service.handle(service.queue.pop() as MedstreamEvent);
    service.queue.length = 0;
    expect(await reconcile(service, 'r1')).toEqual(['toy-1']);
    expect(service.queue).toHaveLength(2);
    expect(service.queue.every(({ id }) => id.endsWith('#r1'))).toBe(true);
    await service.drain();
    expect(service.output.files).toEqual(await buildByCommand());
  });

  it.each(['before it is planned', 'when all is done but not written'])('brings back a build that the broker lost %s', async (moment) => {
    const service = createMemoryService();
    if (moment === 'before it is planned') await service.ports.registry.record('toy-1', TOY_REQUEST);
    else {
      await acceptBuild(service.ports, TOY_REQUEST);
      while (service.queue.some(({ type }) => type !== SUBJECTS.itemsValidated)) {
        const next = service.queue.findIndex(({ type }) => type !== SUBJECTS.itemsValidated);
        await service.handle(service.queue.splice(next, 1)[0] as MedstreamEvent);
      }
      service.queue.length = 0;
    }
    expect(service.told).toEqual([]);
    await reconcile(service, 'r1');
    await service.drain();
    expect(service.output.files).toEqual(await buildByCommand());
  });

  it('tells an end that was committed and not told', async () => {
    const service = createMemoryService();
    await acceptBuild(service.ports, TOY_REQUEST);
    const publish = service.ports.publish;
    service.ports.publish = async (event) => (event.type === SUBJECTS.benchmarkMaterialised ? Promise.reject(new EngineError('bus/timed-out', 'the broker is away')) : publish(event));
    await expect(service.drain()).rejects.toMatchObject({ code: 'bus/timed-out' });
    service.ports.publish = publish;
    await reconcile(service, 'r1');
    expect(service.told.map(({ id }) => id)).toEqual(['benchmark-materialised/toy-1']);
    expect(await reconcile(service, 'r2')).toEqual([]);
  });

  it('leaves builds alone while the broker holds work, unless one does not move', async () => {
    const service = createMemoryService();
    await acceptBuild(service.ports, TOY_REQUEST);
    const progress: BuildProgress = new Map();
    const look = (nowMs: number) => reconcile(service, `r${nowMs}`, { isQueueIdle: false, nowMs, progress });
    expect(await look(0)).toEqual([]);
    expect(await look(999)).toEqual([]);
    expect(await look(1_000)).toEqual(['toy-1']);
    expect(await look(1_500)).toEqual([]);
  });
});
