import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';
import { hashText, SUBJECTS } from '@medstream/schema';
import { makeTemporaryFolder, openPlainNatsClient, type PlainNatsClient, type StartedProgram, startNatsServer, startProgram, type TemporaryFolder, type TestNatsServer } from '@medstream/testing';

// real brokers and processes, on machines that may be busy: a test that takes 10 s has 300 s
jest.setTimeout(300_000);
const DEADLINE_MS = 120_000;

/** Seconds after which a killed worker's messages come again. */
const ACK_WAIT_SEC = 5;

/** The built command (`npx tsc -b` first). */
const bin = fileURLToPath(new URL('../bin/medstream-data.js', import.meta.url));
const runCommand = (...args: string[]) => startProgram(bin, args).ended;

let scratch: TemporaryFolder;
let broker: TestNatsServer;
let services: StartedProgram[] = [];
let client: PlainNatsClient;
let reference: Record<string, string>;
const at = (...names: string[]) => join(scratch.path, ...names);

beforeAll(async () => {
  scratch = await makeTemporaryFolder();
  writeHundredVideos(at('hundred'));
  const built = await runCommand('build', '--config', at('hundred/build.yaml'), '--out', at('reference'), '--allow-missing-media');
  expect(built.stderr).toContain('100 of 100 videos');
  reference = hashAll(at('reference'));
  broker = await startNatsServer();
  expect((await startServe(['--init-only']).ended).code).toBe(0);
  services = [];
});

beforeEach(async () => (client = await openPlainNatsClient(broker.url)));

afterEach(async () => {
  client.close();
  await Promise.all(services.map((service) => service.end()));
  services = [];
  // what a service held when it was killed just now is no matter of the next test
  const operator = await openPlainNatsClient(broker.url);
  expect(JSON.parse(await operator.request('$JS.API.STREAM.PURGE.MEDSTREAM_DATA_WORK', ''))).toMatchObject({ success: true });
  operator.close();
});

afterAll(async () => {
  await broker.stop();
  await scratch.remove();
});

/** Every file of a folder with the SHA-256 of its bytes: what has to be the same is compared by this. */
function hashAll(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map((entry) => join(entry.parentPath, entry.name)).sort().map((file) => [file.slice(folder.length + 1), hashText(readFileSync(file, 'utf8'))]));
}

/** A hundred invented operations of four phases, as a described set, with few items each. */
function writeHundredVideos(folder: string): void {
  const phases = ['Preparation', 'Dissection', 'Clipping', 'Packaging'];
  mkdirSync(join(folder, 'labels'), { recursive: true });
  for (let number = 1; number <= 100; number += 1) {
    const rows = phases.map((_phase, index) => `${index * 40},${(index + 1) * 40},${phases[(index + number) % 4] as string}`);
    writeFileSync(join(folder, 'labels', `v${String(number).padStart(3, '0')}.csv`), `start,end,phase\n${rows.join('\n')}\n`);
  }
  writeFileSync(
    join(folder, 'set.yaml'),
    'id: hundred\ntitle: a hundred invented operations\norgan: gallbladder\nformat: interval-table\ntables: labels/{video}.csv\nmedia: ["{video}.mp4"]\n' +
      `columns: { start: start, end: end, label: phase }\ntime: { unit: seconds }\ntracks:\n  - { signal: phase, vocabulary: [${phases.join(', ')}] }\n`,
  );
  writeFileSync(join(folder, 'build.yaml'), 'caps:\n  max_items_per_task: 2\nsources:\n  - source: set.yaml\n    root: .\n');
}

function serviceEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  return { NATS_URL: broker.url, MEDSTREAM_ROOTS: scratch.path, MEDSTREAM_HEALTH_PORT: '0', MEDSTREAM_CACHE: join(scratch.path, 'cache'), MEDSTREAM_ACK_WAIT_SEC: String(ACK_WAIT_SEC), MEDSTREAM_RECONCILE_SEC: '2', ...extra };
}

function startServe(args: string[] = [], environment: Record<string, string> = {}): StartedProgram {
  const service = startProgram(bin, ['serve', ...args], serviceEnvironment(environment));
  services.push(service);
  return service;
}

/** One service that takes work, or several. */
async function startServices(count: number): Promise<StartedProgram[]> {
  const started = Array.from({ length: count }, () => startServe());
  await Promise.all(started.map((service) => service.waitForStderr('"msg":"ready"', DEADLINE_MS)));
  return started;
}

interface LogLine {
  msg: string;
  durable?: string;
  deliveryCount?: number;
  code?: string;
}

function readLog(service: StartedProgram): LogLine[] {
  return service.stderr().split('\n').flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as LogLine] : []));
}

function countDone(service: StartedProgram, durable: string): number {
  return readLog(service).filter((line) => line.msg === 'done' && line.durable === durable).length;
}

const hundred = (build_id: string) => ({ build_id, config: 'hundred/build.yaml', out: `benchmarks/${build_id}`, allow_missing_media: true });

/** What the contract says of a request, and nothing else. */
async function requestBuild(data: { build_id: string } & Record<string, unknown>, id = `build-requested/${data.build_id}`): Promise<void> {
  const event = { specversion: '1.0', id, source: '/my-pipeline', type: 'medstream.data.build.requested.v1', subject: data.build_id, data };
  expect(JSON.parse(await client.request(event.type, JSON.stringify(event)))).toMatchObject({ stream: 'MEDSTREAM_DATA_WORK' });
}

interface Status {
  state: string;
  videos: { planned: number; built: number; failed: number } | null;
}

async function askStatus(build_id: string): Promise<Status> {
  return JSON.parse(await client.request('medstream.data.build.status', JSON.stringify({ build_id }))) as Status;
}

async function waitUntil(what: string, isDone: () => Promise<boolean> | boolean): Promise<void> {
  const endMs = performance.now() + DEADLINE_MS;
  while (!(await isDone())) {
    if (performance.now() > endMs) throw new Error(`${what}: not in time; ${services.map((service) => service.stderr().slice(-1_500)).join('\n---\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function listResults(build_id: string): string[] {
  const folder = at('benchmarks', build_id, '.work', 'results');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
}

const untilCommitted = (build_id: string, count: number) => waitUntil(`${count} results of ${build_id}`, () => listResults(build_id).length >= count);

const untilWritten = (build_id: string) => waitUntil(`the end of ${build_id}`, () => existsSync(at('.medstream/builds', build_id, 'announced.json')));

async function countDeadLetters(): Promise<number> {
  return (JSON.parse(await client.request('$JS.API.STREAM.INFO.MEDSTREAM_DEAD', '')) as { state: { messages: number } }).state.messages;
}

/** A port that was free a moment ago. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return address.port;
}

describe('serve and submit', () => {
  it('end with 3 and one clear line where no broker answers', async () => {
    const nobody = { NATS_URL: 'nats://user:secret@127.0.0.1:1' };
    const ends = await Promise.all([startServe([], nobody).ended, startProgram(bin, ['submit', '--id', 'x', '--out', 'x'], nobody).ended]);
    for (const { code, stderr } of ends) {
      expect(code).toBe(3);
      expect(stderr).toMatch(/^error bus\/unreachable: no NATS server answers at nats:\/\/127\.0\.0\.1:1: .*\nhow to mend: .*\n$/);
      expect(stderr).not.toContain('secret');
    }
  });

  it('write the bytes of the command with one worker, show progress, are healthy, and let go on Ctrl-C', async () => {
    const port = await findFreePort();
    await startServe(['--workers', '1'], { MEDSTREAM_HEALTH_PORT: String(port), MEDSTREAM_HEALTH_HOST: '127.0.0.1' }).waitForStderr('"msg":"ready"', DEADLINE_MS);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    const args = ['submit', '--id', 'one', '--config', 'hundred/build.yaml', '--out', 'benchmarks/one', '--allow-missing-media', '--json'];
    const first = startProgram(bin, args, { NATS_URL: broker.url });
    await first.waitForStderr(/\[\d+\/100\] videos/, DEADLINE_MS);
    const detached = await first.end('SIGINT');
    expect({ code: detached.code, told: detached.stderr.includes('the build goes on') }).toEqual({ code: 130, told: true });
    const followed = await startProgram(bin, args, { NATS_URL: broker.url }).ended;
    expect(followed.code).toBe(0);
    const items = readFileSync(at('reference/hundred.jsonl'), 'utf8').trimEnd().split('\n').length;
    expect(JSON.parse(followed.stdout)).toEqual({
      type: SUBJECTS.benchmarkMaterialised,
      build_id: 'one',
      files: [{ dataset: 'hundred', path: 'benchmarks/one/hundred.jsonl', sha256: reference['hundred.jsonl'], items }],
      manifest: 'benchmarks/one/manifest.json',
    });
    expect(hashAll(at('benchmarks/one'))).toEqual(reference);
  });

  it('answer a client that knows the contract alone: its request, the same again, and another under the same id', async () => {
    await startServices(1);
    for (const subject of ['medstream.data.benchmark.materialised.v1', 'medstream.data.build.failed.v1']) client.listen(subject);
    const ends = (type: string) => client.heard.filter(({ subject }) => subject === type).map(({ text }) => JSON.parse(text) as { id: string; subject: string; data: Record<string, unknown> });
    const request = { ...hundred('plain'), limit: 3 };
    await requestBuild(request);
    const told = await client.waitFor(({ text }) => text.includes('"plain"'), DEADLINE_MS);
    expect(told.subject).toBe('medstream.data.benchmark.materialised.v1');
    const event = JSON.parse(told.text) as { data: { files: { path: string; sha256: string; items: number }[] } };
    expect(event).toMatchObject({ specversion: '1.0', source: '/medstream/data-engine', type: told.subject, subject: 'plain', data: { build_id: 'plain', manifest: 'benchmarks/plain/manifest.json', files: [{ dataset: 'hundred', path: 'benchmarks/plain/hundred.jsonl' }] } });
    for (const { path, sha256, items } of event.data.files) {
      const text = readFileSync(at(path), 'utf8');
      expect({ sha256, items }).toEqual({ sha256: hashText(text), items: text.trimEnd().split('\n').length });
    }
    expect(await askStatus('plain')).toMatchObject({ state: 'materialised', videos: { planned: 3, built: 3, failed: 0 } });
    expect(await askStatus('nobody-asked')).toMatchObject({ state: 'unknown' });

    await requestBuild(request, 'again');
    await waitUntil('a second completion', () => ends('medstream.data.benchmark.materialised.v1').length === 2);
    const [first, second] = ends('medstream.data.benchmark.materialised.v1');
    expect(second).toEqual(first);

    await requestBuild({ ...request, seed: 5 }, 'other');
    await waitUntil('a failure', () => ends('medstream.data.build.failed.v1').length === 1);
    expect(ends('medstream.data.build.failed.v1')[0]).toMatchObject({ subject: 'plain', data: { build_id: 'plain', code: 'bus/conflicting-request' } });
    await requestBuild({ build_id: 'outside', source: 'cholec80', root: '/', out: 'benchmarks/outside' });
    await waitUntil('a refusal', () => ends('medstream.data.build.failed.v1').some(({ data }) => data['build_id'] === 'outside' && data['code'] === 'bus/outside-roots'));
  });

  it('build the other videos where a label row cannot be read, like the command', async () => {
    cpSync(at('hundred'), at('broken'), { recursive: true });
    writeFileSync(at('broken/labels/v002.csv'), 'start,end,phase\n0,40,Coffee break\n');
    const command = await runCommand('build', '--config', at('broken/build.yaml'), '--out', at('broken-reference'), '--allow-missing-media', '--limit', '4');
    expect(command.code).toBe(1);
    await startServices(1);
    const submitted = await startProgram(bin, ['submit', '--id', 'broken', '--config', 'broken/build.yaml', '--out', 'benchmarks/broken', '--allow-missing-media', '--limit', '4'], { NATS_URL: broker.url }).ended;
    expect({ code: submitted.code, told: submitted.stderr.includes('1 of 4 videos failed') }).toEqual({ code: 1, told: true });
    const finalOf = (folder: string) => Object.entries(hashAll(folder)).filter(([file]) => !file.startsWith('.work/'));
    expect(finalOf(at('benchmarks/broken'))).toEqual(finalOf(at('broken-reference')));
    expect(listResults('broken')).toHaveLength(3);
    expect(await countDeadLetters()).toBe(0);
  });

  it('put poison into dead letters with the reason and go on with the rest', async () => {
    client.listen(SUBJECTS.deadLetter);
    const before = await countDeadLetters();
    await client.request(SUBJECTS.videoRequested, '{"not":"an event"');
    const stranger = { specversion: '1.0', id: 'stranger', source: '/x', type: SUBJECTS.itemsConstructed, data: { build_id: 'stranger', out: 'x', video: 'x', candidates: { path: 'x', sha256: 'a'.repeat(64) } } };
    await client.request(SUBJECTS.itemsConstructed, JSON.stringify(stranger));
    await startServices(1);
    await requestBuild({ ...hundred('beside-poison'), limit: 3 });
    await untilWritten('beside-poison');
    await waitUntil('two dead letters', () => client.heard.length === 2);
    const letters = client.heard.map(({ text }) => (JSON.parse(text) as { data: { code: string; original: string; original_subject: string } }).data);
    expect(letters.map(({ code, original_subject }) => [code, original_subject]).sort()).toEqual([
      ['bus/bad-event', SUBJECTS.videoRequested],
      ['input/unknown-id', SUBJECTS.itemsConstructed],
    ]);
    expect(letters.map(({ original }) => original)).toEqual(expect.arrayContaining(['{"not":"an event"', JSON.stringify(stranger)]));
    expect((await countDeadLetters()) - before).toBe(2);
  });
});

describe('serve under faults', () => {
  it('loses and doubles nothing when one of two workers is killed in the middle', async () => {
    const [victim, other] = (await startServices(2)) as [StartedProgram, StartedProgram];
    client.listen(SUBJECTS.benchmarkMaterialised);
    const lettersBefore = await countDeadLetters();
    await requestBuild(hundred('killed'));
    await untilCommitted('killed', 20);
    await waitUntil('work of the victim', () => countDone(victim, 'data-validate') > 0);
    await victim.end('SIGKILL');
    expect(listResults('killed').length).toBeLessThan(100);
    await untilWritten('killed');
    expect(hashAll(at('benchmarks/killed'))).toEqual(reference);
    // the kill bit: what the victim held came to the other again
    await waitUntil('a redelivery', () => readLog(other).some(({ deliveryCount }) => (deliveryCount ?? 1) > 1));
    await waitUntil('the completion', () => client.heard.length > 0);
    expect(new Set(client.heard.map(({ text }) => (JSON.parse(text) as { id: string }).id))).toEqual(new Set(['benchmark-materialised/killed']));
    expect(await countDeadLetters()).toBe(lettersBefore);
  });

  it('redelivers nothing when a worker is stopped under load, which ends with 0', async () => {
    for (let attempt = 1; ; attempt += 1) {
      const build = `stopped-${attempt}`;
      const [stopped, other] = (await startServices(2)) as [StartedProgram, StartedProgram];
      await requestBuild(hundred(build));
      await untilCommitted(build, 20);
      await waitUntil('work of the one to stop', () => countDone(stopped, 'data-validate') > 0);
      const { code, stderr } = await stopped.end('SIGTERM');
      expect({ code, said: stderr.includes('"msg":"stopped"') }).toEqual({ code: 0, said: true });
      expect(listResults(build).length).toBeLessThan(100);
      await untilWritten(build);
      expect(hashAll(at('benchmarks', build))).toEqual(reference);
      const lines = [stopped, other].flatMap(readLog);
      const redelivered = lines.filter(({ deliveryCount }) => (deliveryCount ?? 1) > 1);
      // on a machine so busy that the broker's heartbeats came late a pull was given up, and what it was sent comes again: no matter of stopping
      const wasStarved = lines.some(({ msg }) => msg === 'loop-failed');
      if (!wasStarved || attempt === 3) return expect(redelivered).toEqual([]);
      if (redelivered.length === 0) return;
      await other.end();
    }
  });

  it('goes on after the broker was killed and started again', async () => {
    const [service] = (await startServices(1)) as [StartedProgram];
    await requestBuild(hundred('restarted'));
    await untilCommitted('restarted', 20);
    await broker.restart();
    expect(listResults('restarted').length).toBeLessThan(100);
    await untilWritten('restarted');
    expect(hashAll(at('benchmarks/restarted'))).toEqual(reference);
    expect(service.stderr()).toContain('connected to NATS again');
    expect(service.child.exitCode).toBeNull();
  });

  it('goes on after the broker lost its store, without redoing what is committed', async () => {
    const [service] = (await startServices(1)) as [StartedProgram];
    await requestBuild(hundred('lost'));
    await untilCommitted('lost', 50);
    await broker.pause();
    const committed = listResults('lost').length;
    const validated = countDone(service, 'data-validate');
    expect(committed).toBeLessThan(100);
    await broker.loseStore();
    await untilWritten('lost');
    expect(hashAll(at('benchmarks/lost'))).toEqual(reference);
    expect(service.stderr()).toContain('asked again for what the broker does not hold');
    // the 2 slots of each stage may have held work whose result came after the count
    expect(countDone(service, 'data-validate') - validated).toBeLessThanOrEqual(100 - committed + 3 * 2 + 2);
  });
});
