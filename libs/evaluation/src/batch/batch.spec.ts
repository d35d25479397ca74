import { type BenchmarkItem, EngineError, hashText, type Prediction, RESPONSE_PROTOCOLS } from '@medstream/schema';

import { planRun, type RunPlan } from '../plan-run.js';
import type { Answerer, ModelReply } from '../ports.js';
import { MemoryRunFolder } from '../testing/memory-run-folder.js';
import type { BatchLine } from './batch-lines.js';
import { exportBatch } from './export-batch.js';
import { importBatch } from './import-batch.js';

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
const items = [0, 1, 2].map((index): BenchmarkItem => ({ ...base, sample_id: `item-${index}`, media_path: index === 2 ? 'gone.mp4' : 'one.mp4', question: `Which phase is it in view ${index}?` }));
const makePlan = (facts: { name?: string; question?: string } = {}): RunPlan =>
  planRun({ items: items.map((item) => ({ ...item, question: facts.question ?? item.question })), data: [], model: { name: facts.name ?? 'openai:fake', settings: {}, looksAtFrames: true }, sampling: { maxFrames: null, image: { quality: 90, maxSide: 1024 }, decoderVersions: {} }, selection: { limit: null, filters: [] }, seed: 1, uploadsAllowed: [], engineVersion: '0' });

type Cache = Extract<Answerer, { kind: 'model' }>['cache'];
/** @param problem of the second look */
function makeCache(values = new Map<string, unknown>(), problem?: string): Cache {
  let looks = 0;
  const get = async (key: string): Promise<unknown> => {
    looks += 1;
    if (looks === 2 && problem !== undefined) throw new Error(problem);
    return values.get(key);
  };
  return { get, put: async (key, value) => void values.set(key, value) };
}

async function exportAll(folder: MemoryRunFolder, cache = makeCache(), { again = false, writePart, media = '', plan = makePlan() }: { plan?: RunPlan; again?: boolean; writePart?: () => Promise<void>; /** What the frames hold, where those of an earlier export are gone. */ media?: string } = {}) {
  const lines: BatchLine[] = [];
  const refuse = async (): Promise<never> => Promise.reject(new Error('asked'));
  const exported = await exportBatch(
    plan,
    {
      folder,
      answerer: {
        kind: 'model',
        endpoint: null,
        ask: refuse,
        checkReachable: refuse,
        cache,
        hasFrame: async () => media === '',
        readFrame: async (sha256) => ({ bytes: new TextEncoder().encode(sha256), mediaType: 'image/jpeg' }),
        sampleMedia: async ({ mediaPath, jobs }) =>
          new Map(jobs.map(({ jobId, targetsMicros }) => [jobId, mediaPath === 'gone.mp4' ? { error: new EngineError('media/missing', 'gone.mp4 is not there') } : { frames: targetsMicros.map((micros) => ({ requested: micros / 1e6, pts: micros / 1e6, sha256: hashText(`${mediaPath}@${micros}${media}`) })) }])),
      },
      describeRequest: async ({ prompt, images }) => ({ url: '/v1/chat/completions', body: { prompt, images: images.length } }),
      writePart: async (_, part) => {
        for await (const line of part) lines.push(line);
        await writePart?.();
      },
    },
    { limits: { maxBytes: 1e6, maxRequests: 1e6 }, again, signal: new AbortController().signal },
  );
  return { exported, lines };
}

const jobOf = (name: string): string => name.slice(0, name.lastIndexOf('-'));
const replies = (ids: readonly string[], text = 'B') => ids.map((custom_id) => ({ custom_id, response: { status_code: 200, body: { text } } }));
const failing: ModelReply = { status: 'transport_error', text: null, usage: null, latencyMs: null, attempts: 1, error: { code: 'model/failing', message: 'expired' } };
const readReply = async (text: string): Promise<ModelReply> => (text === 'fails' ? failing : text === 'quota' ? { ...failing, error: { code: 'model/quota-used-up', message: 'no credit' }, endsRun: true } : { status: 'ok', text, usage: { input_tokens: 9, output_tokens: 1 }, latencyMs: null, attempts: 1 });

function importAll(folder: MemoryRunFolder, records: Iterable<unknown> | AsyncIterable<unknown>, cache = makeCache()) {
  const list = async function* () {
    yield* records;
  };
  const composeReader = () => ({ endpoint: null, readReply: async ({ response }: { response?: { body?: unknown } | null }) => readReply((response?.body as { text: string }).text) });
  return importBatch({ folder, files: [{ name: 'output.jsonl', records: list() }], cache, composeReader }, { signal: new AbortController().signal });
}

const predictionsOf = (folder: MemoryRunFolder): Prediction[] => (folder.files.get('predictions.partial.jsonl') ?? '').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Prediction);

describe('exportBatch', () => {
  it('names each request by its job, with its frames in the ledger; a call without frames is in no file', async () => {
    const folder = new MemoryRunFolder();
    const { exported, lines } = await exportAll(folder);
    expect(exported).toEqual({ parts: [{ requests: 2, bytes: expect.any(Number) as number }], exported: 2, answered: 0, fromCache: 0, leftOut: 0, failed: 1 });
    const jobs = Array.from(makePlan().jobs, ({ job }) => job);
    // 0 to 6 s in steps of two
    expect(lines).toEqual(jobs.slice(0, 2).map(({ job_id }, index) => ({ custom_id: expect.stringMatching(`^${job_id}-[0-9a-f]{12}$`) as string, method: 'POST', url: '/v1/chat/completions', body: { prompt: expect.stringContaining(`view ${index}`) as string, images: 4 } })));
    expect(predictionsOf(folder).map(({ job_id, status, error }) => [job_id, status, error?.code])).toEqual([[jobs[2]?.job_id, 'decode_error', 'media/missing']]);
  });

  it('leaves out what stands in a file until it is imported, unless it is asked for again', async () => {
    const folder = new MemoryRunFolder();
    const ids = (await exportAll(folder)).lines.map(({ custom_id: id }) => id);
    const second = await exportAll(folder);
    // the third has no frames, and is tried each time
    expect([second.lines, second.exported]).toEqual([[], expect.objectContaining({ exported: 0, leftOut: 2, failed: 1 })]);
    const again = await exportAll(folder, makeCache(), { again: true });
    expect([again.lines.map(({ custom_id: id }) => id), again.exported.leftOut]).toEqual([ids, 0]);
    // one answered, one of no use: a line is a line
    const [answered, failed] = ids as [string, string];
    expect(await importAll(folder, replies([answered]))).toMatchObject({ pending: 2, waiting: 1 });
    expect((await exportAll(folder)).exported).toMatchObject({ exported: 0, answered: 1, leftOut: 1 });
    expect(await importAll(folder, replies([failed], 'fails'))).toMatchObject({ failed: 1, pending: 2, waiting: 0 });
    expect(folder.files.has('exported.jsonl')).toBe(false);
    expect((await exportAll(folder)).lines.map(({ custom_id: id }) => id)).toEqual([failed]);
  });

  it('knows of a file before it is there, and of no file that was broken off', async () => {
    const folder = new MemoryRunFolder();
    const seen: (string | undefined)[] = [];
    const { lines } = await exportAll(folder, makeCache(), { writePart: async () => void seen.push(folder.files.get('exported.jsonl')) });
    expect(seen).toEqual([lines.map(({ custom_id }) => `${JSON.stringify({ job_id: jobOf(custom_id) })}\n`).join('')]);
    const broken = new MemoryRunFolder();
    await expect(exportAll(broken, makeCache(new Map(), 'broken'))).rejects.toThrow('broken');
    expect([broken.files.has('exported.jsonl'), (await exportAll(broken)).exported.exported]).toEqual([false, 2]);
  });

  it('takes from the cache what it holds', async () => {
    const cache = makeCache();
    const first = new MemoryRunFolder();
    const { lines } = await exportAll(first, cache);
    await importAll(first, replies([lines[0]?.custom_id as string]), cache);
    const again = await exportAll(first, cache, { again: true });
    expect([again.exported.answered, again.lines.map(({ custom_id: id }) => id)]).toEqual([1, [lines[1]?.custom_id]]);
    const other = await exportAll(new MemoryRunFolder(), cache);
    expect([other.exported.fromCache, other.lines.map(({ custom_id: id }) => id)]).toEqual([1, [lines[1]?.custom_id]]);
  });
});

describe('importBatch', () => {
  it('killed at any change of the disk, and given the same file again, records each reply once', async () => {
    const ids = (await exportAll(new MemoryRunFolder())).lines.map(({ custom_id: id }) => id);
    for (let operations = 0, isKilled = true; isKilled; operations += 1) {
      let left = Number.POSITIVE_INFINITY;
      const folder = new MemoryRunFolder(() => {
        left -= 1;
        if (left < 0) throw new Error('killed');
      });
      await exportAll(folder);
      left = operations;
      isKilled = await importAll(folder, replies(ids)).then(() => false, () => true);
      left = Number.POSITIVE_INFINITY;
      const { recorded, answered, pending } = await importAll(folder, replies(ids));
      expect([recorded + answered, pending]).toEqual([2, 1]);
      expect(predictionsOf(folder).filter(({ status }) => status === 'ok').map(({ job_id, raw, value, frames }) => [job_id, raw, value, frames.length])).toEqual(ids.map((id) => [jobOf(id), 'B', 'Washing', 4]));
    }
  });

  it('takes no reply to a call whose frames it does not know', async () => {
    const folder = new MemoryRunFolder();
    await exportAll(folder);
    const missing = makePlan().jobs.ids.at(2);
    expect(await importAll(folder, replies([`${missing}-${'0'.repeat(12)}`]))).toMatchObject({ recorded: 0, problems: [{ kind: 'not-exported', file: 'output.jsonl', record: 1 }] });
  });

  it('takes no reply to pictures that the call has no longer, nor one that does not say which it was shown', async () => {
    const folder = new MemoryRunFolder();
    const earlier = (await exportAll(folder)).lines.map(({ custom_id: id }) => id);
    // the store was emptied and the video replaced
    const later = (await exportAll(folder, makeCache(), { again: true, media: 'another' })).lines.map(({ custom_id: id }) => id);
    expect(later.map(jobOf)).toEqual(earlier.map(jobOf));
    expect(await importAll(folder, [...replies(earlier), ...replies(later.map(jobOf))])).toMatchObject({ recorded: 0, waiting: 2, problems: [{ kind: 'other-pictures' }, { kind: 'other-pictures' }, { kind: 'no-pictures' }, { kind: 'no-pictures' }] });
    expect(await importAll(folder, replies([...earlier, ...later]))).toMatchObject({ recorded: 2, waiting: 0, statuses: { ok: 2 }, problems: [{ kind: 'other-pictures' }, { kind: 'other-pictures' }] });
    // the same video decoded again is the same request
    const other = new MemoryRunFolder();
    const first = (await exportAll(other)).lines.map(({ custom_id: id }) => id);
    expect((await exportAll(other, makeCache(), { again: true })).lines.map(({ custom_id: id }) => id)).toEqual(first);
  });

  it.each([
    ['another model', { name: 'openai:another' }],
    ['items that read otherwise', { question: 'Which phase?' }],
  ])('takes no reply to the requests of %s', async (_, facts) => {
    const foreign = (await exportAll(new MemoryRunFolder(), makeCache(), { plan: makePlan(facts) })).lines.map(({ custom_id: id }) => id);
    const folder = new MemoryRunFolder();
    await exportAll(folder);
    expect(await importAll(folder, replies(foreign))).toMatchObject({ recorded: 0, waiting: 2, problems: [{ kind: 'unknown' }, { kind: 'unknown' }] });
  });

  it('a later line mends one that failed, and never one that answered', async () => {
    const folder = new MemoryRunFolder();
    const [one, other] = (await exportAll(folder)).lines.map(({ custom_id: id }) => id) as [string, string];
    // the errors of a first batch, then the replies of a second: one command
    const imported = await importAll(folder, [...replies([one], 'fails'), ...replies([one, other]), ...replies([other], 'fails'), ...replies([one], 'A')]);
    expect(imported).toMatchObject({ recorded: 2, statuses: { ok: 2 }, failed: 0, waiting: 0, problems: [{ kind: 'duplicate', record: 4 }, { kind: 'duplicate', record: 5 }] });
    expect(predictionsOf(folder).filter(({ status }) => status === 'ok').map(({ raw }) => raw)).toEqual(['B', 'B']);
  });

  it('a line that met a used-up quota ends nothing: those behind it are recorded, and its call is asked again', async () => {
    const folder = new MemoryRunFolder();
    const [one, other] = (await exportAll(folder)).lines.map(({ custom_id: id }) => id) as [string, string];
    expect(await importAll(folder, [...replies([one], 'quota'), ...replies([other])])).toMatchObject({ recorded: 2, statuses: { ok: 1, transport_error: 1 }, failed: 1, pending: 2, waiting: 0, problems: [] });
    expect(predictionsOf(folder).filter(({ job_id: id }) => id === jobOf(one)).map(({ status, error }) => [status, error?.code])).toEqual([['transport_error', 'model/quota-used-up']]);
  });

  it('a name of an earlier version, without pictures, is told as that; where its call has a reply nothing is lost', async () => {
    const folder = new MemoryRunFolder();
    const [one, other] = (await exportAll(folder)).lines.map(({ custom_id: id }) => id) as [string, string];
    await importAll(folder, replies([one]));
    expect(await importAll(folder, replies([jobOf(one), jobOf(other)]))).toMatchObject({ recorded: 0, answered: 1, waiting: 1, problems: [{ kind: 'no-pictures', record: 2, message: expect.stringContaining('batch export --again') as string }] });
  });

  it('goes on after a file that is torn: what was whole is recorded, the rest is taken from the whole file', async () => {
    const folder = new MemoryRunFolder();
    const ids = (await exportAll(folder)).lines.map(({ custom_id: id }) => id) as [string, string];
    const torn = async function* () {
      yield replies(ids)[0];
      throw new EngineError('input/not-json', 'record 2 is torn');
    };
    await expect(importAll(folder, torn())).rejects.toMatchObject({ code: 'input/not-json' });
    expect((await exportAll(folder)).exported).toMatchObject({ exported: 0, answered: 1, leftOut: 1 });
    expect(await importAll(folder, replies(ids))).toMatchObject({ recorded: 1, answered: 1, waiting: 0 });
  });

  it('refuses a ledger with a frame beyond its window', async () => {
    const folder = new MemoryRunFolder();
    const { lines } = await exportAll(folder);
    folder.files.set('frames.partial.jsonl', (folder.files.get('frames.partial.jsonl') as string).replaceAll('"pts":6', '"pts":6.5'));
    await expect(importAll(folder, replies([lines[0]?.custom_id as string]))).rejects.toMatchObject({ code: 'media/future-frame' });
  });

  it('lists a hundred odd lines and counts the rest', async () => {
    const folder = new MemoryRunFolder();
    await exportAll(folder);
    const { problems, furtherProblems } = await importAll(folder, Array.from({ length: 130 }, (_, index) => (index % 2 === 0 ? { custom_id: `nobody-${index}` } : [])));
    expect([problems.length, furtherProblems, new Set(problems.map(({ kind }) => kind))]).toEqual([100, 30, new Set(['unknown', 'bad-record'])]);
  });
});
