import { type BenchmarkItem, EngineError, type FrameRecord, hashText, predictionSchema, RESPONSE_PROTOCOLS, runManifestSchema, summarySchema } from '@medstream/schema';

import { executeRun, type RunOptions, type RunOutcome } from './execute-run.js';
import { exitCodeOfRun } from './exit-code-of-run.js';
import { planRun, type PlanOptions } from './plan-run.js';
import type { AskModel, Answerer, ModelReply, ReportPage, RunEvent, SampleMedia } from './ports.js';
import { scoreRun } from './score-run.js';
import { MemoryRunFolder } from './testing/memory-run-folder.js';

type ModelAnswerer = Extract<Answerer, { kind: 'model' }>;

const base: BenchmarkItem = {
  sample_id: 'a-now',
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
const inRounds = (outputs: string[], from: number): Pick<BenchmarkItem, 'rounds' | 'query_time' | 'input_range' | 'task_mode'> => ({
  task_mode: 'streaming',
  query_time: 2,
  input_range: [2, 2 + 4 * outputs.length],
  rounds: outputs.map((expected_output, index) => ({ round: index + 1, current_time: 6 + 4 * index, input_range: [2, 6 + 4 * index], expected_output, answerable: index >= from })),
});
const items: BenchmarkItem[] = [
  { ...base, sample_id: 'c-alert', media_path: 'two.mp4', video_id: 'two', task: 'phase_alert', temporal_mode: 'proactive', question_type: 'open', choices: undefined, answer: undefined, response_protocol: RESPONSE_PROTOCOLS.alert, ...inRounds(['no_alert', 'alert: washing began'], 1) },
  base,
  { ...base, sample_id: 'b-next', task: 'phase_next', temporal_mode: 'future', ...inRounds(['unanswerable', 'unanswerable', 'Washing'], 2) },
];
/** 1 + 3 + 2 */
const JOBS = 6;

function makePlan(overrides: Partial<PlanOptions> = {}) {
  return planRun({
    items,
    data: [{ file: 'set.jsonl', sha256: 'a'.repeat(64), items: 3 }],
    model: { name: 'fake:model', settings: { temperature: 0 }, looksAtFrames: true },
    sampling: { maxFrames: null, image: { quality: 90, maxSide: 1024 }, decoderVersions: { ffmpeg: '5.1' } },
    selection: { limit: null, filters: [] },
    seed: 1,
    uploadsAllowed: [],
    engineVersion: '0.1.0',
    ...overrides,
  });
}

/** A run folder in memory. After `operations` changes every further one fails, as for a process that was killed there. */
class MemoryFolder extends MemoryRunFolder {
  constructor(files = new Map<string, string>(), operations = Number.POSITIVE_INFINITY, failure: () => Error = () => new Error('killed')) {
    let left = operations;
    const spend = (): void => {
      left -= 1;
      if (left < 0) throw failure();
    };
    super(spend, files);
  }
}

const framesOf = (mediaPath: string, targets: number[]): FrameRecord[] => targets.map((micros) => ({ requested: micros / 1e6, pts: micros / 1e6, sha256: hashText(`${mediaPath}@${micros}`) }));
const sampleAll: SampleMedia = async ({ mediaPath, jobs }) => new Map(jobs.map(({ jobId, targetsMicros }) => [jobId, { frames: framesOf(mediaPath, targetsMicros) }]));
const replyWith = (text: string | null, status: ModelReply['status'] = 'ok'): ModelReply => ({ status, text, usage: { input_tokens: 10, output_tokens: 2 }, latencyMs: 5, attempts: 1 });
/** Right answers, given as a person would who knows when the phase begins (at 14 s in one.mp4, 10 s in two.mp4). */
const answerWell: AskModel = async ({ prompt, images }) => {
  const end = images.at(-1)?.timestampSec ?? 0;
  if (prompt.includes('no_alert')) return replyWith(end >= 10 ? 'alert: washing began' : 'no_alert');
  return replyWith(prompt.includes('streaming') && end < 14 ? 'unanswerable' : 'B');
};

function makeAnswerer(overrides: Partial<ModelAnswerer> = {}): ModelAnswerer {
  const cache = new Map<string, unknown>();
  return {
    kind: 'model',
    ask: answerWell,
    checkReachable: async () => undefined,
    sampleMedia: sampleAll,
    readFrame: async (sha256) => ({ bytes: new TextEncoder().encode(sha256), mediaType: 'image/jpeg' }),
    hasFrame: async () => true,
    cache: { get: async (key) => cache.get(key), put: async (key, value) => void cache.set(key, value) },
    endpoint: null,
    ...overrides,
  };
}

interface Setup extends Partial<RunOptions> {
  folder?: MemoryFolder;
  answerer?: Answerer;
  plan?: Partial<PlanOptions>;
  events?: RunEvent[];
}

/** A page that holds what it was told of: the model and how many items with how many replies. */
function startReport(): ReportPage {
  const told: number[] = [];
  return { add: ({ replies }) => void told.push(replies.length), render: async ({ manifest }) => `<p>${manifest?.model} ${told.join()}</p>` };
}

async function run({ folder = new MemoryFolder(), answerer = makeAnswerer(), plan = {}, events = [], ...options }: Setup = {}): Promise<RunOutcome> {
  const ports = { folder, answerer, startReport, onEvent: (event: RunEvent) => void events.push(event) };
  return executeRun(makePlan(plan), ports, { resume: false, retryErrors: false, concurrency: 2, ...options });
}

const predictionsOf = (folder: MemoryFolder) => (folder.files.get('predictions.jsonl') ?? '').trim().split('\n').map((line) => predictionSchema.parse(JSON.parse(line)));
const RETRY_NOTE = 'refused, blocked, empty and truncated replies were asked for again (--retry-errors)';
const departuresOf = (folder: MemoryFolder) => runManifestSchema.parse(JSON.parse(folder.files.get('manifest.json') as string)).off_protocol;
/** The files, with predictions as the contract compares them. */
const comparable = (folder: MemoryFolder) => ({
  ...Object.fromEntries(folder.files),
  'predictions.jsonl': predictionsOf(folder).map(({ attempts: _attempts, latency_ms: _latency, usage: _usage, cached: _cached, ...rest }) => rest),
});
/** Wraps a model so that its calls are counted. */
const counted = (ask: AskModel = answerWell) => {
  const prompts: string[] = [];
  return { prompts, ask: (async (request) => (prompts.push(request.prompt), ask(request))) as AskModel };
};

describe('executeRun', () => {
  it('asks each job once with the frames of its window and writes exactly the files of a run', async () => {
    const folder = new MemoryFolder();
    const seen: number[][] = [];
    const answerer = makeAnswerer({ ask: async (request) => (seen.push(request.images.map(({ timestampSec }) => timestampSec)), answerWell(request)) });
    const outcome = await run({ folder, answerer, concurrency: 1 });
    expect([...folder.files.keys()].sort()).toEqual(['frames.jsonl', 'items.jsonl', 'jobs.jsonl', 'manifest.json', 'predictions.jsonl', 'report.html', 'scores.jsonl', 'summary.json']);
    // every 2 s of [0, 6]; of [2, 6], [2, 10], [2, 14]; of [2, 6], [2, 10]
    expect(seen).toEqual([[0, 2, 4, 6], [2, 4, 6], [2, 4, 6, 8, 10], [2, 4, 6, 8, 10, 12, 14], [2, 4, 6], [2, 4, 6, 8, 10]]);
    expect(predictionsOf(folder).map(({ sample_id, round, status, value }) => [sample_id, round, status, value])).toEqual([
      ['a-now', undefined, 'ok', 'Washing'],
      ['b-next', 1, 'ok', 'unanswerable'],
      ['b-next', 2, 'ok', 'unanswerable'],
      ['b-next', 3, 'ok', 'Washing'],
      ['c-alert', 1, 'ok', 'no_alert'],
      ['c-alert', 2, 'ok', 'alert: washing began'],
    ]);
    expect(summarySchema.parse(JSON.parse(folder.files.get('summary.json') as string))).toMatchObject({ items: 3, jobs: JOBS, overall: { value: 1, n: 3 }, leak_audit: { jobs: JOBS, violations: 0 }, incomplete: false });
    expect(runManifestSchema.parse(JSON.parse(folder.files.get('manifest.json') as string)).off_protocol).toEqual([]);
    expect(exitCodeOfRun(outcome)).toBe(0);
  });

  it('ends with the same bytes wherever it is killed and resumed, and repeats only calls that were in flight', async () => {
    const reference = new MemoryFolder();
    await run({ folder: reference });
    // writes of one run: 3 at the start, a ledger and a prediction a job, 5 files and 2 removals at the end
    const operations = 3 + 2 * JOBS + 5 + 2;
    for (let killedAfter = 0; killedAfter < operations; killedAfter += 1) {
      const folder = new MemoryFolder();
      const first = counted();
      await expect(run({ folder: new MemoryFolder(folder.files, killedAfter), answerer: makeAnswerer({ ask: first.ask }) })).rejects.toThrow('killed');
      // killed once more, three writes on, inside the resume
      await run({ folder: new MemoryFolder(folder.files, 3 + 3), answerer: makeAnswerer(), resume: true }).catch(() => undefined);
      const committed = [...`${folder.files.get('predictions.partial.jsonl') ?? ''}${folder.files.get('predictions.jsonl') ?? ''}`.matchAll(/"job_id":"[^"]+"/g)].map(([id]) => id);
      const last = counted();
      await run({ folder, answerer: makeAnswerer({ ask: last.ask }), resume: true });
      expect(comparable(folder)).toEqual(comparable(reference));
      expect(last.prompts.length).toBe(JOBS - new Set(committed).size);
    }
  });

  it('resumes a finished run without a call and with the same bytes', async () => {
    const folder = new MemoryFolder();
    await run({ folder });
    const before = new Map(folder.files);
    const again = counted();
    await run({ folder, resume: true, answerer: makeAnswerer({ ask: again.ask, sampleMedia: async () => Promise.reject(new Error('decodes nothing')) }) });
    expect(again.prompts).toEqual([]);
    expect(folder.files).toEqual(before);
  });

  it('gives the same bytes for any order of items and any concurrency', async () => {
    const [one, other] = [new MemoryFolder(), new MemoryFolder()];
    await run({ folder: one, concurrency: 1 });
    const slow: AskModel = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 10 - request.images.length));
      return answerWell(request);
    };
    await run({ folder: other, concurrency: 5, plan: { items: [...items].reverse() }, answerer: makeAnswerer({ ask: slow }) });
    expect(comparable(other)).toEqual(comparable(one));
  });

  it('never has more calls under way than it may', async () => {
    let [now, most] = [0, 0];
    const ask: AskModel = async (request) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
      return answerWell(request);
    };
    await run({ concurrency: 3, answerer: makeAnswerer({ ask }) });
    expect(most).toBe(3);
  });

  it('refuses a folder that holds something, and one whose plan differs, naming the part', async () => {
    const folder = new MemoryFolder();
    await run({ folder });
    await expect(run({ folder })).rejects.toMatchObject({ code: 'usage/output-not-empty' });
    await expect(run({ folder: new MemoryFolder(new Map([['thesis.docx', '']])), resume: true })).rejects.toMatchObject({ code: 'usage/output-not-empty' });
    const sampling = { maxFrames: 2, image: { quality: 90, maxSide: 1024 }, decoderVersions: { ffmpeg: '5.1' } };
    const model = { name: 'fake:other', settings: { temperature: 0 }, looksAtFrames: true };
    const changes: [Partial<PlanOptions>, string[]][] = [
      [{ items: items.map((item) => ({ ...item, question: 'Another question?' })) }, ['data']],
      [{ selection: { limit: 1, filters: [] } }, ['data']],
      [{ sampling }, ['sampling']],
      [{ sampling: { ...sampling, maxFrames: null, decoderVersions: { ffmpeg: '6.0' } } }, ['sampling']],
      [{ model }, ['model']],
      [{ model: { ...model, name: 'fake:model', settings: { temperature: 1 } } }, ['settings']],
      [{ seed: 2 }, ['seed']],
    ];
    for (const [plan, parts] of changes) {
      await expect(run({ folder, plan, resume: true })).rejects.toMatchObject({ code: 'run/plan-changed', exitCode: 2, details: { parts } });
    }
  });

  it('refuses to resume from a record that is not of the plan instead of starting from nothing', async () => {
    const folder = new MemoryFolder();
    await run({ folder });
    folder.files.set('predictions.jsonl', '{"job_id":"job-unknown"}\n');
    await expect(run({ folder, resume: true })).rejects.toMatchObject({ code: 'store/corrupt' });
  });

  it('lets an undecodable file cost its jobs, and tries it again on resume', async () => {
    const folder = new MemoryFolder();
    const broken: SampleMedia = async (request) => {
      if (request.mediaPath === 'two.mp4') throw new EngineError('media/undecodable', 'two.mp4 holds no picture');
      return sampleAll(request);
    };
    const outcome = await run({ folder, answerer: makeAnswerer({ sampleMedia: broken }) });
    expect(predictionsOf(folder).filter(({ status }) => status === 'decode_error')).toMatchObject([
      { sample_id: 'c-alert', round: 1, raw: null, frames: [], error: { code: 'media/undecodable', message: 'two.mp4 holds no picture' } },
      { sample_id: 'c-alert', round: 2 },
    ]);
    expect(outcome.summary).toMatchObject({ incomplete: true, overall: { n: 2 }, unscored: { decode_error: 1 }, leak_audit: { jobs: 4, violations: 0 } });
    expect(exitCodeOfRun(outcome)).toBe(1);
    const again = counted();
    expect(exitCodeOfRun(await run({ folder, resume: true, answerer: makeAnswerer({ ask: again.ask }) }))).toBe(0);
    expect(again.prompts).toHaveLength(2);
    const reference = new MemoryFolder();
    await run({ folder: reference });
    expect(comparable(folder)).toEqual(comparable(reference));
  });

  it('exits with 3 when nothing could be asked because all media are missing', async () => {
    const missing: SampleMedia = async () => Promise.reject(new EngineError('media/missing', 'not there'));
    expect(exitCodeOfRun(await run({ answerer: makeAnswerer({ sampleMedia: missing }) }))).toBe(3);
  });

  it('sends no frame from beyond a window, counts it and ends as a defect', async () => {
    const folder = new MemoryFolder();
    const leaking: SampleMedia = async ({ mediaPath, jobs }) =>
      new Map(jobs.map(({ jobId, targetsMicros, endMicros }, index) => [jobId, { frames: framesOf(mediaPath, index === 0 ? [...targetsMicros, endMicros + 1] : targetsMicros) }]));
    const asked = counted();
    const outcome = await run({ folder, answerer: makeAnswerer({ sampleMedia: leaking, ask: asked.ask }) });
    // the first job of each of the two files
    expect(outcome.summary.leak_audit).toEqual({ jobs: JOBS, violations: 2 });
    expect(asked.prompts).toHaveLength(JOBS - 2);
    expect(predictionsOf(folder).filter(({ error }) => error?.code === 'media/future-frame')).toHaveLength(2);
    expect(exitCodeOfRun(outcome)).toBe(70);
  });

  it('never sends a prompt without pictures', async () => {
    const asked = counted();
    const empty: SampleMedia = async ({ jobs }) => new Map(jobs.map(({ jobId }) => [jobId, { frames: [] }]));
    const outcome = await run({ answerer: makeAnswerer({ sampleMedia: empty, ask: asked.ask }) });
    expect(asked.prompts).toEqual([]);
    expect(outcome.failures).toHaveLength(JOBS);
  });

  it.each(['refused', 'blocked', 'empty', 'truncated', 'transport_error'] as const)('keeps %s apart from answers, does not cache it, and asks again when it should', async (status) => {
    const folder = new MemoryFolder();
    const cache = new Map<string, unknown>();
    const shared = { cache: { get: async (key: string) => cache.get(key), put: async (key: string, value: unknown) => void cache.set(key, value) } };
    const failing: AskModel = async (request) => (request.prompt.includes('streaming') ? answerWell(request) : replyWith(null, status));
    const outcome = await run({ folder, answerer: makeAnswerer({ ...shared, ask: failing }) });
    expect(predictionsOf(folder)[0]).toMatchObject({ sample_id: 'a-now', status, raw: null });
    expect(cache.size).toBe(JOBS - 1);
    const isOurs = status === 'transport_error';
    expect(outcome.summary.incomplete).toBe(isOurs);
    const plain = counted();
    await run({ folder, resume: true, answerer: makeAnswerer({ ...shared, ask: plain.ask }) });
    expect(plain.prompts).toHaveLength(isOurs ? 1 : 0);
    const wanted = counted();
    await run({ folder, resume: true, retryErrors: true, answerer: makeAnswerer({ ...shared, ask: wanted.ask }) });
    expect(wanted.prompts).toHaveLength(isOurs ? 0 : 1);
    expect(predictionsOf(folder)[0]).toMatchObject({ status: 'ok', value: 'Washing' });
    // what fails by our fault is asked again by the protocol: no departure
    expect(departuresOf(folder)).toEqual(isOurs ? [] : [RETRY_NOTE]);
  });

  it.each([
    ['breaks off inside its thoughts', '<think>still thinking', 'truncated'],
    ['says nothing', ' \n', 'empty'],
  ])('asks again, past the cache, for a reply that the provider calls ok and that %s', async (_what, text, status) => {
    const folder = new MemoryFolder();
    const cache = new Map<string, unknown>();
    const shared = { cache: { get: async (key: string) => cache.get(key), put: async (key: string, value: unknown) => void cache.set(key, value) } };
    const cutOff: AskModel = async (request) => (request.prompt.includes('streaming') ? answerWell(request) : replyWith(text));
    await run({ folder, answerer: makeAnswerer({ ...shared, ask: cutOff }) });
    expect(predictionsOf(folder)[0]).toMatchObject({ sample_id: 'a-now', status, raw: text });
    expect(cache.size).toBe(JOBS - 1);
    const again = counted();
    await run({ folder, resume: true, retryErrors: true, answerer: makeAnswerer({ ...shared, ask: again.ask }) });
    expect(again.prompts).toHaveLength(1);
    expect(predictionsOf(folder)[0]).toMatchObject({ status: 'ok', value: 'Washing', cached: false });
    expect(departuresOf(folder)).toEqual([RETRY_NOTE]);
  });

  it('takes no reply from the cache that was kept before its reader knew that it broke off', async () => {
    const cache = { get: async () => ({ text: '<think>still thinking', usage: null }), put: async () => undefined };
    const asked = counted();
    const folder = new MemoryFolder();
    await run({ folder, answerer: makeAnswerer({ cache, ask: asked.ask }) });
    expect(asked.prompts).toHaveLength(JOBS);
    expect(predictionsOf(folder)[0]).toMatchObject({ status: 'ok', cached: false });
  });

  it('asks nobody and notes no departure where there is nothing to retry', async () => {
    const folder = new MemoryFolder();
    await run({ folder });
    const again = counted();
    await run({ folder, resume: true, retryErrors: true, answerer: makeAnswerer({ ask: again.ask }) });
    expect(again.prompts).toEqual([]);
    expect(departuresOf(folder)).toEqual([]);
  });

  it('takes replies from the cache, but not those of another server, setting or picture', async () => {
    const cache = new Map<string, unknown>();
    const shared = { cache: { get: async (key: string) => cache.get(key), put: async (key: string, value: unknown) => void cache.set(key, value) } };
    const calls = async (setup: Setup, overrides: Partial<ModelAnswerer> = {}) => {
      const asked = counted();
      await run({ ...setup, answerer: makeAnswerer({ ...shared, ask: asked.ask, ...overrides }) });
      return asked.prompts.length;
    };
    expect(await calls({})).toBe(JOBS);
    const folder = new MemoryFolder();
    expect(await calls({ folder })).toBe(0);
    expect(predictionsOf(folder).every(({ cached, attempts }) => cached && attempts === 0)).toBe(true);
    // nothing to ask, so nobody need answer
    expect(await calls({}, { checkReachable: async () => Promise.reject(new Error('asks for the server')) })).toBe(0);
    expect(await calls({}, { endpoint: 'http://localhost:9' })).toBe(JOBS);
    expect(await calls({ plan: { model: { name: 'fake:model', settings: { temperature: 1 }, looksAtFrames: true } } })).toBe(JOBS);
    expect(await calls({}, { sampleMedia: async (request) => new Map([...(await sampleAll(request))].map(([id, outcome]) => [id, 'frames' in outcome ? { frames: outcome.frames.map((frame) => ({ ...frame, sha256: hashText(frame.sha256) })) } : outcome])) })).toBe(JOBS);
  });

  it('stops at once when nobody answers, resumable', async () => {
    const folder = new MemoryFolder();
    const unreachable = new EngineError('model/unreachable', 'nobody answers');
    const asked = counted();
    await expect(run({ folder, answerer: makeAnswerer({ ask: asked.ask, checkReachable: async () => Promise.reject(unreachable) }) })).rejects.toBe(unreachable);
    expect(asked.prompts).toEqual([]);
    expect(exitCodeOfRun(await run({ folder, resume: true }))).toBe(0);
  });

  it('stops on a full disk with its code and finishes after space returns', async () => {
    const files = new Map<string, string>();
    const full = () => new EngineError('store/disk-full', 'no space left');
    await expect(run({ folder: new MemoryFolder(files, 7, full) })).rejects.toMatchObject({ code: 'store/disk-full', exitCode: 3 });
    expect(exitCodeOfRun(await run({ folder: new MemoryFolder(files), resume: true }))).toBe(0);
  });

  it('records nothing for calls that an interruption broke off', async () => {
    const folder = new MemoryFolder();
    const controller = new AbortController();
    const ask: AskModel = async (request) => {
      if (request.images.length === 5) controller.abort(new Error('interrupted'));
      return request.signal?.aborted === true ? replyWith(null, 'transport_error') : answerWell(request);
    };
    await expect(run({ folder, concurrency: 1, signal: controller.signal, answerer: makeAnswerer({ ask }) })).rejects.toThrow('interrupted');
    // a-now and the first round of b-next were done before
    expect(folder.files.get('predictions.partial.jsonl')?.trim().split('\n')).toHaveLength(2);
    expect(folder.files.has('predictions.jsonl')).toBe(false);
    expect(exitCodeOfRun(await run({ folder, resume: true }))).toBe(0);
  });

  it('answers baselines without media, through the same reader', async () => {
    const folder = new MemoryFolder();
    const plan = { model: { name: 'baseline:oracle', settings: { seed: 1 }, looksAtFrames: false }, sampling: { maxFrames: null, image: { quality: 90, maxSide: 1024 }, decoderVersions: {} } };
    const outcome = await run({ folder, plan, answerer: { kind: 'baseline' } });
    expect(outcome.summary).toMatchObject({ overall: { value: 1, n: 3 }, leak_audit: { jobs: 0, violations: 0 } });
    expect(folder.files.get('frames.jsonl')).toBe('');
    expect(predictionsOf(folder).map(({ status }) => status)).toEqual(Array(JOBS).fill('ok'));
  });

  it('tells what happens in order', async () => {
    const events: RunEvent[] = [];
    await run({ events, concurrency: 1 });
    expect(events[0]).toEqual({ kind: 'planned', jobs: JOBS, pending: JOBS, estimate: null });
    expect(events.filter(({ kind }) => kind === 'decoded')).toEqual([{ kind: 'decoded', mediaPath: 'one.mp4', jobs: 4, failed: 0 }, { kind: 'decoded', mediaPath: 'two.mp4', jobs: 2, failed: 0 }]);
    expect(events.filter(({ kind }) => kind === 'answered')).toHaveLength(JOBS);
    expect(events.at(-1)?.kind).toBe('done');
  });
});

describe('scoreRun', () => {
  it('scores a finished run again to the same bytes, and refuses one that is not finished', async () => {
    const folder = new MemoryFolder();
    await run({ folder });
    const before = new Map(folder.files);
    await scoreRun({ folder, startReport });
    expect(folder.files).toEqual(before);
    await expect(scoreRun({ folder: new MemoryFolder(), startReport })).rejects.toMatchObject({ code: 'usage/bad-argument' });
  });
});
