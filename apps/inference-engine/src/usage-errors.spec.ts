import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';
import { type BenchmarkItem, RESPONSE_PROTOCOLS } from '@medstream/schema';
import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

// commands are started as processes, on machines that may be busy
jest.setTimeout(120_000);

const bin = fileURLToPath(new URL('../bin/medstream-eval.js', import.meta.url));

const item = (sampleId: string): BenchmarkItem => ({
  ...{ sample_id: sampleId, dataset: 'set', video_id: 'one', media_path: 'one.mp4', task: 'phase_now', task_mode: 'single_turn', temporal_mode: 'present', question_type: 'closed' },
  ...{ question: 'Which phase is it?', choices: ['Cutting', 'Washing'], answer: 'Cutting', query_time: 4, context_window_sec: 4, input_range: [0, 4] },
  ...{ response_protocol: RESPONSE_PROTOCOLS.answer, label_source: 'original_annotation' },
});

let scratch: TemporaryFolder;
const at = (...names: string[]): string => join(scratch.path, ...names);
let environment: NodeJS.ProcessEnv;

/** Runs the built command (`npx tsc -b` first), as a user does. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', env: environment });
  return { status, stdout, stderr };
}

const writeLines = (name: string, ...values: unknown[]): void => writeFileSync(at(name), values.map((value) => `${JSON.stringify(value)}\n`).join(''));
const asksBaseline = (out: string, ...more: string[]): string[] => ['run', '--data', at('items.jsonl'), '--model', 'baseline:first-choice', '--out', at(out), ...more];
const scores = (out: string, data = 'items.jsonl'): string[] => ['score', '--data', at(data), '--predictions', at('predictions.jsonl'), '--out', at(out)];

beforeAll(async () => {
  scratch = await makeTemporaryFolder();
  environment = { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1', MEDSTREAM_CACHE: at('cache') };
  writeLines('items.jsonl', item('a'), item('b'));
  writeLines('others.jsonl', item('a'), item('b'), item('c'));
  writeLines('predictions.jsonl', { sample_id: 'a', output: 'Cutting' }, { sample_id: 'b', output: 'Washing' });
  expect(run(...asksBaseline('run'))).toMatchObject({ status: 0 });
});
afterAll(async () => scratch.remove());

describe('wrong usage', () => {
  it.each<[string, () => string[], () => string]>([
    ['an empty --out', () => asksBaseline('x', '--out', ''), () => 'usage/bad-argument: --out is given an empty value'],
    ['an empty path of several', () => ['plan', '--data', at('items.jsonl'), ''], () => 'usage/bad-argument: --data is given an empty value'],
    ['an empty RUN', () => ['report', '', '--out', at('x.html')], () => 'usage/bad-argument: the argument run is empty'],
    ['a server for a policy that asks none', () => asksBaseline('x', '--base-url', 'http://localhost:1/v1'), () => 'usage/bad-argument: baseline:first-choice asks no server'],
    ['frames into a file', () => ['frames', '--media', at('one.mp4'), '--from', '0', '--to', '1', '--out', at('items.jsonl')], () => `usage/bad-argument: ${at('items.jsonl')} of --out is a file`],
    ['a report into a folder', () => ['report', at('run'), '--out', scratch.path], () => `usage/bad-argument: ${scratch.path} of --out is a folder`],
    ['a report over a file of somebody', () => ['report', at('run'), '--out', at('predictions.jsonl')], () => 'usage/output-not-empty'],
    ['scores over a run', () => scores('run'), () => 'usage/output-not-empty'],
  ])('%s ends with 2 and the cause', (_, args, cause) => {
    const before = readFileSync(at('predictions.jsonl'), 'utf8');
    expect(run(...args())).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(cause()) as string });
    expect(readFileSync(at('predictions.jsonl'), 'utf8')).toBe(before);
  });

  it('with --json is a document', () => {
    const { status, stdout } = run('plan', '--data', '', '--json');
    expect([status, JSON.parse(stdout)]).toEqual([2, { error: { code: 'usage/bad-argument', message: '--data is given an empty value', hint: expect.any(String) as string } }]);
  });
});

describe('places in messages', () => {
  it('an id that occurs twice is told with both files and records', () => {
    expect(run('plan', '--data', at('items.jsonl'), at('others.jsonl')).stderr).toContain(`error input/duplicate: the sample_id "a" of ${at('others.jsonl')}, record 1, stands in ${at('items.jsonl')}, record 1, too\n`);
  });

  it('a place is told once', () => {
    writeFileSync(at('torn.jsonl'), '{"sample_id":');
    expect(run('plan', '--data', at('torn.jsonl')).stderr.split(at('torn.jsonl'))).toHaveLength(2);
  });

  it('a medium that a run would not find is missing in the plan: a link that leads out of the root', () => {
    mkdirSync(at('root'));
    writeFileSync(at('outside.mp4'), '');
    symlinkSync(at('outside.mp4'), at('root', 'one.mp4'));
    expect(run('plan', '--data', at('items.jsonl'), '--media-root', at('root')).stdout).toContain('1 missing: one.mp4');
  });
});

it('replaces a page of its own, whatever its name', () => {
  for (let time = 0; time < 2; time += 1) expect(run('report', at('run'), '--out', at('page'))).toMatchObject({ status: 0 });
  writeFileSync(at('page.html'), 'a draft');
  expect(run('report', at('run'), '--out', at('page.html'))).toMatchObject({ status: 0 });
});

it('replaces scores of the same items only', () => {
  for (let time = 0; time < 2; time += 1) expect(run(...scores('scores'))).toMatchObject({ status: 0 });
  expect(run(...scores('scores', 'others.jsonl'))).toMatchObject({ status: 2, stderr: expect.stringContaining('holds scores of other items') as string });
  mkdirSync(at('mine'));
  writeFileSync(at('mine', 'report.html'), 'mine');
  expect(run(...scores('mine'))).toMatchObject({ status: 2, stderr: expect.stringContaining('holds "report.html"') as string });
});

it('a run goes on when nobody reads its outputs any more, and leaves no lock', async () => {
  const child = spawn(process.execPath, [bin, ...asksBaseline('watched', '--json')], { env: environment });
  child.stdout.destroy();
  child.stderr.destroy();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(readdirSync(at('watched'))).toEqual(expect.arrayContaining(['report.html', 'summary.json']));
  expect(readdirSync(at('watched'))).not.toContain('.lock');
});
