import { type BenchmarkItem, EngineError, type FrameLedger, hashText, isEngineError, type MedstreamEvent, type Prediction, RESPONSE_PROTOCOLS, stringifyJsonLine, SUBJECTS } from '@medstream/schema';

import { executeRun } from '../execute-run.js';
import type { Judging } from '../judging.js';
import { planRun, type RunPlan } from '../plan-run.js';
import type { Answerer, ModelReply, ReportPage, Spending } from '../ports.js';
import { RUN_FILES } from '../run-files.js';
import { countDollars } from '../testing/count-dollars.js';
import { createObedientJudge, makeJudging } from '../testing/fake-judge.js';
import { MemoryRunFolder } from '../testing/memory-run-folder.js';
import { createCountingPace } from './collect-run.js';
import { createRunService, type RunService } from './create-run-service.js';
import type { RequestedRun, RunLedger, RunServicePorts, SharedTotals, StopReason } from './service-ports.js';
import { evaluationsSchema, listEvaluations } from './start-evaluations.js';

const base: BenchmarkItem = {
  sample_id: '',
  dataset: 'set',
  video_id: 'one',
  media_path: 'one.mp4',
  task: 'phase_now',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'closed',
  question: 'Which phase is it?',
  choices: ['Cutting', 'Washing'],
  answer: 'Washing',
  query_time: 6,
  context_window_sec: 6,
  input_range: [0, 6],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
};
const items = [0, 1, 2].map((index): BenchmarkItem => ({ ...base, sample_id: `item-${index}`, media_path: index === 2 ? 'two.mp4' : 'one.mp4', question: `Which phase is it in view ${index}?` }));
const request: RequestedRun = { run_id: 'r', data: ['set'], media_root: 'media', model: 'fake:model', out: 'runs/r' };
const reply: ModelReply = { status: 'ok', text: 'B', usage: null, latencyMs: 5, attempts: 1 };

/** A page that holds how many replies each item had. */
function startReport(): ReportPage {
  const told: number[] = [];
  return { add: ({ replies }) => void told.push(replies.length), render: async ({ manifest }) => `${manifest?.model} ${told.join()}` };
}

/** What a process that is killed leaves where it stands throws. */
class Killed extends Error {}

interface Queued {
  event: MedstreamEvent;
  deliveryCount: number;
}

/** A disk and a broker in memory, and services that may be killed after a number of writes and publishes. */
class World {
  budget = Number.POSITIVE_INFINITY;
  queue: Queued[] = [];
  told: MedstreamEvent[] = [];
  asked: string[] = [];
  answer: (prompt: string) => ModelReply = () => reply;
  reach: () => void = () => undefined;
  judging: Judging | null = null;
  see: () => string | null = () => null;
  readonly folder = new MemoryRunFolder(() => this.spend());
  readonly registry = new Map<string, { request: unknown; ended: unknown; isAnnounced: boolean }>();
  owner: string | null = null;
  readonly results = new Map<string, Prediction>();
  readonly frames: FrameLedger[] = [];
  readonly sampled: string[] = [];
  /** What the answerer counts by; null: it counts nothing. */
  spending: Spending | null = null;
  purse: SharedTotals | null = null;
  /** Most that was ever spent and set aside. */
  peakUsd = 0;
  stop: StopReason | null = null;
  readonly skipped = new Set<string>();
  judgeBudgets: number[] = [];

  spend(): void {
    this.budget -= 1;
    if (this.budget < 0) throw new Killed('killed');
  }

  plan(): RunPlan {
    return planRun({
      items,
      data: [{ file: 'set.jsonl', sha256: 'a'.repeat(64), items: 3 }],
      model: { name: 'fake:model', settings: {}, looksAtFrames: true },
      sampling: { maxFrames: null, image: { quality: 90, maxSide: 1024 }, decoderVersions: { ffmpeg: '5.1' } },
      selection: { limit: null, filters: [] },
      seed: 1,
      uploadsAllowed: [],
      engineVersion: '0.1.0',
    });
  }

  answerer(): Answerer {
    return {
      kind: 'model',
      endpoint: null,
      checkReachable: async () => this.reach(),
      checkSight: async () => this.see(),
      ask: async ({ prompt }) => {
        this.asked.push(prompt);
        return this.answer(prompt);
      },
      sampleMedia: async ({ mediaPath, jobs }) => {
        this.sampled.push(mediaPath);
        return new Map(jobs.map(({ jobId, targetsMicros }) => [jobId, { frames: targetsMicros.map((micros) => ({ requested: micros / 1e6, pts: micros / 1e6, sha256: hashText(`${mediaPath}@${micros}`) })) }]));
      },
      readFrame: async () => ({ bytes: new Uint8Array([1]), mediaType: 'image/jpeg' }),
      hasFrame: async () => true,
      cache: { get: async () => null, put: async () => undefined },
      ...(this.spending === null ? {} : { spending: this.spending }),
    };
  }

  ledger(runId: string): RunLedger {
    return {
      readOwner: async () => this.owner,
      open: async () => {
        this.spend();
        this.owner ??= runId;
        this.folder.files.set(RUN_FILES.serviceFolder, '');
      },
      listJobIds: async () => [...this.results.keys()],
      readResult: async (jobId) => this.results.get(jobId) ?? null,
      commitResult: async (prediction) => {
        this.spend();
        if (this.owner === null || this.results.has(prediction.job_id)) return false;
        this.results.set(prediction.job_id, prediction);
        return true;
      },
      readFrames: async (mediaKey) => (mediaKey === undefined ? this.frames : []),
      commitFrames: async (_mediaKey, ledgers) => {
        this.spend();
        this.frames.push(...ledgers);
      },
      openBudget: (maxCostUsd) => {
        const change = (by: Partial<SharedTotals>): void => {
          this.spend();
          const now = this.purse ?? { calls: 0, spentUsd: 0, reservedUsd: 0 };
          this.purse = { calls: now.calls + (by.calls ?? 0), spentUsd: now.spentUsd + (by.spentUsd ?? 0), reservedUsd: now.reservedUsd + (by.reservedUsd ?? 0) };
          this.peakUsd = Math.max(this.peakUsd, this.purse.spentUsd + this.purse.reservedUsd);
        };
        return {
          reserve: async (usd) => {
            const { spentUsd, reservedUsd } = this.purse ?? { spentUsd: 0, reservedUsd: 0 };
            if (spentUsd + reservedUsd + usd > maxCostUsd) return null;
            change({ reservedUsd: usd });
            return async (cost) => change({ calls: cost === null ? 0 : 1, spentUsd: cost ?? 0, reservedUsd: -usd });
          },
          noteEarlier: async ({ calls, spentUsd }) => {
            if (this.purse === null) change({ calls, spentUsd });
          },
          readTotals: async () => this.purse ?? { calls: 0, spentUsd: 0, reservedUsd: 0 },
        };
      },
      commitStop: async (reason) => {
        this.spend();
        this.stop ??= reason;
      },
      readStop: async () => this.stop,
      skipJob: async (jobId) => {
        this.spend();
        this.skipped.add(jobId);
      },
      listSkipped: async () => [...this.skipped],
      remove: async () => {
        this.spend();
        if (this.owner !== runId) return;
        this.owner = null;
        this.purse = null;
        this.stop = null;
        this.skipped.clear();
        this.results.clear();
        this.folder.files.delete(RUN_FILES.serviceFolder);
      },
    };
  }

  service(): RunService {
    const opened = (wanted: RequestedRun) => ({ folder: this.folder, ledger: this.ledger(wanted.run_id) });
    const ports: RunServicePorts = {
      registry: {
        record: async (runId, value) => {
          const known = this.registry.get(runId);
          if (known !== undefined) return stringifyJsonLine(known.request) === stringifyJsonLine(value) ? 'same' : 'conflict';
          this.spend();
          this.registry.set(runId, { request: value, ended: null, isAnnounced: false });
          return 'new';
        },
        read: async (runId) => this.registry.get(runId) ?? null,
        end: async (runId, outcome) => {
          this.spend();
          const entry = this.registry.get(runId);
          if (entry !== undefined) entry.ended ??= outcome;
          return entry?.ended;
        },
        markAnnounced: async (runId) => {
          this.spend();
          const entry = this.registry.get(runId);
          if (entry !== undefined) entry.isAnnounced = true;
        },
        listOpen: async () => [...this.registry].filter(([, entry]) => !entry.isAnnounced).map(([runId]) => runId),
      },
      publish: async ({ type, id, runId, data }) => {
        this.spend();
        const event = { specversion: '1.0', id, source: '/spec', type, subject: runId, data } as MedstreamEvent;
        if (type === SUBJECTS.runCompleted || type === SUBJECTS.runFailed) this.told.push(event);
        else this.queue.push({ event, deliveryCount: 1 });
      },
      readQueue: async () => ({ isIdle: this.queue.length === 0, mark: 'mark' }),
      planRequest: async () => this.plan(),
      composeAnswerer: async () => this.answerer(),
      openFolder: async (wanted) => opened(wanted),
      withLock: async (wanted, work) => work(opened(wanted)),
      verifyFile: async () => undefined,
      composeJudging: async (_wanted, spentUsd) => {
        this.judgeBudgets.push(spentUsd);
        return this.judging;
      },
      describeFile: async (wanted, name) => `${wanted.out}/${name}`,
      startReport,
      onEvent: () => undefined,
    };
    return createRunService(ports, { evaluations: null, now: () => 0 });
  }

  ask(wanted: RequestedRun = request): void {
    this.queue.push({ event: { specversion: '1.0', id: 'request', source: '/spec', type: SUBJECTS.runRequested, subject: wanted.run_id, data: wanted }, deliveryCount: 1 });
  }

  /** Hands out messages, `pick` says which, until none is left; a killed service is followed by another, whose first look is for lost work. */
  async drain(pick: (length: number) => number = () => 0): Promise<void> {
    let service = this.service();
    for (let step = 0; this.queue.length > 0; step += 1) {
      if (step > 500) throw new Error('the queue does not end');
      const [message] = this.queue.splice(pick(this.queue.length), 1) as [Queued];
      try {
        await this.handle(service, message);
      } catch (error) {
        if (error instanceof Killed) {
          this.budget = Number.POSITIVE_INFINITY;
          this.queue.push({ ...message, deliveryCount: message.deliveryCount + 1 });
          service = this.service();
          await service.reconcile();
        } else if (isEngineError(error) && error.retryVerdict === 'transient' && message.deliveryCount < 3) {
          this.queue.push({ ...message, deliveryCount: message.deliveryCount + 1 });
        } else {
          await service.giveUp(message.event, { code: isEngineError(error) ? error.code : 'defect/broken-promise', message: (error as Error).message });
        }
      }
    }
  }

  async handle(service: RunService, { event, deliveryCount }: Queued): Promise<void> {
    const delivery = { deliveryCount, pendingCount: this.queue.length, signal: new AbortController().signal };
    if (event.type === SUBJECTS.runRequested) await service.request(event.id, event.data as RequestedRun, delivery);
    if (event.type === SUBJECTS.jobRequested) await service.infer(event.data as never, delivery);
    if (event.type === SUBJECTS.jobCompleted) await service.collect(event.data as never, delivery);
    if (event.type === SUBJECTS.judgingRequested) await service.judge(event.data as never, delivery);
  }

  final(): Record<string, string> {
    return Object.fromEntries([...this.folder.files].filter(([name]) => name !== RUN_FILES.log));
  }
}

async function runByCommand(setUp: (world: World) => void = () => undefined): Promise<Record<string, string>> {
  const world = new World();
  setUp(world);
  await executeRun(world.plan(), { folder: world.folder, answerer: world.answerer(), judging: world.judging, startReport, onEvent: () => undefined }, { resume: false, retryErrors: false, concurrency: 1 });
  return world.final();
}

const summaryOf = (world: World): { incomplete: boolean; statuses: Record<string, number> } => JSON.parse(world.folder.files.get(RUN_FILES.summary) ?? '{}') as { incomplete: boolean; statuses: Record<string, number> };

describe('createRunService', () => {
  it('ends with the files of the command and asks once a job, decoding each recording once', async () => {
    const world = new World();
    world.ask();
    await world.drain();
    expect(world.final()).toEqual(await runByCommand());
    expect(world.told.map(({ id, data }) => [id, data])).toEqual([['run-completed/r', { run_id: 'r', summary: 'runs/r/summary.json', report: 'runs/r/report.html', incomplete: false }]]);
    expect(world.asked).toHaveLength(3);
    expect(world.sampled).toEqual(['one.mp4', 'two.mp4']);
  });

  describe('with a judge', () => {
    const judgedRequest = { ...request, judge: 'fake:judge' };
    /** Replies that no rule can read, which the judge takes for the second choice. */
    const judged = (asked: string[] = []) => (world: World): void => {
      world.answer = () => ({ ...reply, text: 'it is being rinsed' });
      const judge = createObedientJudge(() => ({ choice: 2 }));
      world.judging = makeJudging(async (question) => {
        asked.push(question.prompt);
        return judge.ask(question);
      }, { whenUnreachable: 'count' });
    };

    /** A verdict may come from the cache, where a kill came just after it was put there. */
    const withoutCosts = (files: Record<string, string>) => ({ ...files, 'judgements.jsonl': files['judgements.jsonl']?.replaceAll(/"attempts":\d|"cached":(?:true|false)/g, '') });

    it('ends with the files of the command wherever it is killed, and asks the judge for no verdict twice but the one in flight', async () => {
      const expected = await runByCommand(judged());
      expect(JSON.parse(expected['summary.json'] as string)).toMatchObject({ decided_by: { judge_accepted: 3 }, judging: { verdicts: 3 } });
      for (let killedAfter = 0, isKilled = true; isKilled; killedAfter += 1) {
        const [world, asked] = [new World(), [] as string[]];
        judged(asked)(world);
        world.ask(judgedRequest);
        world.budget = killedAfter;
        await world.drain();
        isKilled = world.budget === Number.POSITIVE_INFINITY;
        expect({ killedAfter, files: withoutCosts(world.final()) }).toEqual({ killedAfter, files: withoutCosts(expected) });
        expect(asked.length).toBeLessThanOrEqual(4);
      }
    });

    it('that nobody answers for, the run still ends; its answers wait for a judge', async () => {
      const world = new World();
      judged()(world);
      const source = { ...(world.judging as Judging).source, checkReachable: async () => Promise.reject(new EngineError('model/unreachable', 'no model server answers')) } as Judging['source'];
      world.judging = { ...(world.judging as Judging), source };
      world.ask(judgedRequest);
      await world.drain();
      expect(world.told.map(({ id }) => id)).toEqual(['run-completed/r']);
      expect(summaryOf(world)).toMatchObject({ incomplete: false, unscored: { judge_failed: 3 }, judging: { no_reply: 3 } });
    });
  
    it('is asked in a stage of its own, once the last result is in and not while results are collected', async () => {
      const [world, asked] = [new World(), [] as string[]];
      judged(asked)(world);
      world.ask(judgedRequest);
      const service = world.service();
      while (world.queue[0] !== undefined && world.queue[0].event.type !== SUBJECTS.judgingRequested) await world.handle(service, world.queue.splice(0, 1)[0] as Queued);
      // asked for by each message that finds all results, under one id: a broker keeps the first
      expect([asked.length, world.told.length, new Set(world.queue.map(({ event }) => event.id))]).toEqual([0, 0, new Set(['judging-requested/r'])]);
      // a message that comes twice finds the run ended
      world.queue.push({ ...(world.queue[0] as Queued) });
      await world.drain();
      expect([asked.length, new Set(world.told.map(({ id }) => id))]).toEqual([3, new Set(['run-completed/r'])]);
    });

    it('a request for it that is lost comes again with the next look for lost work', async () => {
      const [world, asked] = [new World(), [] as string[]];
      judged(asked)(world);
      world.ask(judgedRequest);
      const service = world.service();
      while (world.queue[0]?.event.type !== SUBJECTS.judgingRequested) await world.handle(service, world.queue.splice(0, 1)[0] as Queued);
      world.queue = [];
      await world.service().reconcile();
      await world.drain();
      expect([asked.length, world.told.map(({ id }) => id)]).toEqual([3, ['run-completed/r']]);
    });

    it('holds no other run: results of one are collected while the judge of another says nothing', async () => {
      const [held, free] = [new World(), new World()];
      judged()(held);
      let answer: (() => void) | null = null;
      const hanging = makeJudging(async (question) => {
        await new Promise<void>((resolve) => (answer = resolve));
        return createObedientJudge(() => ({ choice: 2 })).ask(question);
      }, { whenUnreachable: 'count' });
      held.judging = hanging;
      held.ask(judgedRequest);
      const marking = held.drain();
      while (answer === null) await new Promise((resolve) => setTimeout(resolve, 1));
      free.ask();
      await free.drain();
      expect([free.told.length, held.told.length]).toEqual([1, 0]);
      const release = setInterval(() => answer?.(), 1);
      await marking;
      clearInterval(release);
      expect(held.told).toHaveLength(1);
    });
  });

  it('ends with the same files wherever it is killed, and tells one end', async () => {
    const expected = await runByCommand();
    const whole = new World();
    whole.ask();
    whole.budget = 1_000;
    await whole.drain();
    const writes = 1_000 - whole.budget;
    expect(writes).toBeGreaterThan(25);
    for (let killedAfter = 0; killedAfter < writes; killedAfter += 1) {
      const world = new World();
      world.ask();
      world.budget = killedAfter;
      await world.drain();
      expect({ killedAfter, files: world.final() }).toEqual({ killedAfter, files: expected });
      expect(new Set(world.told.map(({ id }) => id))).toEqual(new Set(['run-completed/r']));
      expect(world.registry.get('r')?.isAnnounced).toBe(true);
      // the call that was under way when the process died may be made twice, never more
      expect(world.asked.length).toBeLessThanOrEqual(4);
    }
  });

  it('ends with the same files when the broker loses its queue at any time', async () => {
    const expected = await runByCommand();
    for (let handled = 1; handled <= 7; handled += 1) {
      const world = new World();
      world.ask();
      let left = handled;
      const service = world.service();
      while (world.queue.length > 0 && left > 0) {
        left -= 1;
        const [message] = world.queue.splice(0, 1) as [Queued];
        await world.handle(service, message);
      }
      world.queue = [];
      await world.service().reconcile();
      await world.drain();
      expect({ handled, files: world.final() }).toEqual({ handled, files: expected });
      expect(world.asked).toHaveLength(3);
    }
  });

  it('bears every message twice and in any order', async () => {
    const expected = await runByCommand();
    for (let seed = 1; seed <= 20; seed += 1) {
      const world = new World();
      world.ask();
      world.ask();
      let state = seed;
      await world.drain((length) => {
        state = (state * 16_807) % 2_147_483_647;
        for (const message of world.queue.slice(0, 2)) if (world.queue.length < 12 && message.event.id.length > 0 && state % 3 === 0) world.queue.push({ ...message });
        return state % length;
      });
      expect(world.final()).toEqual(expected);
      expect(world.asked).toHaveLength(3);
    }
  });

  it('lets a run end without a job that was given up, and says so', async () => {
    const world = new World();
    world.reach = () => {
      throw new EngineError('model/unreachable', 'nobody answers');
    };
    world.ask();
    await world.drain();
    expect(summaryOf(world)).toMatchObject({ incomplete: true, statuses: { transport_error: 3 } });
    expect(world.told.map(({ data }) => data)).toEqual([expect.objectContaining({ incomplete: true })]);
  });

  it('asks a server that is down once, not for every job', async () => {
    const world = new World();
    let tries = 0;
    world.reach = () => {
      tries += 1;
      throw new EngineError('model/unreachable', 'nobody answers');
    };
    world.ask();
    await world.drain();
    // three jobs, delivered three times each, while no time passes
    expect([tries, world.told.length]).toEqual([1, 1]);
  });

  it('ends the run of a model that mixes pictures up, with nothing asked', async () => {
    const world = new World();
    world.see = () => {
      throw new EngineError('model/blind', 'one answer to all');
    };
    world.ask();
    await world.drain();
    expect(world.asked).toEqual([]);
    expect(world.told.map(({ type, data }) => [type, data])).toEqual([[SUBJECTS.runFailed, { run_id: 'r', code: 'model/blind', message: 'one answer to all' }]]);
  });

  it('leaves open the jobs that a used-up quota held back, and takes them up again', async () => {
    const world = new World();
    world.answer = () => ({ status: 'transport_error', text: null, usage: null, latencyMs: null, attempts: 1, error: { code: 'model/quota-used-up', message: 'come back tomorrow' }, endsRun: true });
    world.ask();
    await world.drain();
    expect([world.told, world.results.size]).toEqual([[], 0]);
    world.answer = () => reply;
    await world.service().reconcile();
    await world.drain();
    expect(world.final()).toEqual(await runByCommand());
  });

  it('leaves open what will pass: a full disk ends no run', async () => {
    const world = new World();
    world.answer = () => {
      throw new EngineError('store/disk-full', 'no space left');
    };
    world.ask();
    await world.drain();
    expect(world.told).toEqual([]);
    world.answer = () => reply;
    await world.service().reconcile();
    await world.drain();
    expect(world.final()).toEqual(await runByCommand());
  });

  it('keeps two runs out of one folder at a time', async () => {
    const world = new World();
    world.ask();
    const service = world.service();
    await world.handle(service, world.queue.splice(0, 1)[0] as Queued);
    const second = { ...request, run_id: 'second' };
    await expect(service.request('e', second, { deliveryCount: 1, pendingCount: 0, signal: new AbortController().signal })).rejects.toMatchObject({ code: 'store/locked' });
    await world.drain();
    await world.service().reconcile();
    await world.drain();
    // the same plan in the same folder: all of it is there already
    expect(world.told.map(({ id }) => id)).toEqual(['run-completed/r', 'run-completed/second']);
    expect(world.asked).toHaveLength(3);
    expect(world.final()).toEqual(await runByCommand());
  });

  it('asks nothing in a folder whose calls stand in batch files', async () => {
    const world = new World();
    world.folder.files.set(RUN_FILES.exported, stringifyJsonLine({ job_id: world.plan().jobs.ids.at(1) }));
    world.ask();
    await world.drain();
    expect(world.told.map(({ id, data }) => [id, (data as { code: string }).code])).toEqual([['run-failed/r', 'usage/bad-argument']]);
    expect([world.asked, world.folder.files.has(RUN_FILES.exported)]).toEqual([[], true]);
  });

  describe('with a limit of costs', () => {
    /** A call costs a dollar, and is bound to. */
    const limited = (maxCost: number, more: Partial<RequestedRun> = {}): RequestedRun => ({ ...request, max_cost: maxCost, ...more });
    const makeWorld = ({ hasSight = false } = {}): World => {
      const world = Object.assign(new World(), { spending: countDollars(Number.POSITIVE_INFINITY) });
      const answerer = world.answerer.bind(world);
      world.answerer = () => {
        const { checkSight, ...blind } = answerer() as Extract<Answerer, { kind: 'model' }>;
        return hasSight && checkSight !== undefined ? { ...blind, checkSight } : blind;
      };
      return world;
    };
    const endOf = (world: World): Record<string, unknown> => world.told.at(-1)?.data as Record<string, unknown>;

    it('that is enough, ends as without and says what was spent', async () => {
      const world = makeWorld();
      world.ask(limited(3));
      await world.drain();
      expect(world.final()).toEqual(await runByCommand());
      expect(endOf(world)).toEqual({ run_id: 'r', summary: 'runs/r/summary.json', report: 'runs/r/report.html', incomplete: false, spent: { cost_usd: 3, calls: 3 } });
    });

    it('sets the look at plain pictures aside, too', async () => {
      const [poor, rich] = [makeWorld({ hasSight: true }), makeWorld({ hasSight: true })];
      poor.ask(limited(3.5));
      rich.ask(limited(4));
      for (const world of [poor, rich]) await world.drain();
      // three pictures and a call without: four dollars, of which this one takes none
      expect([poor.asked.length, rich.asked.length, rich.peakUsd]).toEqual([0, 3, 4]);
    });

    it('asks no further job once the next could pass it, says so, and goes on in the same folder under a higher one', async () => {
      const world = makeWorld();
      world.ask(limited(2));
      await world.drain();
      expect([world.asked.length, world.peakUsd, endOf(world)]).toEqual([2, 2, expect.objectContaining({ incomplete: true, spent: { cost_usd: 2, calls: 2 }, stopped: { code: 'run/cost-limit', message: expect.stringContaining('$2.0000 are spent') as string } })]);
      expect(summaryOf(world)).toMatchObject({ incomplete: true, statuses: { ok: 2, missing: 1 } });
      // the two of before count: one more is a third dollar; count as a process of its own does
      world.spending = countDollars(Number.POSITIVE_INFINITY);
      world.ask(limited(3, { run_id: 'again' }));
      await world.drain();
      expect([world.asked.length, endOf(world)]).toEqual([3, expect.objectContaining({ incomplete: false, spent: { cost_usd: 3, calls: 3 } })]);
      expect(world.final()).toEqual(await runByCommand());
    });

    it('holds, and ends, wherever a worker is killed; what it had set aside stays so', async () => {
      for (let killedAfter = 0, isKilled = true; isKilled; killedAfter += 1) {
        const world = makeWorld();
        world.ask(limited(2));
        world.budget = killedAfter;
        await world.drain();
        isKilled = world.budget === Number.POSITIVE_INFINITY;
        // at most one call was under way and is made again
        expect({ killedAfter, asked: world.asked.length <= 2, peakUsd: world.peakUsd <= 2 }).toEqual({ killedAfter, asked: true, peakUsd: true });
        expect([new Set(world.told.map(({ id }) => id)), endOf(world)['stopped']]).toEqual([new Set(['run-completed/r']), expect.objectContaining({ code: 'run/cost-limit' })]);
      }
    });

    it('is shared by two workers that ask at one time', async () => {
      const world = makeWorld();
      let release = (): void => undefined;
      const all = new Promise<void>((resolve) => (release = resolve));
      const answerer = world.answerer.bind(world);
      world.answerer = () => {
        const made = answerer() as Extract<Answerer, { kind: 'model' }>;
        return { ...made, ask: async (question) => (await all, made.ask(question)) };
      };
      world.ask(limited(2));
      await world.handle(world.service(), world.queue.splice(0, 1)[0] as Queued);
      const jobs = world.queue.splice(0, 3);
      const handled = jobs.map((message) => world.handle(world.service(), message));
      await new Promise((resolve) => setTimeout(resolve, 20));
      release();
      await Promise.all(handled);
      await world.drain();
      expect([world.asked.length, world.peakUsd, endOf(world)['spent']]).toEqual([2, 2, { cost_usd: 2, calls: 2 }]);
    });

    it('is that of the judge, too, which has what the model left; without its verdicts the run still ends', async () => {
      const world = makeWorld();
      world.answer = () => ({ ...reply, text: 'it is being rinsed' });
      const judge = createObedientJudge(() => ({ choice: 2 }));
      const judging = makeJudging(judge.ask, { whenUnreachable: 'count' });
      // both turns of one question, and no more
      const spending = countDollars(2);
      world.judging = { ...judging, source: { ...judging.source, spending } as Judging['source'] };
      world.ask(limited(5, { judge: 'fake:judge' }));
      await world.drain();
      expect([world.judgeBudgets, judge.prompts.length, endOf(world)]).toEqual([[3], 1, expect.objectContaining({ incomplete: true, spent: { cost_usd: 4, calls: 4 }, stopped: expect.objectContaining({ code: 'run/cost-limit' }) as unknown })]);
      expect(world.folder.files.has(RUN_FILES.judgementsLog)).toBe(true);
    });
  });

  it('says how a run stands', async () => {
    const world = new World();
    const service = world.service();
    expect(await service.describeStatus({ run_id: 'r' })).toEqual({ run_id: 'r', state: 'unknown', jobs: null, done: 0, statuses: {} });
    await expect(service.describeStatus({ run: 'r' })).rejects.toMatchObject({ code: 'bus/bad-event' });
    world.ask();
    await world.handle(service, world.queue.splice(0, 1)[0] as Queued);
    await world.handle(service, world.queue.splice(0, 1)[0] as Queued);
    expect(await service.describeStatus({ run_id: 'r' })).toMatchObject({ state: 'running', jobs: 3, done: 1, statuses: { ok: 1 } });
  });
});

describe('createCountingPace', () => {
  it('spends a twentieth of the time on counting, but always counts at the end of the queue', () => {
    let nowMs = 0;
    const pace = createCountingPace(() => nowMs);
    expect(pace.isDue('r', 9)).toBe(true);
    pace.took('r', 10);
    // 10 ms of counting want 190 ms without
    nowMs = 189;
    expect([pace.isDue('r', 9), pace.isDue('other', 9), pace.isDue('r', 0)]).toEqual([false, true, true]);
    nowMs = 190;
    expect(pace.isDue('r', 9)).toBe(true);
  });
});

describe('listEvaluations', () => {
  it('derives ids and folders that are the same each time and differ by model', () => {
    const evaluations = evaluationsSchema.parse({ models: ['demo:shapes', 'openai:org/model', 'openai:org-model', 'demo:shapes'], media_root: 'media', out: 'runs/' });
    const runs = listEvaluations({ build_id: 'b', files: [{ dataset: 'set', path: 'b/set.jsonl', sha256: 'a'.repeat(64), items: 1 }], manifest: 'm' }, evaluations);
    expect(runs.map(({ run_id: runId }) => runId)).toEqual(['b-demo-shapes', expect.stringMatching(/^b-openai-org-model-[0-9a-f]{8}$/), 'b-openai-org-model']);
    expect(runs[0]).toEqual({ run_id: 'b-demo-shapes', data: ['b/set.jsonl'], media_root: 'media', model: 'demo:shapes', out: 'runs/b/demo-shapes' });
    const long = listEvaluations({ build_id: 'b'.repeat(120), files: [], manifest: 'm' }, evaluations);
    expect(long.map(({ run_id: runId }) => runId.length <= 128)).toEqual([true, true, true]);
    expect(new Set(long.map(({ run_id: runId }) => runId)).size).toBe(3);
  });
});
