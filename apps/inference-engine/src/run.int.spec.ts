import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { decodeImage } from '@medstream/media';
import { type BenchmarkItem, type Prediction, RESPONSE_PROTOCOLS } from '@medstream/schema';
import { type FakeModelServer, findTestFfmpeg, generateClip, makeTemporaryFolder, mountSmallFolder, readFrameNumber, type RecordedRequest, startFakeModelServer, type TemporaryFolder } from '@medstream/testing';

const bin = fileURLToPath(new URL('../bin/medstream-eval.js', import.meta.url));
const KEY = 'sk-canary-0123456789';

/** 40 s at 5 pictures a second: the picture at t has the number 5 t. */
const FPS = 5;
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
/** Washing begins at 20 s, with picture 100: an item at 19.8 s sees picture 99 and no further. */
const singles = [4, 10, 19.8, 20, 26, 33.4].map((end, index): BenchmarkItem => ({
  ...base,
  sample_id: `single-${index}`,
  case_id: `case-${index}`,
  media_path: index % 2 === 0 ? 'one.mp4' : 'two.mp4',
  answer: end >= 20 ? 'Washing' : 'Cutting',
  query_time: end,
  context_window_sec: 4,
  input_range: [Math.round((end - 4) * 1000) / 1000, end],
}));
const streaming = [0, 1].map((index): BenchmarkItem => ({
  ...base,
  sample_id: `streaming-${index}`,
  case_id: `case-${index}`,
  media_path: index === 0 ? 'one.mp4' : 'two.mp4',
  task: 'phase_alert',
  task_mode: 'streaming',
  temporal_mode: 'proactive',
  question_type: 'open',
  // the two videos are the same bytes: were the texts equal too, one reply would serve both from the cache
  question: `Say when washing begins, in recording ${index}.`,
  choices: undefined,
  answer: undefined,
  response_protocol: RESPONSE_PROTOCOLS.alert,
  query_time: 10,
  input_range: [10, 25],
  rounds: [15, 19.8, 20, 25].map((end, at) => ({ round: at + 1, current_time: end, input_range: [10, end], expected_output: end >= 20 ? 'alert: washing' : 'no_alert', answerable: end >= 20 })),
}));
const items = [...singles, ...streaming];
/** 6 + 2 × 4 */
const JOBS = 14;

let folder: TemporaryFolder;
let server: FakeModelServer;

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await mkdir(at('media'));
  for (const name of ['one.mp4', 'two.mp4']) await generateClip({ file: at('media', name), frames: 40 * FPS, fps: FPS, bframes: 2 });
  await writeItems('items.jsonl', items);
  server = await startFakeModelServer(answerByPicture);
}, 60_000);

afterAll(async () => {
  await server?.close();
  await folder?.remove();
});

function at(...parts: string[]): string {
  return join(folder.path, ...parts);
}

async function writeItems(name: string, list: readonly unknown[]): Promise<void> {
  await writeFile(at(name), list.map((item) => `${JSON.stringify(item)}\n`).join(''));
}

const picturesOf = (request: RecordedRequest): Buffer[] => [...request.text.matchAll(/data:image\/jpeg;base64,([A-Za-z0-9+/=]+)/g)].map(([, data]) => Buffer.from(data as string, 'base64'));

/** Says what the window's end shows; which it learns from the text, since the script cannot wait for a decoder. */
function answerByPicture(request: RecordedRequest) {
  const end = Number(/Visible range: \S+ s to (\S+) s/.exec(request.text)?.[1]);
  const isWashing = end >= 20;
  if (request.text.includes('no_alert')) return { kind: 'text' as const, text: isWashing ? 'alert: washing' : 'no_alert' };
  return { kind: 'text' as const, text: isWashing ? 'B' : 'A' };
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function start(args: string[], env: Record<string, string> = {}): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [bin, ...args], { env: { ...process.env, NODE_OPTIONS: '', OPENAI_API_KEY: KEY, MEDSTREAM_CACHE: at('cache'), ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr })) };
}

const medstream = (args: string[], env?: Record<string, string>): Promise<Ended> => start(args, env).ended;
const runArguments = (out: string, ...more: string[]): string[] => ['run', '--data', at('items.jsonl'), '--media-root', at('media'), '--model', 'openai:fake', '--base-url', server.baseUrl, '--out', at(out), '--no-canary', ...more];

async function readPredictions(run: string): Promise<Prediction[]> {
  return (await readFile(at(run, 'predictions.jsonl'), 'utf8')).trim().split('\n').map((line) => JSON.parse(line) as Prediction);
}

/** The files of a run as the contract compares them. The log holds times of day, the page how long calls took. */
async function readComparable(run: string): Promise<Record<string, unknown>> {
  const names = (await readdir(at(run))).filter((name) => !['run.log', 'report.html'].includes(name)).sort();
  const files = await Promise.all(names.map(async (name): Promise<[string, unknown]> => [name, await readFile(at(run, name), 'utf8')]));
  const predictions = (await readPredictions(run)).map(({ attempts: _attempts, latency_ms: _latency, usage: _usage, cached: _cached, ...rest }) => rest);
  return { ...Object.fromEntries(files), 'predictions.jsonl': predictions };
}

describe('medstream-eval run', () => {
  it('asks each call with the pictures of its window and none beyond, read back from the pixels', async () => {
    const before = server.requests.length;
    const { code, stdout, stderr } = await medstream(runArguments('first', '--json'));
    expect([code, stderr.includes('error')]).toEqual([0, false]);
    expect(JSON.parse(stdout)).toMatchObject({ incomplete: false, summary: { items: 8, jobs: JOBS, overall: { value: 1, n: 8 }, leak_audit: { jobs: JOBS, violations: 0 } } });
    expect((await readdir(at('first'))).sort()).toEqual(['frames.jsonl', 'items.jsonl', 'jobs.jsonl', 'manifest.json', 'predictions.jsonl', 'report.html', 'run.log', 'scores.jsonl', 'summary.json']);
    const requests = server.requests.slice(before);
    expect(requests).toHaveLength(JOBS);
    for (const request of requests) {
      const [start, end] = (/Visible range: (\S+) s to (\S+) s/.exec(request.text) as RegExpExecArray).slice(1).map(Number) as [number, number];
      const numbers = await Promise.all(picturesOf(request).map(async (bytes) => {
        const { rgb, width, height } = await decodeImage(bytes);
        return readFrameNumber(rgb, width, height);
      }));
      const targets = Array.from({ length: Math.floor((end - start) / 2 + 1e-9) + 1 }, (_, index) => start + 2 * index);
      if ((targets.at(-1) as number) < end - 1e-9) targets.push(end);
      // the picture on display at t is the last one that began by then
      expect(numbers).toEqual(targets.map((time) => Math.floor(time * FPS + 1e-6)));
    }
  }, 60_000);

  it('decodes nothing in a second run over the same media', async () => {
    const [starts, decoder] = [at('starts'), at('counting-ffmpeg')];
    await writeFile(decoder, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${starts}'\nexec '${findTestFfmpeg()}' "$@"\n`, { mode: 0o755 });
    const env = { FFMPEG_PATH: decoder, MEDSTREAM_CACHE: at('cache-of-two') };
    const countDecodes = async (): Promise<number> => (await readFile(starts, 'utf8')).split('\n').filter((line) => line.includes('-i file:')).length;
    expect((await medstream(runArguments('once'), env)).code).toBe(0);
    const decodes = await countDecodes();
    expect(decodes).toBeGreaterThan(0);
    expect((await medstream(runArguments('again'), env)).code).toBe(0);
    expect(await countDecodes()).toBe(decodes);
    expect(await readFile(at('again', 'frames.jsonl'), 'utf8')).toBe(await readFile(at('once', 'frames.jsonl'), 'utf8'));
  }, 60_000);

  it('gives away neither key, path, nor answer', async () => {
    for (const name of await readdir(at('first'))) {
      const text = await readFile(at('first', name), 'utf8');
      expect(text).not.toContain(KEY);
      expect(text).not.toContain(folder.path);
      if (name !== 'run.log') expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/);
    }
    for (const { text } of server.requests) expect(text).not.toMatch(/one\.mp4|two\.mp4|sample_id|single-|streaming-|case-|original_annotation/);
  });

  it('takes everything from the cache the second time', async () => {
    const before = server.requests.length;
    expect((await medstream(runArguments('cached'))).code).toBe(0);
    expect(server.requests.length).toBe(before);
    expect((await readPredictions('cached')).every(({ cached }) => cached)).toBe(true);
    expect(await readComparable('cached')).toEqual(await readComparable('first'));
  }, 60_000);

  it('ends with the same bytes after kill -9 at several moments, repeating only calls in flight', async () => {
    const killPoints = [0, 1, 4, 7, 11];
    const before = server.requests.length;
    const args = runArguments('killed', '--concurrency', '2', '--cache', at('cache-of-killed'));
    let bites = 0;
    for (const [index, point] of killPoints.entries()) {
      const { child, ended } = start(index === 0 ? args : [...args, '--resume']);
      const reached = (): boolean => server.requests.length - before >= point + index;
      while (!reached() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 1));
      if (point === 0) await new Promise((resolve) => setTimeout(resolve, 350));
      child.kill('SIGKILL');
      if ((await ended).code === null) bites += 1;
    }
    const last = await medstream([...args, '--resume']);
    expect([last.code, bites > 2]).toEqual([0, true]);
    expect(await readComparable('killed')).toEqual(await readComparable('first'));
    expect(server.requests.length - before).toBeLessThanOrEqual(JOBS + 2 * bites);
    const calls = server.requests.length;
    expect((await medstream([...args, '--resume'])).code).toBe(0);
    expect(server.requests.length).toBe(calls);
    expect(await readComparable('killed')).toEqual(await readComparable('first'));
  }, 120_000);

  it('stops in order on Ctrl-C, resumable', async () => {
    const slow = await startFakeModelServer((request, index) => (index < 3 ? answerByPicture(request) : { kind: 'hang' }));
    const args = ['run', '--data', at('items.jsonl'), '--media-root', at('media'), '--model', 'openai:fake', '--base-url', slow.baseUrl, '--out', at('stopped'), '--cache', at('cache-of-stopped'), '--no-canary', '--concurrency', '1'];
    const { child, ended } = start(args);
    while (slow.requests.length < 4 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2));
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect([code, stderr.split('\n').at(-2)]).toEqual([130, 'interrupted; the same command with --resume goes on from here']);
    await slow.close();
    const before = server.requests.length;
    expect((await medstream([...args.map((argument) => (argument === slow.baseUrl ? server.baseUrl : argument)), '--resume'])).code).toBe(0);
    expect(server.requests.length - before).toBe(JOBS - 3);
    expect(await readComparable('stopped')).toEqual(await readComparable('first'));
  }, 60_000);

  it('lets a truncated video cost its own calls and finishes them when the file is whole', async () => {
    await mkdir(at('half'));
    const whole = await readFile(at('media', 'two.mp4'));
    await writeFile(at('half', 'one.mp4'), await readFile(at('media', 'one.mp4')));
    await writeFile(at('half', 'two.mp4'), whole);
    await truncate(at('half', 'two.mp4'), Math.floor(whole.length / 2));
    const args = ['run', '--data', at('items.jsonl'), '--media-root', at('half'), '--model', 'openai:fake', '--base-url', server.baseUrl, '--out', at('broken'), '--no-canary'];
    const { code, stderr } = await medstream(args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/warning: 7 of 14 calls failed by no fault of the model\nerror media\/\S+: .*two\.mp4.* \(7 calls, such as .*\)\nhow to mend: .*--resume/);
    const predictions = await readPredictions('broken');
    expect(predictions.filter(({ status }) => status === 'decode_error')).toHaveLength(7);
    expect(predictions.filter(({ status }) => status === 'ok')).toHaveLength(7);
    expect(JSON.parse(await readFile(at('broken', 'summary.json'), 'utf8'))).toMatchObject({ incomplete: true, unscored: { decode_error: 4 } });
    await writeFile(at('half', 'two.mp4'), whole);
    expect((await medstream([...args, '--resume'])).code).toBe(0);
    expect(await readComparable('broken')).toEqual(await readComparable('first'));
  }, 60_000);

  it('stops with a code on a full disk and finishes after space returns', async () => {
    await mkdir(at('small'));
    const small = mountSmallFolder(at('small'), { kilobytes: 400 });
    if ('refused' in small) {
      console.log(`no file system could be mounted, so no disk was filled: ${small.refused}`);
      return;
    }
    try {
      await writeFile(at('small', 'ballast'), Buffer.alloc(370 * 1024));
      const args = runArguments('small/run', '--concurrency', '1');
      const { code, stderr } = await medstream(args);
      expect([code, stderr.includes('error store/disk-full: ')]).toEqual([3, true]);
      await writeFile(at('small', 'ballast'), '');
      expect((await medstream([...args, '--resume'])).code).toBe(0);
      expect(await readComparable('small/run')).toEqual(await readComparable('first'));
    } finally {
      small.unmount();
    }
  }, 60_000);

  it('answers baselines without media', async () => {
    const { code, stdout } = await medstream(['run', '--data', at('items.jsonl'), '--model', 'baseline:oracle', '--out', at('oracle'), '--json'], { FFMPEG_PATH: '/nowhere/ffmpeg', PATH: '' });
    expect([code, JSON.parse(stdout).summary.overall.value]).toEqual([0, 1]);
  }, 30_000);

  it('reports several runs on one page and scores again to the same bytes', async () => {
    const page = at('both.html');
    expect(await medstream(['report', at('first'), at('oracle'), '--out', page])).toMatchObject({ code: 0 });
    expect(await readFile(page, 'utf8')).toMatch(/openai:fake[\s\S]*baseline:oracle/);
    const before = await readComparable('first');
    expect((await medstream(['score', at('first')])).code).toBe(0);
    expect(await readComparable('first')).toEqual(before);
  }, 30_000);

  it('scores predictions made elsewhere as it scores its own', async () => {
    const lines = (await readPredictions('first')).map(({ sample_id, round, raw }) => ({ sample_id, ...(round === undefined ? {} : { round }), output: raw }));
    await writeItems('outside.jsonl', lines);
    expect((await medstream(['score', '--data', at('items.jsonl'), '--predictions', at('outside.jsonl'), '--out', at('outside')])).code).toBe(0);
    expect(await readFile(at('outside', 'scores.jsonl'), 'utf8')).toBe(await readFile(at('first', 'scores.jsonl'), 'utf8'));
    await writeItems('outside-twice.jsonl', [...lines, lines[0]]);
    const twice = await medstream(['score', '--data', at('items.jsonl'), '--predictions', at('outside-twice.jsonl'), '--out', at('outside-twice')]);
    expect([twice.code, twice.stderr.startsWith('error input/duplicate: ')]).toEqual([2, true]);
  }, 30_000);
});

describe('medstream-eval on bad input', () => {
  it.each<[string, number, string, () => string[] | Promise<string[]>, Record<string, string>?]>([
    ['data that are not there', 2, 'usage/missing-root', () => ['plan', '--data', at('nowhere')]],
    ['a media root that is not there', 2, 'usage/missing-root', () => ['run', '--data', at('items.jsonl'), '--media-root', at('nowhere'), '--model', 'demo:shapes', '--out', at('bad')]],
    ['no media root', 2, 'usage/bad-argument', () => ['run', '--data', at('items.jsonl'), '--model', 'demo:shapes', '--out', at('bad')]],
    ['a run folder that holds something', 2, 'usage/output-not-empty', () => runArguments('first')],
    ['another seed on resume', 2, 'run/plan-changed', () => runArguments('first', '--resume', '--seed', '2')],
    ['--retry-errors without --resume', 2, 'usage/bad-argument', () => runArguments('bad', '--retry-errors')],
    ['an unknown model', 2, 'model/unknown', () => ['run', '--data', at('items.jsonl'), '--media-root', at('media'), '--model', 'nobody:x', '--out', at('bad')]],
    ['a cache size that is none', 2, 'config/bad-value', () => runArguments('bad', '--cache-size', 'much')],
    ['an unknown flag', 2, 'usage/bad-argument', () => ['run', '--jury', 'x']],
    ['an unknown configuration key', 2, 'config/unknown-key', async () => (await writeFile(at('bad.yaml'), 'modle: demo:shapes\n'), ['run', '--config', at('bad.yaml')])],
    ['a configuration value of another type', 2, 'config/bad-value', async () => (await writeFile(at('bad.yaml'), 'concurrency: many\n'), ['run', '--config', at('bad.yaml')])],
    ['a configuration that is not there', 2, 'config/unreadable', () => ['run', '--config', at('nowhere.yaml')]],
    ['a media path that leaves the root', 1, 'input/bad-record', async () => (await writeItems('leaving.jsonl', [{ ...singles[0], media_path: '../one.mp4' }]), ['plan', '--data', at('leaving.jsonl')])],
    ['text that is not JSON', 1, 'input/not-json', async () => (await writeFile(at('text.jsonl'), 'not json\n'), ['plan', '--data', at('text.jsonl')])],
    ['an item twice', 2, 'input/duplicate', async () => (await writeItems('twice.jsonl', [singles[0], singles[0]]), ['plan', '--data', at('twice.jsonl')])],
    ['no ffmpeg', 3, 'media/ffmpeg-missing', () => runArguments('bad'), { FFMPEG_PATH: '/nowhere/ffmpeg', PATH: '' }],
    ['a server elsewhere', 2, 'model/upload-refused', () => ['run', '--data', at('items.jsonl'), '--media-root', at('media'), '--model', 'openai:fake', '--base-url', 'http://models.example/v1', '--out', at('bad')]],
    ['a server that does not answer', 3, 'model/unreachable', () => ['run', '--data', at('items.jsonl'), '--media-root', at('media'), '--model', 'openai:fake', '--base-url', 'http://127.0.0.1:9/v1', '--out', at('bad-server')]],
    ['media that are not there', 3, '', async () => (await mkdir(at('empty'), { recursive: true }), ['run', '--data', at('items.jsonl'), '--media-root', at('empty'), '--model', 'demo:shapes', '--out', at('no-media')])],
  ])('%s: exit %i, %s', async (_name, code, errorCode, makeArguments, ...[env]) => {
    const ended = await medstream(await makeArguments(), env);
    expect([ended.code, ended.stdout]).toEqual([code, errorCode === '' ? expect.stringContaining('incomplete') : '']);
    if (errorCode === '') return;
    const lines = ended.stderr.trim().split('\n');
    expect(lines.find((line) => line.startsWith('error '))).toContain(`error ${errorCode}: `);
    expect(lines.at(-1)).toMatch(/^how to mend: /);
    expect(ended.stderr).not.toMatch(/\n\s+at |sk-canary/);
  }, 30_000);
});

describe('medstream-eval frames', () => {
  it('lists and writes the pictures on display, read back from their pixels', async () => {
    const { code, stdout } = await medstream(['frames', '--media', at('media', 'one.mp4'), '--from', '3.1', '--to', '8', '--out', at('pictures'), '--json']);
    expect(code).toBe(0);
    const document = JSON.parse(stdout) as { frames: { requested: number; pts: number; file: string; width: number; height: number }[] };
    // 3.1, 5.1, 7.1 and the end; on display since 3.0, 5.0, 7.0, 8.0
    expect(document.frames.map(({ requested, pts, width, height }) => [requested, pts, width, height])).toEqual([[3.1, 3, 160, 96], [5.1, 5, 160, 96], [7.1, 7, 160, 96], [8, 8, 160, 96]]);
    const numbers = await Promise.all(document.frames.map(async ({ file }) => {
      const { rgb, width, height } = await decodeImage(await readFile(at('pictures', file)));
      return readFrameNumber(rgb, width, height);
    }));
    expect(numbers).toEqual([15, 25, 35, 40]);
    const seconds = await medstream(['frames', '--media', at('media', 'one.mp4'), '--from', '3.1', '--to', '8', '--period', '4.9']);
    expect(seconds.stdout.trim().split('\n')).toHaveLength(2);
    const beyond = await medstream(['frames', '--media', at('media', 'one.mp4'), '--from', '0', '--to', '50']);
    expect([beyond.code, beyond.stderr.startsWith('error media/endpoint-beyond-end: ')]).toEqual([1, true]);
  }, 30_000);
});

describe('medstream-eval doctor', () => {
  it.each<[string, number, Record<string, string>]>([
    ['has what a run needs', 0, {}],
    ['lacks ffmpeg', 3, { FFMPEG_PATH: '/nowhere/ffmpeg' }],
    ['cannot write its cache', 3, { MEDSTREAM_CACHE: '/dev/null/cache' }],
  ])('says that a machine %s: exit %i', async (_name, code, env) => {
    const ended = await medstream(['doctor', '--json'], env);
    expect([ended.code, JSON.parse(ended.stdout).ready]).toEqual([code, code === 0]);
  }, 30_000);
});

describe('medstream-eval plan', () => {
  it('counts calls and frames and shows prompts', async () => {
    const { code, stdout } = await medstream(['plan', '--data', at('items.jsonl'), '--media-root', at('media'), '--show', '1', '--json']);
    const plan = JSON.parse(stdout);
    // singles: 3 each; rounds: [10, 15] 4, [10, 19.8] 6, [10, 20] 6, [10, 25] 9, for two items
    expect([code, plan.items, plan.calls, plan.frames]).toEqual([0, 8, JOBS, 6 * 3 + 2 * 25]);
    expect(plan.media).toEqual({ files: 2, missing: [] });
    expect(plan.prompts).toHaveLength(1);
    expect(plan.prompts[0].prompt).toContain('Question: Which phase is it?');
  }, 30_000);
});
