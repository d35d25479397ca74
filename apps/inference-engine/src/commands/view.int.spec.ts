import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type BenchmarkItem, RESPONSE_PROTOCOLS } from '@medstream/schema';
import { makeTemporaryFolder, startProgram, type StartedProgram, type TemporaryFolder } from '@medstream/testing';

const bin = fileURLToPath(new URL('../../bin/medstream-eval.js', import.meta.url));
const item: BenchmarkItem = { sample_id: 'a', dataset: 'set', video_id: 'one', media_path: 'one.mp4', task: 'phase_now', task_mode: 'single_turn', temporal_mode: 'present', question_type: 'closed', question: 'Which phase?', choices: ['Cutting', 'Washing'], answer: 'Cutting', query_time: 4, context_window_sec: 0, input_range: [4, 4], response_protocol: RESPONSE_PROTOCOLS.answer, label_source: 'original_annotation' };

let folder: TemporaryFolder;
let viewer: StartedProgram;
let address = '';
const at = (...names: string[]) => join(folder.path, ...names);

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await writeFile(at('items.jsonl'), `${JSON.stringify(item)}\n`);
  for (const model of ['oracle', 'abstain']) expect((await startProgram(bin, ['run', '--data', at('items.jsonl'), '--model', `baseline:${model}`, '--out', at('runs', model)]).ended).code).toBe(0);
  viewer = startProgram(bin, ['view', at('runs')]);
  [address] = (await once(viewer.child.stdout as NodeJS.ReadableStream, 'data') as [string]).map((text) => text.trim()) as [string];
}, 120_000);
afterAll(async () => {
  await viewer?.end();
  await folder?.remove();
});

it('lists the runs with their figures and serves the page of each', async () => {
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const index = await (await fetch(address)).text();
  expect(index).toContain('<title>2 evaluation runs</title>');
  expect([...index.matchAll(/<a href="(run\/[^"]*)">[^<]*<\/a><\/th><td class="text">([^<]*)<\/td><td>1<\/td><td><span class="value">([\d.]+)</g)].map(([, ...row]) => row)).toEqual([
    ['run/abstain', 'baseline:abstain', '0.0000'],
    ['run/oracle', 'baseline:oracle', '1.0000'],
  ]);
  const page = await fetch(new URL('run/oracle', address));
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('<title>Time-aware evaluation of baseline:oracle</title>');
}, 30_000);

it('gives nothing else of the folder, nor anything beside it', async () => {
  for (const path of ['run/oracle/items.jsonl', 'run/oracle/manifest.json', 'items.jsonl', 'run/..%2Fitems.jsonl', 'run/nowhere']) {
    expect([path, (await fetch(new URL(path, address))).status]).toEqual([path, 404]);
  }
}, 30_000);

it('listens on the loopback address alone', async () => {
  const port = Number(new URL(address).port);
  const tryConnect = (host: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({ host, port });
      socket.once('connect', () => resolve('connected')).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      socket.once('close', () => socket.destroy());
      setTimeout(() => socket.destroy(new Error('silent')), 5_000).unref();
    });
  expect(await tryConnect('127.0.0.1')).toBe('connected');
  const others = Object.values(networkInterfaces()).flatMap((list) => list ?? []).filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address: own }) => own);
  for (const host of others) expect([host, await tryConnect(host)]).not.toContain('connected');
}, 60_000);

it('ends in order on Ctrl-C, and refuses a folder that is not there and a taken port', async () => {
  const taken = await startProgram(bin, ['view', at('runs'), '--port', new URL(address).port]).ended;
  expect(taken).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('cannot listen on port') as string });
  expect(await startProgram(bin, ['view', at('nowhere')]).ended).toMatchObject({ code: 2, stderr: expect.stringContaining('usage/missing-root') as string });
  expect(viewer.stderr()).toContain('Ctrl-C ends it');
  await viewer.end('SIGINT');
  await expect(fetch(address)).rejects.toThrow();
}, 60_000);
