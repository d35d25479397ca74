import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type BenchmarkItem, frameLedgerSchema, type Prediction, predictionSchema, RESPONSE_PROTOCOLS } from '@medstream/schema';
import { type FakeModelServer, generateClip, makeTemporaryFolder, type RecordedRequest, startFakeModelServer, startProgram, type TemporaryFolder } from '@medstream/testing';

const bin = fileURLToPath(new URL('../bin/medstream-eval.js', import.meta.url));
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
  question: '',
  choices: ['Cutting', 'Washing'],
  answer: 'Washing',
  query_time: 0,
  context_window_sec: 2,
  input_range: [0, 0],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
};
const singles = [0, 1, 2, 3].map((index): BenchmarkItem => ({ ...base, sample_id: `single-${index}`, question: `Which phase is it in view ${index}?`, query_time: 3 + index, input_range: [1 + index, 3 + index] }));
const streaming: BenchmarkItem = {
  ...base,
  sample_id: 'streaming',
  task: 'phase_alert',
  task_mode: 'streaming',
  temporal_mode: 'proactive',
  question_type: 'open',
  question: 'Say when washing begins.',
  choices: undefined,
  answer: undefined,
  response_protocol: RESPONSE_PROTOCOLS.alert,
  query_time: 1,
  input_range: [1, 7],
  rounds: [3, 5, 7].map((end, index) => ({ round: index + 1, current_time: end, input_range: [1, end] as [number, number], expected_output: end >= 5 ? 'alert: washing' : 'no_alert', answerable: end >= 5 })),
};
/** 4 + 3 */
const JOBS = 7;

const KEY = 'sk-canary-0123456789';

interface Line {
  custom_id: string;
  method: string;
  url: string;
  body: Record<string, unknown>;
}

let folder: TemporaryFolder;
let server: FakeModelServer;
const at = (...parts: string[]): string => join(folder.path, ...parts);

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await mkdir(at('media'));
  await generateClip({ file: at('media', 'one.mp4'), frames: 10 * FPS, fps: FPS, bframes: 2 });
  await writeFile(at('items.jsonl'), [...singles, streaming].map((item) => `${JSON.stringify(item)}\n`).join(''));
  server = await startFakeModelServer(({ text }: RecordedRequest) => ({ kind: 'text', text: answerOf(text), usage: { prompt_tokens: 9, completion_tokens: 1 } }));
}, 60_000);

afterAll(async () => {
  await server?.close();
  await folder?.remove();
});

function answerOf(text: string): string {
  if (text.includes('no_alert')) return /to [57] s/.test(text) ? 'alert: washing' : 'no_alert';
  return /in view [02]/.test(text) ? 'A' : 'B';
}

async function medstream(...args: string[]) {
  const { code, stdout, stderr } = await startProgram(bin, args, { OPENAI_API_KEY: KEY, MEDSTREAM_CACHE: at(`cache-${args.find((arg) => arg.startsWith(at('run-')))?.split('/').at(-1)}`) }).ended;
  return { code, stdout, stderr };
}
const settings = (): string[] => ['--data', at('items.jsonl'), '--media-root', at('media'), '--model', 'openai:fake', '--base-url', server.baseUrl];
const exportTo = (run: string, file: string, ...more: string[]) => medstream('batch', 'export', at(run), ...settings(), '--out', at(file), ...more);
const importInto = (run: string, ...files: string[]) => medstream('batch', 'import', at(run), ...files.map((file) => at(file)), '--base-url', server.baseUrl);
const runIn = (run: string, ...more: string[]) => medstream('run', ...settings(), '--no-canary', '--out', at(run), ...more);

async function readLines<Value>(file: string): Promise<Value[]> {
  return (await readFile(at(file), 'utf8')).trim().split('\n').map((line) => JSON.parse(line) as Value);
}

/** As OpenAI writes a line of its output file. */
const reply = (id: string, text: string, more: object = {}) => ({
  id: `batch_req_${id}`,
  custom_id: id,
  response: { status_code: 200, request_id: 'r', body: { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'fake', choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }], usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 } } },
  error: null,
  ...more,
});
const writeLines = (file: string, lines: readonly unknown[]) => writeFile(at(file), lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));

/** What the contract says is the same whatever the way of a reply. */
async function readReplies(run: string): Promise<Omit<Prediction, 'attempts' | 'latency_ms' | 'usage' | 'cached'>[]> {
  return (await readLines(`${run}/predictions.jsonl`)).map((line) => {
    const { attempts: _a, latency_ms: _l, usage: _u, cached: _c, ...rest } = predictionSchema.parse(line);
    return rest;
  });
}

describe('a run by batch files', () => {
  it('exports the very requests of a run, records replies in any order, and leaves the rest to the run', async () => {
    expect((await runIn('run-plain')).code).toBe(0);
    const sent = server.requests.map(({ body }) => body);
    expect(sent).toHaveLength(JOBS);

    const exported = await exportTo('run-batch', 'requests.jsonl');
    expect([exported.code, exported.stderr]).toEqual([0, '']);
    expect(exported.stdout).toContain(`${JOBS} calls exported, each round of a streaming item on its own`);
    const lines = await readLines<Line>('requests.jsonl');
    expect(server.requests).toHaveLength(JOBS);
    expect(lines.map(({ method, url }) => [method, url])).toEqual(Array(JOBS).fill(['POST', '/v1/chat/completions']));
    // the same bodies, pictures and all
    expect(lines.map(({ body }) => body)).toEqual(expect.arrayContaining(sent));
    expect(sent).toEqual(expect.arrayContaining(lines.map(({ body }) => body)));
    expect(JSON.stringify(lines)).toMatch(/data:image\/jpeg;base64,/);
    expect(JSON.stringify(lines)).not.toContain('sk-canary');

    // the vendor: reversed; one failed inside the batch, one was never come to
    const [failed, expired, ...answered] = lines as [Line, Line, ...Line[]];
    const replies = answered.map(({ custom_id: id, body }) => reply(id, answerOf(JSON.stringify(body)))).reverse();
    await writeLines('output.jsonl', [...replies, { id: 'x', custom_id: failed.custom_id, response: { status_code: 500, request_id: 'r', body: { error: { message: `the server had an error with ${KEY}`, type: 'server_error' } } }, error: null }]);
    await writeLines('errors.jsonl', [{ id: 'y', custom_id: expired.custom_id, response: null, error: { code: 'batch_expired', message: `This request of ${KEY} could not be executed before the completion window expired.` } }]);
    const fromVendor = ['output.jsonl', 'errors.jsonl'];
    const imported = await importInto('run-batch', 'output.jsonl', 'errors.jsonl');
    expect(imported).toMatchObject({ code: 1, stderr: '', stdout: expect.stringContaining(`${JOBS} replies recorded (ok ${JOBS - 2}, transport_error 2)`) as string });
    const partial = (await readLines<Prediction>('run-batch/predictions.partial.jsonl')).filter(({ status }) => status === 'transport_error');
    expect(partial.map(({ error }) => error?.message)).toEqual([expect.stringContaining('HTTP 500'), expect.stringContaining('batch_expired')]);

    // asked now: the two only
    expect((await runIn('run-batch', '--resume')).code).toBe(0);
    expect(server.requests.slice(JOBS).map(({ body }) => body)).toEqual(expect.arrayContaining([failed.body, expired.body]));
    expect(server.requests).toHaveLength(JOBS + 2);
    expect(await readReplies('run-batch')).toEqual(await readReplies('run-plain'));
    for (const name of ['manifest.json', 'jobs.jsonl', 'frames.jsonl', 'scores.jsonl', 'summary.json']) expect(await readFile(at('run-batch', name), 'utf8')).toBe(await readFile(at('run-plain', name), 'utf8'));
    expect((await readLines(`run-batch/frames.jsonl`)).map((line) => frameLedgerSchema.parse(line).frames.length).every((count) => count > 0)).toBe(true);

    // no key in any file: requests, run, log, ledgers, replies kept
    const files = (await readdir(at(), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && !fromVendor.includes(entry.name));
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['requests.jsonl', 'run.log', 'predictions.jsonl', 'report.html']));
    for (const { parentPath, name } of files) expect([name, (await readFile(join(parentPath, name), 'latin1')).includes(KEY)]).toEqual([name, false]);

    // nothing is left to ask, and nothing of it twice
    const again = await exportTo('run-batch', 'again.jsonl');
    expect([again.code, again.stdout.startsWith('0 calls exported')]).toEqual([0, true]);
    expect((await readdir(at())).includes('again.jsonl')).toBe(false);
    expect(await importInto('run-batch', 'output.jsonl')).toMatchObject({ code: 0, stdout: expect.stringContaining(`0 replies recorded, ${JOBS - 1} calls had one before`) as string });
  }, 60_000);

  it('spreads requests over files, and tells lines that are none of its own, twice there, or not to be read', async () => {
    expect((await exportTo('run-parts', 'parts.jsonl', '--max-requests', '3')).code).toBe(0);
    const lines = (await Promise.all(['parts.jsonl', 'parts.2.jsonl', 'parts.3.jsonl'].map((name) => readLines<Line>(name)))) as [Line[], Line[], Line[]];
    expect(lines.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(new Set(lines.flat().map(({ custom_id: id }) => id)).size).toBe(JOBS);
    expect(await exportTo('run-parts', 'parts.jsonl')).toMatchObject({ code: 2, stderr: expect.stringContaining('error usage/output-not-empty') as string });

    const [first, second, third] = lines[0] as [Line, Line, Line];
    await writeLines('mixed.jsonl', [
      reply(first.custom_id, 'B'),
      reply(first.custom_id, 'A'),
      reply('job-of-another-run', 'B'),
      { custom_id: second.custom_id, response: { status_code: 'ok' } },
      reply(second.custom_id, 'I cannot tell', { response: { ...reply('', '').response, body: { choices: [{ index: 0, message: { role: 'assistant', content: null, refusal: 'no' }, finish_reason: 'stop' }] } } }),
      reply(third.custom_id, ''),
    ]);
    const imported = await importInto('run-parts', 'mixed.jsonl');
    expect(imported.code).toBe(1);
    expect(imported.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^warning: mixed\.jsonl, record 2: duplicate: .* stands in mixed\.jsonl, record 1/),
      expect.stringMatching(/^warning: mixed\.jsonl, record 3: unknown: the custom_id "job-of-another-run"/),
      expect.stringMatching(/^warning: mixed\.jsonl, record 4: bad-record: response\.status_code/),
    ]);
    expect(imported.stdout).toContain(`3 replies recorded (ok 1, refused 1, empty 1), 0 calls had one before; ${JOBS - 3} calls have no final reply yet`);
    expect((await readLines<Prediction>('run-parts/predictions.partial.jsonl')).map(({ status }) => status)).toEqual(['ok', 'refused', 'empty']);
  }, 60_000);

  it('remembers what was exported: nothing is exported or asked twice unless that is wanted', async () => {
    const before = server.requests.length;
    expect((await exportTo('run-twice', 'first.jsonl', '--limit', '3')).code).toBe(0);
    const lines = await readLines<Line>('first.jsonl');
    expect(await exportTo('run-twice', 'second.jsonl', '--limit', '3')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 calls exported/) as string, stderr: expect.stringMatching(/^warning: 3 calls of an earlier export .* left out\nhow to mend: .*--again/) as string });
    const resumed = await runIn('run-twice', '--resume', '--limit', '3');
    expect([resumed.code, server.requests.length - before, resumed.stderr]).toEqual([2, 0, expect.stringMatching(/error usage\/bad-argument: 3 calls are exported.*\nhow to mend: .*batch import.*--ask-exported/)]);
    const { code, stdout } = await exportTo('run-twice', 'third.jsonl', '--limit', '3', '--again', '--json');
    expect([code, JSON.parse(stdout), await readLines<Line>('third.jsonl')]).toEqual([0, expect.objectContaining({ exported: 3, leftOut: 0 }), lines]);

    await writeLines('one.jsonl', [reply((lines[0] as Line).custom_id, 'A')]);
    expect((await importInto('run-twice', 'one.jsonl')).stdout).toContain('2 calls have no final reply yet, 2 of them exported and without a line so far');
    expect((await readLines<{ job_id: string }>('run-twice/exported.jsonl')).map(({ job_id: id }) => id)).toEqual(lines.slice(1).map(({ custom_id: name }) => name.slice(0, name.lastIndexOf('-'))));
    expect((await runIn('run-twice', '--resume', '--limit', '3')).code).toBe(2);
    expect((await runIn('run-twice', '--ask-exported', '--limit', '3')).stderr).toContain('--ask-exported asks in a run that exists');
    expect([(await runIn('run-twice', '--resume', '--ask-exported', '--limit', '3')).code, server.requests.length - before, (await readdir(at('run-twice'))).includes('exported.jsonl')]).toEqual([0, 2, false]);
  }, 60_000);

  it.each<[string, string, number, () => Promise<{ code: number | null; stderr: string }>]>([
    ['a model of another form', 'usage/bad-argument', 2, () => medstream('batch', 'export', at('run-bad'), '--data', at('items.jsonl'), '--media-root', at('media'), '--model', 'google:gemini-2.5-pro', '--out', at('bad.jsonl'))],
    ['pictures for a server elsewhere', 'model/upload-refused', 2, () => medstream('batch', 'export', at('run-bad'), ...settings().slice(0, -1), 'http://192.0.2.1/v1', '--out', at('bad.jsonl'))],
    ['a folder without a run', 'usage/bad-argument', 2, () => importInto('media', 'items.jsonl')],
    ['replies that are not there', 'usage/missing-root', 2, () => importInto('run-parts', 'nowhere.jsonl')],
    ['text that is no JSON', 'input/not-json', 1, async () => (await writeLines('text.jsonl', ['not json']), importInto('run-parts', 'text.jsonl'))],
  ])('refuses %s', async (_, code, exit, start) => {
    const ended = await start();
    expect([ended.code, ended.stderr.split('\n')[0]]).toEqual([exit, expect.stringMatching(`^error ${code}: `)]);
    expect((await readdir(at())).includes('bad.jsonl')).toBe(false);
  }, 60_000);
});
