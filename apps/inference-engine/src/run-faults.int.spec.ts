import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { encodePlainPicture } from '@medstream/media';
import { type BenchmarkItem, createSeededRandom, type Prediction, RESPONSE_PROTOCOLS } from '@medstream/schema';
import { type FakeModelServer, type FakeReply, makeTemporaryFolder, type RecordedRequest, startFakeModelServer, startProgram, type StartedProgram, type TemporaryFolder } from '@medstream/testing';

const bin = fileURLToPath(new URL('../bin/medstream-eval.js', import.meta.url));
const KEY = 'canary-key-0123456789';

/** All ask about one still picture: what is tried here is the calls, not the decoding. */
const itemOf = (view: number): BenchmarkItem => ({
  sample_id: `view-${String(view).padStart(5, '0')}`,
  dataset: 'set',
  video_id: 'still',
  media_path: 'still.png',
  task: 'phase_now',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'closed',
  question: `Which phase is it in view ${view}?`,
  choices: ['Cutting', 'Washing'],
  answer: 'Washing',
  query_time: 0,
  context_window_sec: 0,
  input_range: [0, 0],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
});
const viewOf = ({ text }: RecordedRequest): number => Number(/in view (\d+)\?/.exec(text)?.[1]);
const right: FakeReply = { kind: 'text', text: 'B' };

let folder: TemporaryFolder;
let servers: FakeModelServer[] = [];
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await writeFile(at('still.png'), (await encodePlainPicture({ red: 200, green: 60, blue: 60 })).bytes);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
afterAll(() => folder.remove());

const at = (...parts: string[]): string => join(folder.path, ...parts);

async function writeItems(name: string, count: number): Promise<string> {
  await writeFile(at(name), Array.from({ length: count }, (_, view) => `${JSON.stringify(itemOf(view))}\n`).join(''));
  return at(name);
}

async function startServer(...options: Parameters<typeof startFakeModelServer>): Promise<FakeModelServer> {
  const server = await startFakeModelServer(...options);
  servers = [...servers, server];
  return server;
}

const startRun = (args: readonly string[]): StartedProgram => startProgram(bin, ['run', '--media-root', folder.path, ...args], { OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY });
const run = (args: readonly string[]) => startRun(args).ended;

async function readPredictions(out: string): Promise<Prediction[]> {
  return (await readFile(at(out, 'predictions.jsonl'), 'utf8')).trim().split('\n').map((line) => JSON.parse(line) as Prediction);
}

function countBy<Value>(values: readonly Value[]): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Text of every file below a folder. */
async function readAll(path: string): Promise<string> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')));
  return texts.join('\n');
}

/** Faults that pass, then those that are an answer of their own. */
const FAULTS: readonly FakeReply[] = [
  { kind: 'status', status: 429, headers: { 'retry-after': '0.02' } },
  { kind: 'status', status: 500, body: `{"error":{"message":"failed for Bearer ${KEY}"}}` },
  { kind: 'hang' },
  { kind: 'drop' },
  { kind: 'cut' },
  { kind: 'body', body: '{"choices":[{"mess' },
  { kind: 'text', text: '' },
  { kind: 'blocked' },
];
/** Each tenth question meets a fault at its first call, each kind in turn; one in a thousand meets nothing but errors. */
const faultOf = (view: number): FakeReply | null => (view % 10 === 0 ? (FAULTS[(view / 10) % FAULTS.length] as FakeReply) : null);
const isHopeless = (view: number): boolean => view % 1_000 === 999;

describe('a run against a server with faults', () => {
  it.each([
    ['openai', 5_000],
    ['google', 1_000],
  ] as const)('%s: each of %i jobs ends once, with 10 %% faults at 32 in flight', async (dialect, jobs) => {
    const calls = new Map<number, number>();
    let isWell = false;
    const server = await startServer((request) => {
      const view = viewOf(request);
      const earlier = calls.get(view) ?? 0;
      calls.set(view, earlier + 1);
      if (isWell) return right;
      if (isHopeless(view)) return { kind: 'status', status: 500 };
      const fault = earlier === 0 ? faultOf(view) : null;
      // overload comes in the first part only: from there on the number of calls at a time grows to its maximum
      return fault === FAULTS[0] && view >= jobs / 5 ? (FAULTS[1] as FakeReply) : (fault ?? right);
    }, { dialect, delayMs: 4 });
    await writeFile(at('faults.yaml'), 'retry_wait_sec: 0.01\ntimeout_sec: 2\n');
    const args = (out: string): string[] => ['--data', at(`${dialect}.jsonl`), '--model', `${dialect}:fake`, '--base-url', server.baseUrl, '--out', at(out), '--cache', at(`cache-${dialect}`), '--concurrency', '32', '--no-canary', '--config', at('faults.yaml')];
    await writeItems(`${dialect}.jsonl`, jobs);
    const first = await run(args(dialect));
    const hopeless = jobs / 1_000;
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining(`warning: ${hopeless} of ${jobs} calls failed by no fault of the model`)]);
    const predictions = await readPredictions(dialect);
    expect(new Set(predictions.map(({ job_id }) => job_id)).size).toBe(jobs);
    expect(predictions).toHaveLength(jobs);
    // a tenth has faults, a sixteenth more or less of each kind
    const faulty = Array.from({ length: jobs / 10 }, (_, index) => faultOf(index * 10));
    const [empty, blocked] = [FAULTS[6], FAULTS[7]].map((kind) => faulty.filter((fault) => fault === kind).length) as [number, number];
    expect(Object.fromEntries(countBy(predictions.map(({ status }) => status)))).toEqual({ ok: jobs - empty - blocked - hopeless, empty, blocked, transport_error: hopeless });
    // every call that the server saw is an attempt of one job, and the other way round
    expect(predictions.map(({ attempts }) => attempts)).toEqual(Array.from({ length: jobs }, (_, view) => calls.get(view)));
    expect(predictions.filter(({ status }) => status === 'transport_error').every(({ attempts, raw, error }) => attempts === 8 && raw === null && error?.code === 'model/failing')).toBe(true);
    expect(server.peakInFlight).toBeLessThanOrEqual(32);
    expect(server.peakInFlight).toBeGreaterThan(8);
    isWell = true;
    const counted = server.requests.length;
    const resumed = await run([...args(dialect), '--resume']);
    expect([resumed.code, server.requests.length - counted]).toEqual([0, hopeless]);
    const bytes = await readFile(at(dialect, 'predictions.jsonl'), 'utf8');
    expect((await run([...args(dialect), '--resume'])).code).toBe(0);
    expect([server.requests.length - counted, await readFile(at(dialect, 'predictions.jsonl'), 'utf8')]).toEqual([hopeless, bytes]);
    // only whole answers were kept for other runs
    expect((await run(args(`${dialect}-again`))).code).toBe(0);
    expect(server.requests.length - counted).toBe(hopeless + empty + blocked);
    for (const text of [await readAll(at(dialect)), await readAll(at(`cache-${dialect}`)), first.stdout, first.stderr, resumed.stdout, resumed.stderr]) expect(text).not.toContain(KEY);
  }, 300_000);

  it('killed at 20 moments and resumed: only calls in flight are made again, and the files are the same', async () => {
    const [jobs, concurrency, kills] = [400, 8, 20];
    const server = await startServer(() => right, { delayMs: 15 });
    const data = await writeItems('killed.jsonl', jobs);
    const args = (out: string): string[] => ['--data', data, '--model', 'openai:fake', '--base-url', server.baseUrl, '--out', at(out), '--cache', at(`cache-of-${out}`), '--concurrency', String(concurrency), '--no-canary'];
    const random = createSeededRandom(7, 'kills');
    let bites = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const [before, wanted] = [server.requests.length, random.nextIndex(30)];
      const program = startRun(kill === 0 ? args('killed') : [...args('killed'), '--resume']);
      while (server.requests.length - before < wanted && program.child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 1));
      if (wanted === 0) await new Promise((resolve) => setTimeout(resolve, random.nextIndex(400)));
      if ((await program.end('SIGKILL')).code === null) bites += 1;
    }
    expect(bites).toBeGreaterThan(kills / 2);
    const last = await run([...args('killed'), '--resume']);
    const calls = [...countBy(server.requests.map(viewOf)).values()];
    expect([last.code, calls.length]).toEqual([0, jobs]);
    expect(server.requests.length - jobs).toBeLessThanOrEqual(bites * concurrency);
    expect((await run(args('whole'))).code).toBe(0);
    for (const name of ['items.jsonl', 'manifest.json', 'jobs.jsonl', 'frames.jsonl', 'scores.jsonl', 'summary.json']) expect(await readFile(at('killed', name), 'utf8')).toBe(await readFile(at('whole', name), 'utf8'));
    const comparable = async (out: string) => (await readPredictions(out)).map(({ attempts: _attempts, latency_ms: _latency, usage: _usage, cached: _cached, ...rest }) => rest);
    expect(await comparable('killed')).toEqual(await comparable('whole'));
  }, 300_000);
});

it('two runs share a cache at once, and a third asks nobody', async () => {
  const jobs = 100;
  const server = await startServer(() => right, { delayMs: 10 });
  const data = await writeItems('shared.jsonl', jobs);
  const args = (out: string): string[] => ['--data', data, '--model', 'openai:fake', '--base-url', server.baseUrl, '--out', at(out), '--cache', at('cache-of-two'), '--no-canary'];
  const ended = await Promise.all([run(args('one')), run(args('other'))]);
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  expect(await readFile(at('one', 'scores.jsonl'), 'utf8')).toBe(await readFile(at('other', 'scores.jsonl'), 'utf8'));
  const calls = server.requests.length;
  expect(calls).toBeLessThanOrEqual(2 * jobs);
  expect((await run(args('third'))).code).toBe(0);
  expect([server.requests.length, (await readPredictions('third')).every(({ cached }) => cached)]).toEqual([calls, true]);
}, 120_000);

describe('a run that is held back', () => {
  const small = (server: FakeModelServer, out: string, ...more: string[]): string[] => ['--data', at('small.jsonl'), '--model', 'google:gemini-2.5-pro', '--base-url', server.baseUrl, '--out', at(out), '--cache', at(`cache-of-${out}`), '--concurrency', '1', ...more];
  beforeAll(() => writeItems('small.jsonl', 6));

  it('stops when the quota of the day is used up, and goes on where it was', async () => {
    const quota = { error: { code: 429, message: 'quota', details: [{ '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel' }] }] } };
    const server = await startServer((_request, index) => (index === 2 ? { kind: 'status', status: 429, body: JSON.stringify(quota) } : right), { dialect: 'google' });
    const stopped = await run(small(server, 'quota', '--no-canary'));
    expect([stopped.code, server.requests.length]).toEqual([3, 3]);
    expect(stopped.stderr).toMatch(/error model\/quota-used-up: .*\nhow to mend: .*--resume/);
    const resumed = await run(small(server, 'quota', '--no-canary', '--resume'));
    expect([resumed.code, server.requests.length]).toEqual([0, 3 + 4]);
  }, 60_000);

  it('refuses a limit of costs without a price, states the cost before the first call, and stops within the limit', async () => {
    // 100,000 tokens at 10 dollars a million are a dollar; the estimates of these calls are far below
    const server = await startServer([{ kind: 'text', text: 'B', usage: { promptTokenCount: 100_000, candidatesTokenCount: 0 } }], { dialect: 'google' });
    const refused = await run(small(server, 'cost', '--no-canary', '--max-cost', '2.5'));
    expect([refused.code, server.requests.length, refused.stderr]).toEqual([2, 0, expect.stringMatching(/error usage\/bad-argument: a cost limit cannot be kept/)]);
    await writeFile(at('price.yaml'), 'price: {input: 10, output: 30}\n');
    const stopped = await run(small(server, 'cost', '--no-canary', '--max-cost', '2.5', '--config', at('price.yaml')));
    // the first call takes far more than the most that was reckoned with, so a dollar is set aside for each later one
    expect([stopped.code, server.requests.length]).toEqual([1, 2]);
    expect(stopped.stderr).toMatch(/6 calls planned, 6 to do\nthey take at most about \d+ tokens and 3072 of replies; at most about \$0\.\d+\n/);
    expect(stopped.stderr).toMatch(/error run\/cost-limit: .*\$2\.0000 are spent, .* set aside .*\nhow to mend: .*--max-cost/);
    const resumed = await run(small(server, 'cost', '--no-canary', '--max-cost', '7', '--config', at('price.yaml'), '--resume', '--json'));
    expect([resumed.code, server.requests.length, JSON.parse(resumed.stdout).usage]).toEqual([0, 6, { calls: 6, input_tokens: 600_000, output_tokens: 0, calls_without_usage: 0, cost_usd: 6, prices_of: null }]);
  }, 60_000);

  it.each<[string, (request: RecordedRequest) => FakeReply, number, number, RegExp]>([
    ['tells pictures apart', (request) => ({ kind: 'text', text: request.text.length % 7 === 0 ? 'Red' : `Colour ${request.text.length}` }), 0, 3 + 6, /^6 calls planned/],
    ['says the same to everything', () => right, 0, 4 + 6, /warning: .*it may not look at pictures/],
    ['keeps a picture from one call to the next', ({ text }) => ({ kind: 'text', text: text.includes('inlineData') ? 'Red' : 'There is no picture.' }), 3, 4, /error model\/blind: /],
  ])('shows plain pictures first: a model that %s', async (what, script, code, calls, told) => {
    const server = await startServer(script, { dialect: 'google' });
    const out = `sight-${what.length}`;
    const ended = await run(small(server, out));
    expect([ended.code, server.requests.length, ended.stderr]).toEqual([code, calls, expect.stringMatching(told)]);
    if (code !== 0) return;
    // nothing is pending: nobody is asked
    expect((await run(small(server, out, '--resume'))).code).toBe(0);
    expect(server.requests.length).toBe(calls);
  }, 60_000);
});

describe('medstream-eval plan', () => {
  it.each([
    ['google:gemini-2.5-pro', [], { cost_usd: expect.closeTo(6 * (1_700 * 1.25 + 512 * 10) / 1e6, 2), prices_of: expect.stringMatching(/^\d{4}-/) }, /cost +at most about \$0\.0\d+, by list prices of \d{4}-/],
    ['google:gemini-2.5-pro', ['--base-url', 'http://127.0.0.1:9/v1beta'], { cost_usd: null, prices_of: null }, /cost +not known/],
    ['openai:Qwen/Qwen3-VL-4B-Instruct', ['--repeats', '2'], { calls: 12, cost_usd: null }, /cost +not known/],
    ['baseline:oracle', [], { cost_usd: 0, tokens: { input: 0, output: 0 } }, /cost +none: no server is asked/],
  ])('states what %s %j would cost', async (model, more, document, text) => {
    await writeItems('small.jsonl', 6);
    const plan = (...args: string[]) => startProgram(bin, ['plan', '--data', at('small.jsonl'), '--model', model, ...more, ...args]).ended;
    expect(JSON.parse((await plan('--json')).stdout)).toMatchObject(document);
    expect((await plan()).stdout).toMatch(text);
  }, 30_000);
});
