import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type BenchmarkItem, type Prediction, RESPONSE_PROTOCOLS } from '@medstream/schema';
import {
  type FakeModelServer,
  generateClip,
  makeTemporaryFolder,
  openPlainNatsClient,
  type PlainNatsClient,
  type RecordedRequest,
  startFakeModelServer,
  type StartedProgram,
  startNatsServer,
  startProgram,
  type TemporaryFolder,
  type TestNatsServer,
} from '@medstream/testing';

const bin = fileURLToPath(new URL('../bin/medstream-eval.js', import.meta.url));
const FPS = 5;
const SLOTS = 4;
const REQUESTED = 'medstream.eval.run.requested.v1';
const COMPLETED = 'medstream.eval.run.completed.v1';
const FAILED = 'medstream.eval.run.failed.v1';
const DEAD = 'medstream.dead-letter.v1';

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
  answer: 'Cutting',
  query_time: 0,
  context_window_sec: 0,
  input_range: [0, 0],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
};
const mediaOf = (index: number): string => (index % 2 === 0 ? 'one.mp4' : 'two.mp4');

/** One call each, on one frame; each text differs, so that no call can take its reply from the cache. */
function makeSingles(count: number, windowSec: number, name: string): BenchmarkItem[] {
  return Array.from({ length: count }, (_, index) => {
    const end = windowSec + (index % 10);
    return { ...base, sample_id: `${name}-${String(index).padStart(4, '0')}`, media_path: mediaOf(index), question: `Which phase is it in view ${name} ${index}?`, query_time: end, context_window_sec: windowSec, input_range: [end - windowSec, end], answer: index % 3 === 0 ? 'Washing' : 'Cutting' };
  });
}

/** 2 × 3 rounds. */
const streaming = [0, 1].map((index): BenchmarkItem => ({
  ...base,
  sample_id: `streaming-${index}`,
  media_path: mediaOf(index),
  task: 'phase_alert',
  task_mode: 'streaming',
  temporal_mode: 'proactive',
  question_type: 'open',
  question: `Say when washing begins, in recording ${index}.`,
  choices: undefined,
  answer: undefined,
  response_protocol: RESPONSE_PROTOCOLS.alert,
  query_time: 2,
  input_range: [2, 14],
  rounds: [6, 10, 14].map((end, at) => ({ round: at + 1, current_time: end, input_range: [2, end], expected_output: end >= 10 ? 'alert: washing' : 'no_alert', answerable: end >= 10 })),
}));

let folder: TemporaryFolder;
let nats: TestNatsServer;
let model: FakeModelServer;
const running: StartedProgram[] = [];
const clients: PlainNatsClient[] = [];

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await mkdir(at('media'));
  for (const name of ['one.mp4', 'two.mp4']) await generateClip({ file: at('media', name), frames: 16 * FPS, fps: FPS, bframes: 2 });
  await writeItems('mixed.jsonl', [...makeSingles(18, 4, 'mixed'), ...streaming]);
  await writeItems('many.jsonl', makeSingles(500, 0, 'many'));
  await writeItems('some.jsonl', makeSingles(120, 0, 'some'));
}, 60_000);

beforeEach(async () => {
  nats = await startNatsServer();
  model = await startFakeModelServer(answerByText, { delayMs: 15 });
}, 60_000);

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await Promise.all(running.splice(0).map((program) => program.end()));
  await model.close();
  await nats.stop();
  // a run that a test left unfinished would be brought back by the services of the next
  await rm(at('.medstream'), { recursive: true, force: true });
}, 60_000);

afterAll(() => folder.remove());

function at(...parts: string[]): string {
  return join(folder.path, ...parts);
}

async function writeItems(name: string, items: readonly unknown[]): Promise<void> {
  await writeFile(at(name), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
}

/** The same reply to the same text, whenever it comes. */
function answerByText({ text }: RecordedRequest) {
  if (text.includes('no_alert')) return { kind: 'text' as const, text: /to 1[04] s/.test(text) ? 'alert: washing' : 'no_alert' };
  return { kind: 'text' as const, text: createHash('sha256').update(/in view [a-z]+ \d+/.exec(text)?.[0] ?? '').digest('hex') < '8' ? 'A' : 'B' };
}

function start(args: readonly string[], env: Record<string, string> = {}): StartedProgram {
  const program = startProgram(bin, args, {
    NATS_URL: nats.url,
    MEDSTREAM_ROOTS: folder.path,
    MEDSTREAM_HEALTH_PORT: '0',
    MEDSTREAM_ACK_WAIT_SEC: '2',
    MEDSTREAM_RECONCILE_SEC: '2',
    MEDSTREAM_CACHE: at('cache', String(running.length)),
    OPENAI_API_KEY: 'sk-canary-0123456789',
    ...env,
  });
  running.push(program);
  return program;
}

async function startService(args: readonly string[] = [], env: Record<string, string> = {}): Promise<StartedProgram> {
  const service = start(['serve', '--concurrency', String(SLOTS), '--no-canary', ...args], env);
  await service.waitForStderr('"msg":"ready"');
  return service;
}

const submit = (data: string, out: string, ...more: string[]): StartedProgram =>
  start(['submit', '--data', data, '--media-root', 'media', '--model', 'openai:fake', '--base-url', model.baseUrl, '--out', out, ...more]);

async function openClient(): Promise<PlainNatsClient> {
  const client = await openPlainNatsClient(nats.url);
  clients.push(client);
  for (const subject of [COMPLETED, FAILED, DEAD]) client.listen(subject);
  return client;
}

/** A request as contracts.md describes it. */
function describeRequest(runId: string, more: Record<string, unknown> = {}, eventId = `request/${runId}`): string {
  const data = { run_id: runId, data: ['some.jsonl'], media_root: 'media', model: 'baseline:random', out: `runs/${runId}`, ...more };
  return JSON.stringify({ specversion: '1.0', id: eventId, source: '/outside', type: REQUESTED, subject: runId, data });
}

const isAbout = (runId: string, subject: string) => (message: { subject: string; text: string }) => message.subject === subject && message.text.includes(`"run_id":"${runId}"`);

async function waitForCalls(count: number): Promise<void> {
  const endMs = performance.now() + 60_000;
  while (model.requests.length < count) {
    if (performance.now() > endMs) throw new Error(`${model.requests.length} of ${count} calls came; ${running.map((program) => program.stderr().slice(-1_500)).join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function readPredictions(run: string): Promise<Prediction[]> {
  return (await readFile(at(run, 'predictions.jsonl'), 'utf8')).trim().split('\n').map((line) => JSON.parse(line) as Prediction);
}

/** All that has to be the same bytes, predictions without the fields that may differ; the page tells how long calls took. */
async function readRun(run: string): Promise<Record<string, string>> {
  const names = ['manifest.json', 'items.jsonl', 'jobs.jsonl', 'frames.jsonl', 'scores.jsonl', 'summary.json'];
  const texts = await Promise.all(names.map(async (name) => [name, await readFile(at(run, name), 'utf8')] as const));
  const predictions = (await readPredictions(run)).map(({ attempts: _attempts, latency_ms: _latency, usage: _usage, cached: _cached, ...rest }) => JSON.stringify(rest)).join('\n');
  return { ...Object.fromEntries(texts), predictions };
}

/** Deliveries as the service logged them. */
function listDeliveries(service: StartedProgram): { durable: string; deliveryCount: number; msg: string }[] {
  return service.stderr().split('\n').filter((line) => line.includes('"deliveryCount"')).map((line) => JSON.parse(line) as { durable: string; deliveryCount: number; msg: string });
}

async function expectWholeRun(run: string, jobs: number): Promise<void> {
  const predictions = await readPredictions(run);
  expect(new Set(predictions.map(({ job_id: jobId }) => jobId)).size).toBe(jobs);
  expect(predictions).toHaveLength(jobs);
  expect(predictions.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect((await readdir(at(run))).sort()).toEqual(['frames.jsonl', 'items.jsonl', 'jobs.jsonl', 'manifest.json', 'predictions.jsonl', 'report.html', 'run.log', 'scores.jsonl', 'summary.json']);
}

describe('serve', () => {
  it('writes the bytes of the command, with one worker and with two', async () => {
    const command = await start(['run', '--data', at('mixed.jsonl'), '--media-root', at('media'), '--model', 'openai:fake', '--base-url', model.baseUrl, '--judge', 'lexical', '--out', at('runs/command')]).ended;
    expect(command.code).toBe(0);
    // the reasons of four alerts that were right to raise
    expect((await readFile(at('runs/command/judgements.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(4);
    const expected = await readRun('runs/command');
    const ear = await openPlainNatsClient(nats.url);
    clients.push(ear);
    ear.listen('medstream.>');
    const one = await startService();
    expect(await submit('mixed.jsonl', 'runs/one-worker', '--judge', 'lexical').ended).toMatchObject({ code: 0, stdout: expect.stringContaining('report runs/one-worker/report.html') });
    expect(await readRun('runs/one-worker')).toEqual(expected);
    const two = await startService();
    const callsBefore = model.requests.length;
    expect((await submit('mixed.jsonl', 'runs/two-workers', '--judge', 'lexical').ended).code).toBe(0);
    expect(await readRun('runs/two-workers')).toEqual(expected);
    // 18 single turns and 2 × 3 rounds; what the first worker answered before stands in its cache, so only the second's count
    expect(model.requests.length - callsBefore).toBeLessThanOrEqual(24);
    for (const service of [one, two]) expect(listDeliveries(service).some(({ durable }) => durable === 'eval-infer')).toBe(true);
    expect(one.stderr() + two.stderr()).not.toMatch(/sk-canary|washing/);
    // nor in any event or file: every job was told of, and the replies are kept
    expect(ear.heard.length).toBeGreaterThanOrEqual(48);
    expect(ear.heard.map(({ text }) => text).join('\n')).not.toContain('sk-canary');
    const files = (await readdir(folder.path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && !entry.name.endsWith('.mp4'));
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['run.log', 'judgements.jsonl', 'predictions.jsonl', 'report.html']));
    for (const { parentPath, name } of files) expect([name, (await readFile(join(parentPath, name), 'latin1')).includes('sk-canary')]).toEqual([name, false]);
    // asked several times, too
    const repeated = ['--limit', '3', '--repeats', '2'];
    expect((await start(['run', '--data', at('mixed.jsonl'), '--media-root', at('media'), '--model', 'openai:fake', '--base-url', model.baseUrl, '--out', at('runs/repeated'), ...repeated]).ended).code).toBe(0);
    expect((await submit('mixed.jsonl', 'runs/repeated-by-service', ...repeated).ended).code).toBe(0);
    expect(await readRun('runs/repeated-by-service')).toEqual(await readRun('runs/repeated'));
    expect((await readPredictions('runs/repeated')).filter(({ repeat }) => repeat === 1).length).toBeGreaterThanOrEqual(3);
  }, 120_000);

  it('loses and doubles nothing when a worker is killed in the middle of 500 jobs', async () => {
    const [killed, other] = [await startService(), await startService()];
    const client = await openClient();
    await client.request(REQUESTED, describeRequest('killed', { data: ['many.jsonl'], model: 'openai:fake', base_url: model.baseUrl }));
    await waitForCalls(150);
    await killed.end('SIGKILL');
    const end = await client.waitFor(isAbout('killed', COMPLETED));
    expect(JSON.parse(end.text)).toMatchObject({ id: 'run-completed/killed', data: { incomplete: false, summary: 'runs/killed/summary.json' } });
    await expectWholeRun('runs/killed', 500);
    // each slot of the killed worker may have had one call under way, which is made again
    expect(model.requests.length).toBeGreaterThanOrEqual(500);
    expect(model.requests.length).toBeLessThanOrEqual(500 + SLOTS);
    // the kill hit work in hand, or this test would say nothing
    expect(listDeliveries(other).filter(({ deliveryCount }) => deliveryCount > 1)).not.toEqual([]);
    expect(listDeliveries(killed).length).toBeGreaterThan(0);
  }, 120_000);

  it('outlives a broker that is killed, and one that loses its store', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => probe.once('listening', resolve));
    const { port } = probe.address() as { port: number };
    await new Promise((resolve) => probe.close(resolve));
    const service = await startService([], { MEDSTREAM_HEALTH_PORT: String(port), MEDSTREAM_HEALTH_HOST: '127.0.0.1' });
    const ask = async (path: string): Promise<number> => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([200, 200]);

    const restarted = submit('some.jsonl', 'runs/restarted');
    await waitForCalls(30);
    await nats.pause();
    await service.waitForStderr('"msg":"disconnected"');
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([200, 503]);
    await nats.restart();
    expect((await restarted.ended).code).toBe(0);
    await expectWholeRun('runs/restarted', 120);

    const before = model.requests.length;
    await writeItems('more.jsonl', makeSingles(120, 0, 'more'));
    const lost = submit('more.jsonl', 'runs/lost');
    await waitForCalls(before + 30);
    await nats.loseStore();
    expect((await lost.ended).code).toBe(0);
    await expectWholeRun('runs/lost', 120);
    // committed work is not redone: only what was under way may be asked twice
    expect(model.requests.length - before).toBeLessThanOrEqual(120 + SLOTS);
    expect(service.stderr().match(/"msg":"planned"/g)?.length).toBeGreaterThanOrEqual(3);
  }, 180_000);

  it('stops under load without a redelivery, and another goes on', async () => {
    const client = await openClient();
    const first = await startService();
    await client.request(REQUESTED, describeRequest('stopped', { model: 'openai:fake', base_url: model.baseUrl }));
    await waitForCalls(20);
    const ended = await first.end('SIGTERM');
    expect(ended.code).toBe(0);
    const callsOfFirst = model.requests.length;
    expect(callsOfFirst).toBeLessThan(120);
    const second = await startService();
    await client.waitFor(isAbout('stopped', COMPLETED));
    await expectWholeRun('runs/stopped', 120);
    expect(model.requests).toHaveLength(120);
    const deliveries = [...listDeliveries(first), ...listDeliveries(second)];
    expect(deliveries.filter(({ durable }) => durable === 'eval-infer')).toHaveLength(120);
    expect(deliveries.filter(({ deliveryCount, msg }) => deliveryCount !== 1 || msg !== 'done')).toEqual([]);
  }, 120_000);

  it('holds on to a run while a slow judge marks it: nothing is redelivered, no verdict asked for twice, and other runs end meanwhile', async () => {
    // replies that no rule can read, so that each needs the judge, who says nothing before the other run has ended, and not for
    // nearly two deadlines for an acknowledgement
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    const judge = await startFakeModelServer(({ text }) => ({ kind: 'text', text: JSON.stringify({ id: /The id of this call is \\"([0-9a-f]{16})\\"/.exec(text)?.[1], choice: 1 }) }), { delayMs: 3_500, until });
    const vague = await startFakeModelServer(({ text }) => ({ kind: 'text', text: `I see something in ${/in view [a-z]+ \d+/.exec(text)?.[0]}` }));
    await writeItems('few.jsonl', makeSingles(4, 0, 'few'));
    const client = await openClient();
    const services = await Promise.all([1, 2].map(() => startService([], { MEDSTREAM_JUDGE_BASE_URL: judge.baseUrl })));
    await client.request(REQUESTED, describeRequest('judged', { data: ['few.jsonl'], model: 'openai:fake', base_url: vague.baseUrl, judge: 'openai:judge' }));
    for (let waited = 0; judge.requests.length === 0 && waited < 3_000; waited += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    await client.request(REQUESTED, describeRequest('beside', { data: ['few.jsonl'], model: 'openai:fake', base_url: model.baseUrl }));
    await waitForCalls(1);
    await client.waitFor(isAbout('beside', COMPLETED));
    // the judge of the other has said nothing yet
    expect(client.heard.some(isAbout('judged', COMPLETED))).toBe(false);
    release();
    await client.waitFor(isAbout('judged', COMPLETED));
    expect(JSON.parse(await readFile(at('runs/judged/summary.json'), 'utf8'))).toMatchObject({ incomplete: false, judging: { verdicts: 4 } });
    expect(judge.requests).toHaveLength(4);
    expect(services.flatMap(listDeliveries).filter(({ durable, deliveryCount, msg }) => durable === 'eval-judge' && (deliveryCount > 1 || msg !== 'done'))).toEqual([]);
    await Promise.all([judge.close(), vague.close()]);
  }, 120_000);

  it('never spends more than the limit of a run over two workers, tells what was spent and why it stopped, and goes on under a higher one', async () => {
    // 100 tokens of input at 10,000 dollars a million are a dollar; the bound of a call is its 8,192 tokens of picture and its text, about 90 dollars
    const paid = await startFakeModelServer([{ kind: 'text', text: 'B', usage: { prompt_tokens: 100, completion_tokens: 0 } }], { delayMs: 15 });
    await writeItems('paid.jsonl', makeSingles(12, 0, 'paid'));
    await Promise.all([startService(), startService()]);
    const ask = (maxCost: string, ...more: string[]): StartedProgram => submit('paid.jsonl', 'runs/paid', '--base-url', paid.baseUrl, '--price', '10000,0', '--max-cost', maxCost, '--json', ...more);
    const stopped = await ask('200', '--run-id', 'paid-1').ended;
    const end = JSON.parse(stopped.stdout) as { spent: { cost_usd: number; calls: number } };
    expect([stopped.code, end, stopped.stderr]).toEqual([1, expect.objectContaining({ state: 'completed', incomplete: true, stopped: expect.objectContaining({ code: 'run/cost-limit' }) as unknown }), expect.stringContaining('error run/cost-limit: ')]);
    expect(end.spent).toEqual({ cost_usd: paid.requests.length, calls: paid.requests.length });
    expect(paid.requests.length).toBeGreaterThan(0);
    expect(paid.requests.length).toBeLessThan(12);
    const whole = await ask('100000', '--run-id', 'paid-2').ended;
    // nothing is paid twice, and what was paid before counts
    expect([whole.code, paid.requests.length, JSON.parse(whole.stdout)]).toEqual([0, 12, expect.objectContaining({ incomplete: false, spent: { cost_usd: 12, calls: 12 } })]);
    await expectWholeRun('runs/paid', 12);
    // what it costs at this address is not known without a price
    const unknown = await submit('paid.jsonl', 'runs/unpriced', '--max-cost', '1').ended;
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('a cost limit cannot be kept')]);
    await paid.close();
  }, 120_000);

  it('hands back what does not end within the stop budget; a second signal ends it at once', async () => {
    const silent = await startFakeModelServer([{ kind: 'hang' }]);
    const client = await openClient();
    const first = await startService([], { MEDSTREAM_STOP_BUDGET_SEC: '1' });
    await client.request(REQUESTED, describeRequest('hanging', { model: 'openai:fake', base_url: silent.baseUrl }));
    const untilCalls = async (count: number): Promise<void> => {
      for (let waited = 0; silent.requests.length < count && waited < 3_000; waited += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await untilCalls(SLOTS);
    const ended = await first.end('SIGTERM');
    expect(ended.code).toBe(0);
    expect(listDeliveries(first).filter(({ msg }) => msg === 'retry')).toHaveLength(SLOTS);
    const second = await startService();
    await untilCalls(2 * SLOTS);
    second.child.kill('SIGTERM');
    await second.waitForStderr('"msg":"stopping"');
    expect((await second.end('SIGTERM')).code).toBe(130);
    await silent.close();
  }, 120_000);

  it('answers a program that knows only the contract, again when asked again, and refuses another request of that name', async () => {
    await startService();
    const client = await openClient();
    expect(await client.request(REQUESTED, describeRequest('outside'))).toContain('"stream":"MEDSTREAM_EVAL_WORK"');
    const end = JSON.parse((await client.waitFor(isAbout('outside', COMPLETED))).text) as Record<string, unknown>;
    expect(end).toMatchObject({ specversion: '1.0', type: COMPLETED, subject: 'outside', source: '/medstream/inference-engine', data: { run_id: 'outside', summary: 'runs/outside/summary.json', report: 'runs/outside/report.html', incomplete: false } });
    const status = JSON.parse(await client.request('medstream.eval.run.status', '{"run_id":"outside"}')) as unknown;
    expect(status).toMatchObject({ run_id: 'outside', state: 'completed', jobs: 120, done: 120, statuses: { ok: 120 } });
    expect(JSON.parse(await client.request('medstream.eval.run.status', '{"run_id":"never"}'))).toMatchObject({ state: 'unknown' });

    await client.request(REQUESTED, describeRequest('outside', {}, 'asked-again'));
    await client.waitFor(() => client.heard.filter(isAbout('outside', COMPLETED)).length === 2);
    expect(client.heard.filter(isAbout('outside', COMPLETED)).map(({ text }) => JSON.parse(text) as unknown)).toEqual([end, end]);

    await client.request(REQUESTED, describeRequest('outside', { model: 'baseline:oracle' }, 'other-data'));
    expect(JSON.parse((await client.waitFor(isAbout('outside', FAILED))).text)).toMatchObject({ data: { code: 'bus/conflicting-request' } });
    expect(JSON.parse(await client.request('medstream.eval.run.status', '{"run_id":"outside"}'))).toEqual(status);

    const refused = [['roots', { out: '../elsewhere' }, 'bus/outside-roots'], ['object', { data: ['obj://bucket/key'] }, 'bus/outside-roots'], ['model', { model: 'baseline:none' }, 'model/unknown'], ['judge', { judge: 'demo:shapes' }, 'usage/bad-argument'], ['self-judge', { model: 'openai:fake', base_url: 'http://127.0.0.1:1/v1', judge: 'openai:fake' }, 'usage/bad-argument']] as const;
    for (const [runId, more, code] of refused) {
      await client.request(REQUESTED, describeRequest(runId, more));
      expect(JSON.parse((await client.waitFor(isAbout(runId, FAILED))).text)).toMatchObject({ id: `run-failed/${runId}`, data: { run_id: runId, code } });
    }
    expect(client.heard.filter(({ subject }) => subject === DEAD)).toEqual([]);
  }, 120_000);

  it('puts poison aside with its reason and goes on with the rest', async () => {
    await startService();
    const client = await openClient();
    const job = 'medstream.eval.job.requested.v1';
    const event = (data: unknown): string => JSON.stringify({ specversion: '1.0', id: 'x', source: '/outside', type: job, data });
    await client.request(job, '{"half');
    await client.request(job, event({ run_id: 'nobody', out: 'x', job_id: 'job-1' }));
    await client.request(job, event({ run_id: '../nobody', out: 'x', job_id: 'job-1' }));
    await client.request(REQUESTED, describeRequest('after-poison'));
    await client.waitFor(isAbout('after-poison', COMPLETED));
    await client.waitFor(() => client.heard.filter(({ subject }) => subject === DEAD).length === 3);
    const letters = client.heard.filter(({ subject }) => subject === DEAD).map(({ text }) => (JSON.parse(text) as { data: { code: string; message: string; attempts: number } }).data);
    expect(letters.map(({ code, attempts }) => [code, attempts])).toEqual([['bus/bad-event', 1], ['bus/bad-event', 1], ['bus/bad-event', 1]]);
    // four slots: the letters come in any order
    for (const reason of ['is not JSON in UTF-8', 'no run nobody was requested', 'run_id: expected 1 to 128']) {
      expect(letters.filter(({ message }) => message.includes(reason))).toHaveLength(1);
    }
    await expectWholeRun('runs/after-poison', 120);
  }, 120_000);

  it('starts the listed runs when a benchmark is finished, once each', async () => {
    await writeFile(at('evaluations.yaml'), 'models: [baseline:abstain, baseline:oracle]\nmedia_root: media\nout: evaluations\n');
    await startService(['--on-materialised', at('evaluations.yaml')]);
    const client = await openClient();
    const type = 'medstream.data.benchmark.materialised.v1';
    const bytes = await readFile(at('some.jsonl'));
    const tell = (id: string, sha256: string): string =>
      JSON.stringify({ specversion: '1.0', id, source: '/outside', type, subject: 'b1', data: { build_id: 'b1', files: [{ dataset: 'set', path: 'some.jsonl', sha256, items: 120 }], manifest: 'manifest.json' } });
    await client.request(type, tell('one', createHash('sha256').update(bytes).digest('hex')));
    await client.request(type, tell('two', createHash('sha256').update(bytes).digest('hex')));
    await client.request(type, tell('three', '0'.repeat(64)));
    for (const name of ['abstain', 'oracle']) {
      await client.waitFor(isAbout(`b1-baseline-${name}`, COMPLETED));
      await expectWholeRun(`evaluations/b1/baseline-${name}`, 120);
    }
    const letter = await client.waitFor(({ subject }) => subject === DEAD);
    expect(JSON.parse(letter.text)).toMatchObject({ data: { code: 'store/corrupt', original_subject: type } });
    expect((await readdir(at('.medstream/runs'))).filter((name) => name.startsWith('b1')).sort()).toEqual(['b1-baseline-abstain', 'b1-baseline-oracle']);
  }, 120_000);
});

describe('submit', () => {
  it('lets go of a run at Ctrl-C and finds it again', async () => {
    const service = await startService();
    const letGo = submit('some.jsonl', 'runs/let-go', '--json');
    await waitForCalls(10);
    letGo.child.kill('SIGINT');
    const ended = await letGo.ended;
    expect(ended.code).toBe(130);
    expect(ended.stderr).toMatch(/no longer following; the run run-[0-9a-f]{16} goes on/);
    const again = await submit('some.jsonl', 'runs/let-go', '--json').ended;
    expect([again.code, JSON.parse(again.stdout)]).toEqual([0, expect.objectContaining({ state: 'completed', report: 'runs/let-go/report.html' })]);
    await expectWholeRun('runs/let-go', 120);
    expect(model.requests).toHaveLength(120);
    expect((await service.end('SIGTERM')).code).toBe(0);
    expect(await submit('nowhere.jsonl', 'runs/none', '--detach').ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^submitted run-/) });
  }, 120_000);

  it('ends with the code of a failure', async () => {
    await startService();
    expect(await submit('nowhere.jsonl', 'runs/nowhere').ended).toMatchObject({ code: 2, stderr: expect.stringContaining('error usage/missing-root') });
    expect(await submit('some.jsonl', 'runs/x', '--run-id', 'no/slash').ended).toMatchObject({ code: 2, stderr: expect.stringContaining('--run-id') });
  }, 120_000);
});

describe('without a broker', () => {
  it.each(['serve', 'serve --init-only', 'submit --data x --media-root m --model baseline:abstain --out o'])('%s ends with 3 and one clear line', async (command) => {
    const ended = await start(command.split(' '), { NATS_URL: 'nats://eval:secret@127.0.0.1:1' }).ended;
    expect(ended.code).toBe(3);
    const errors = ended.stderr.split('\n').filter((line) => line.startsWith('error'));
    expect(errors).toEqual(['error bus/unreachable: no NATS server answers at nats://127.0.0.1:1: connection refused']);
    expect(ended.stderr).not.toContain('secret');
  }, 60_000);

  it('says that no stream takes a request, and makes the streams by --init-only', async () => {
    expect(await submit('some.jsonl', 'runs/early').ended).toMatchObject({ code: 3, stderr: expect.stringMatching(/error bus\/timed-out[^]*serve --init-only/) });
    expect((await start(['serve', '--init-only']).ended).code).toBe(0);
    expect((await submit('some.jsonl', 'runs/early', '--detach').ended).code).toBe(0);
    expect(await start(['serve'], { MEDSTREAM_REQUIRE_BROKER_FLOOR: '1' }).ended).toMatchObject({ code: 3, stderr: expect.stringContaining('error bus/old-broker') });
  }, 120_000);
});
