import { type BenchmarkItem, EngineError, hashText, itemScoreSchema, predictionSchema, RESPONSE_PROTOCOLS, runManifestSchema, summarySchema } from '@medstream/schema';

import { executeRun, type RunOptions, type RunOutcome } from './execute-run.js';
import { planRun, type PlanOptions } from './plan-run.js';
import type { Answerer, AskModel, ModelReply, ReportPage, RunEvent } from './ports.js';
import { readReportedItems } from './read-reported-items.js';
import { countDollars } from './testing/count-dollars.js';
import { MemoryRunFolder } from './testing/memory-run-folder.js';

type ModelAnswerer = Extract<Answerer, { kind: 'model' }>;

const base: BenchmarkItem = {
  sample_id: '',
  dataset: 'set',
  video_id: 'one',
  media_path: 'one.mp4',
  task: 'phase_now',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'closed',
  question: '',
  choices: ['Cutting', 'Washing'],
  answer: 'Washing',
  query_time: 6,
  context_window_sec: 6,
  input_range: [0, 6],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
};
const JOBS = 8;
const items = Array.from({ length: JOBS }, (_, index): BenchmarkItem => ({ ...base, sample_id: `item-${index}`, media_path: index < 4 ? 'one.mp4' : 'two.mp4', question: `Which phase is it in view ${index}?` }));
const viewOf = (prompt: string): number => Number(/view (\d+)/.exec(prompt)?.[1]);

const reply: ModelReply = { status: 'ok', text: 'B', usage: { input_tokens: 10, output_tokens: 2 }, latencyMs: 5, attempts: 1 };
const used = (code: string): ModelReply => ({ status: 'transport_error', text: null, usage: null, latencyMs: null, attempts: 0, error: { code, message: 'no more' }, endsRun: true });

function makeAnswerer(overrides: Partial<ModelAnswerer> = {}): ModelAnswerer {
  const cache = new Map<string, unknown>();
  return {
    kind: 'model',
    ask: async () => reply,
    checkReachable: async () => undefined,
    sampleMedia: async ({ mediaPath, jobs }) => new Map(jobs.map(({ jobId, targetsMicros }) => [jobId, { frames: targetsMicros.map((micros) => ({ requested: micros / 1e6, pts: micros / 1e6, sha256: hashText(`${mediaPath}@${micros}`) })) }])),
    readFrame: async () => ({ bytes: Uint8Array.of(1), mediaType: 'image/jpeg' }),
    hasFrame: async () => true,
    cache: { get: async (key) => cache.get(key), put: async (key, value) => void cache.set(key, value) },
    endpoint: null,
    ...overrides,
  };
}

interface Setup extends Partial<RunOptions> {
  folder?: MemoryRunFolder;
  answerer?: ModelAnswerer;
  plan?: Partial<PlanOptions>;
  events?: RunEvent[];
}

const startReport = (): ReportPage => ({ add: () => undefined, render: async () => '' });

async function run({ folder = new MemoryRunFolder(), answerer = makeAnswerer(), plan = {}, events = [], ...options }: Setup = {}): Promise<RunOutcome> {
  const planned = planRun({
    items,
    data: [],
    model: { name: 'fake:model', settings: {}, looksAtFrames: true },
    sampling: { maxFrames: null, image: { quality: 90, maxSide: 1024 }, decoderVersions: {} },
    selection: { limit: null, filters: [] },
    seed: 1,
    uploadsAllowed: [],
    engineVersion: '0.1.0',
    ...plan,
  });
  return executeRun(planned, { folder, answerer, startReport, onEvent: (event) => void events.push(event) }, { resume: false, retryErrors: false, concurrency: 2, ...options });
}

const linesOf = (folder: MemoryRunFolder, name: string): string[] => (folder.files.get(name) ?? '').split('\n').filter((line) => line !== '');
const predictionsOf = (folder: MemoryRunFolder) => linesOf(folder, 'predictions.jsonl').map((line) => predictionSchema.parse(JSON.parse(line)));

describe('a recording that is another one when a run is taken up', () => {
  const hashOf = (mediaPath: string, micros: number): string => hashText(`${mediaPath}@${micros}`);
  const sampleAs = (nameOf: (mediaPath: string) => string): ModelAnswerer['sampleMedia'] => async ({ mediaPath, jobs }) =>
    new Map(jobs.map(({ jobId, targetsMicros }) => [jobId, { frames: targetsMicros.map((micros) => ({ requested: micros / 1e6, pts: micros / 1e6, sha256: hashOf(nameOf(mediaPath), micros) })) }]));

  /** Three of the four calls on one.mp4 are answered. */
  async function stopHalfWay(): Promise<MemoryRunFolder> {
    const folder = new MemoryRunFolder();
    let asked = 0;
    const ask: AskModel = async () => ((asked += 1) > 3 ? used('model/quota-used-up') : reply);
    await expect(run({ folder, answerer: makeAnswerer({ ask, sampleMedia: sampleAs((path) => path) }), concurrency: 1 })).rejects.toMatchObject({ code: 'model/quota-used-up' });
    return folder;
  }

  it.each<[string, ModelAnswerer['sampleMedia'], string[]]>([
    ['is named, in a warning and in the manifest', sampleAs((path) => (path === 'one.mp4' ? 'another' : path)), ['one.mp4']],
    ['is not named where it is the same', sampleAs((path) => path), []],
    ['is no matter where it is gone: its pictures are kept', async () => Promise.reject(new EngineError('media/missing', 'gone')), []],
  ])('%s', async (_, sampleMedia, changed) => {
    const folder = await stopHalfWay();
    const events: RunEvent[] = [];
    const { summary } = await run({ folder, events, answerer: makeAnswerer({ sampleMedia }), resume: true });
    expect(summary.statuses).toEqual({ ok: JOBS });
    expect(events.flatMap((event) => (event.kind === 'note' ? [event.text] : []))).toEqual(changed.map((path) => expect.stringContaining(`warning: ${path} is not what it was when this run began (its picture at 6 differs)`) as string));
    expect(runManifestSchema.parse(JSON.parse(folder.files.get('manifest.json') as string)).off_protocol).toEqual(changed.map((path) => `${path} was changed while the run was under way`));
  });
});

describe('calls at a time', () => {
  /** A folder whose log of predictions takes each at once, and has it on the disk when told. */
  function openSlowDisk() {
    const folder = new MemoryRunFolder();
    const flushes: (() => void)[] = [];
    const openLog = folder.openLog.bind(folder);
    folder.openLog = async (name, onRecord) => {
      const log = await openLog(name, onRecord);
      if (name !== 'predictions.partial.jsonl') return log;
      return {
        ...log,
        append: async (value, onWritten) => {
          const place = await log.append(value);
          onWritten?.();
          await new Promise<void>((resolve) => flushes.push(resolve));
          return place;
        },
      };
    };
    return { folder, flushes };
  }

  it('the next call is made while replies before it are flushed, for a few of them, and never more at a time than allowed', async () => {
    const { folder, flushes } = openSlowDisk();
    let [asked, inFlight, most] = [0, 0, 0];
    const ask: AskModel = async () => {
      asked += 1;
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      return reply;
    };
    const ended = run({ folder, answerer: makeAnswerer({ ask }), concurrency: 2 });
    const seen: number[] = [];
    while (seen.length < 50) {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(asked);
    }
    // two under way, two ahead: four that wait for the disk, and no fifth call
    expect([seen.at(-1), most]).toEqual([4, 2]);
    const timer = setInterval(() => flushes.shift()?.(), 1);
    const { summary } = await ended;
    clearInterval(timer);
    expect([asked, most, summary.statuses]).toEqual([JOBS, 2, { ok: JOBS }]);
  });

  it('a reply that the cache cannot take is recorded all the same, before the run stops, and is not paid for again', async () => {
    const folder = new MemoryRunFolder();
    const full = new EngineError('store/not-writable', 'cannot write replies');
    const cache = { get: async () => undefined, put: async () => Promise.reject(full) };
    await expect(run({ folder, answerer: makeAnswerer({ cache }), concurrency: 1 })).rejects.toBe(full);
    const recorded = linesOf(folder, 'predictions.partial.jsonl').length;
    expect(recorded).toBeGreaterThan(0);
    let asked = 0;
    const ask: AskModel = async () => ((asked += 1), reply);
    await run({ folder, answerer: makeAnswerer({ ask }), resume: true });
    expect(asked).toBe(JOBS - recorded);
  });
});

describe('a run that has to stop', () => {
  it.each(['model/quota-used-up', 'model/failing'])('%s: calls under way end and count, what is pending stays pending, and a resume goes on', async (code) => {
    const folder = new MemoryRunFolder();
    const asked: number[] = [];
    let finishFirst: () => void = () => undefined;
    const ask: AskModel = async ({ prompt, signal }) => {
      const view = viewOf(prompt);
      asked.push(view);
      // the call beside the one that meets the limit takes longer
      if (view === 2) await new Promise<void>((resolve) => (finishFirst = resolve));
      if (view === 3) setTimeout(() => finishFirst(), 20);
      expect(signal?.aborted).toBe(false);
      return view === 3 ? used(code) : reply;
    };
    await expect(run({ folder, answerer: makeAnswerer({ ask }) })).rejects.toMatchObject({ code, exitCode: 3, message: 'no more', hint: expect.stringContaining('--resume') });
    expect(asked).toEqual([0, 1, 2, 3]);
    expect(linesOf(folder, 'predictions.partial.jsonl')).toHaveLength(3);
    expect(folder.files.has('predictions.jsonl')).toBe(false);
    const again: number[] = [];
    await run({ folder, resume: true, answerer: makeAnswerer({ ask: async ({ prompt }) => (again.push(viewOf(prompt)), reply) }) });
    expect(again).toEqual([3, 4, 5, 6, 7]);
  });

  it.each([null, { input_tokens: 10, output_tokens: null }])('a resume counts what earlier calls took, as estimated where a server states %j', async (usage) => {
    const folder = new MemoryRunFolder();
    const spending = countDollars(3);
    await expect(run({ folder, answerer: makeAnswerer({ ask: async () => ({ ...reply, usage }), spending }) })).rejects.toMatchObject({ code: 'run/cost-limit' });
    const earlier: unknown[] = [];
    const again = { ...countDollars(JOBS), noteEarlier: (...noted: unknown[]) => void earlier.push(noted) };
    await run({ folder, resume: true, answerer: makeAnswerer({ spending: again }) });
    // a window of 6 s each 2 s has 4 frames
    const call = { prompt: expect.stringMatching(/view \d/) as string, images: [0, 2, 4, 6] };
    expect(earlier).toEqual([[usage, call], [usage, call], [usage, call]]);
  });

  it('a failure that is no limit breaks off the calls under way', async () => {
    const ask: AskModel = async ({ prompt, signal }) => {
      if (viewOf(prompt) === 1) throw new Error('a defect');
      await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
      return reply;
    };
    const folder = new MemoryRunFolder();
    await expect(run({ folder, answerer: makeAnswerer({ ask }) })).rejects.toThrow('a defect');
    expect(linesOf(folder, 'predictions.partial.jsonl')).toEqual([]);
  });

  it('ends the decoding of the next recording, and names the limit, not what it broke off', async () => {
    const { sampleMedia } = makeAnswerer();
    const answerer = makeAnswerer({
      ask: async () => used('model/quota-used-up'),
      sampleMedia: async (request) => {
        if (request.mediaPath === 'one.mp4') return sampleMedia(request);
        await new Promise((resolve) => request.signal?.addEventListener('abort', resolve, { once: true }));
        throw new Error('ffmpeg was killed');
      },
    });
    await expect(run({ answerer })).rejects.toMatchObject({ code: 'model/quota-used-up' });
  });
});

describe('the limit of costs', () => {
  it('stops before the call that could pass it, counts what is kept from an earlier start, and asks no more than it may', async () => {
    const folder = new MemoryRunFolder();
    const asked: number[] = [];
    const ask: AskModel = async ({ prompt }) => (asked.push(viewOf(prompt)), reply);
    await expect(run({ folder, answerer: makeAnswerer({ ask, spending: countDollars(3) }) })).rejects.toMatchObject({ code: 'run/cost-limit', exitCode: 1 });
    expect(asked).toEqual([0, 1, 2]);
    // three were paid for, so two are left of five
    await expect(run({ folder, resume: true, answerer: makeAnswerer({ ask, spending: countDollars(5) }) })).rejects.toMatchObject({ code: 'run/cost-limit' });
    expect(asked).toEqual([0, 1, 2, 3, 4]);
    const last = await run({ folder, resume: true, answerer: makeAnswerer({ ask, spending: countDollars(8) }) });
    expect([asked.length, last.spent?.calls]).toEqual([8, 8]);
  });

  it('nothing stays set aside, and failed calls and kept replies cost nothing', async () => {
    const folder = new MemoryRunFolder();
    const spending = countDollars(100);
    const { cache } = makeAnswerer();
    const ask: AskModel = async ({ prompt }) => (viewOf(prompt) === 0 ? { ...used('model/failing'), endsRun: undefined } : reply);
    const events: RunEvent[] = [];
    await run({ folder, events, answerer: makeAnswerer({ ask, spending, cache }) });
    expect([spending.open, spending.totals.calls]).toEqual([0, 7]);
    // 8 calls of 4 frames (0, 2, 4 and 6 s), 1 token of reply and 1 dollar each
    expect(events[0]).toEqual({ kind: 'planned', jobs: 8, pending: 8, estimate: { inputTokens: 32, outputTokens: 8, costUsd: 8 } });
    const other = countDollars(100);
    await run({ answerer: makeAnswerer({ cache, spending: other }) });
    expect(other.totals.calls).toBe(1);
  });
});

describe('the look at the model before the first question', () => {
  it('comes after the server answers, once for all calls, and tells what is odd', async () => {
    const order: string[] = [];
    const events: RunEvent[] = [];
    const answerer = makeAnswerer({
      checkReachable: async () => void order.push('reachable'),
      checkSight: async () => (order.push('sight'), 'odd'),
      ask: async () => (order.push('ask'), reply),
    });
    await run({ answerer, events });
    expect(order).toEqual(['reachable', 'sight', ...Array(JOBS).fill('ask')]);
    expect(events.filter(({ kind }) => kind === 'note')).toEqual([{ kind: 'note', text: 'odd' }]);
  });

  it('stops a run of a model that mixes pictures up, with nothing asked; none is needed where nothing is pending', async () => {
    const folder = new MemoryRunFolder();
    const blind = new EngineError('model/blind', 'one answer to all');
    const checkSight = async (): Promise<never> => Promise.reject(blind);
    let asked = 0;
    const ask: AskModel = async () => ((asked += 1), reply);
    await expect(run({ folder, answerer: makeAnswerer({ checkSight, ask }) })).rejects.toBe(blind);
    expect([blind.exitCode, asked]).toEqual([3, 0]);
    await run({ folder, resume: true });
    await run({ folder, resume: true, answerer: makeAnswerer({ checkSight }) });
  });
});

describe('repeats', () => {
  it('ask each question so often, past one another in the cache, and an item is worth the mean', async () => {
    const folder = new MemoryRunFolder();
    const counts = new Map<number, number>();
    // right at first, wrong when asked again
    const ask: AskModel = async ({ prompt }) => {
      const count = counts.get(viewOf(prompt)) ?? 0;
      counts.set(viewOf(prompt), count + 1);
      return { ...reply, text: count === 0 ? 'B' : 'A' };
    };
    const { cache } = makeAnswerer();
    await run({ folder, concurrency: 1, plan: { repeats: 3 }, answerer: makeAnswerer({ ask, cache }) });
    expect([...counts.values()]).toEqual(Array(JOBS).fill(3));
    expect(predictionsOf(folder).map(({ sample_id, repeat, value }) => [sample_id, repeat, value]).slice(0, 4)).toEqual([['item-0', undefined, 'Washing'], ['item-0', 1, 'Cutting'], ['item-0', 2, 'Cutting'], ['item-1', undefined, 'Washing']]);
    expect(summarySchema.parse(JSON.parse(folder.files.get('summary.json') as string))).toMatchObject({
      overall: { value: expect.closeTo(1 / 3, 12) as number, n: JOBS },
      items: JOBS,
      jobs: 24,
      statuses: { ok: 24 },
      incomplete: false,
      // 1, 0, 0 has the sample variance 1/3
      repeats: { times: 3, complete: JOBS, partial: 0, runs: [{ overall: 1 }, { overall: 0 }, { overall: 0 }], agreement: { overall: { value: 0, n: JOBS } }, standard_deviation: { overall: { value: expect.closeTo(Math.sqrt(1 / 3), 12) as number, n: JOBS } } },
    });
    const scores = linesOf(folder, 'scores.jsonl').map((line) => itemScoreSchema.parse(JSON.parse(line)));
    expect(scores.map(({ sample_id, repeat, overall }) => [sample_id, repeat, overall]).slice(0, 4)).toEqual([['item-0', undefined, 1], ['item-0', 1, 0], ['item-0', 2, 0], ['item-1', undefined, 1]]);
    const reported = [];
    for await (const { score, repeats, replies } of readReportedItems(folder)) reported.push([score.overall, repeats?.length, replies.length]);
    expect(reported).toEqual(Array(JOBS).fill([expect.closeTo(1 / 3, 12), 3, 3]));
    expect(runManifestSchema.parse(JSON.parse(folder.files.get('manifest.json') as string))).toMatchObject({ repeats: 3, jobs: 24 });
    // the first replies are those of a run without repeats: same jobs, same keys
    const single = new MemoryRunFolder();
    await run({ folder: single, answerer: makeAnswerer({ cache, ask: async () => Promise.reject(new Error('asks')) }) });
    expect(linesOf(single, 'jobs.jsonl')).toEqual(linesOf(folder, 'jobs.jsonl').filter((line) => !line.includes('"repeat"')));
  });

  it('are resumed like any other job, and a resume with other repeats is another plan', async () => {
    const folder = new MemoryRunFolder();
    let left = 10;
    const ask: AskModel = async () => (left-- > 0 ? reply : used('model/quota-used-up'));
    await expect(run({ folder, plan: { repeats: 2 }, answerer: makeAnswerer({ ask }) })).rejects.toMatchObject({ code: 'model/quota-used-up' });
    for (const repeats of [1, 3]) await expect(run({ folder, resume: true, plan: { repeats } })).rejects.toMatchObject({ code: 'run/plan-changed', details: { parts: ['repeats'] } });
    let asked = 0;
    await run({ folder, resume: true, plan: { repeats: 2 }, answerer: makeAnswerer({ ask: async () => ((asked += 1), reply) }) });
    expect([asked, predictionsOf(folder).length]).toEqual([6, 16]);
  });
});
