import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { STREAM_TABLE } from '@medstream/bus';
import { STATUS_SUBJECTS, SUBJECTS } from '@medstream/schema';

import { readText, workspaceRoot } from '../house-rules/list-projects.js';
import { type NatsSession, openNatsSession } from './nats-session.js';

// A real nats-server with deploy/nats-server.conf: every user against every subject.
const configuration = join(workspaceRoot, 'deploy/nats-server.conf');
const passwords = {
  MEDSTREAM_DATA_PASSWORD: 'pData1',
  MEDSTREAM_EVAL_PASSWORD: 'pEval1',
  MEDSTREAM_PIPELINE_PASSWORD: 'pPipeline1',
  MEDSTREAM_OPERATOR_PASSWORD: 'pOperator1',
};
const passwordOf = { 'data-engine': 'pData1', 'inference-engine': 'pEval1', pipeline: 'pPipeline1', operator: 'pOperator1' };
type User = keyof typeof passwordOf;
const users = Object.keys(passwordOf) as User[];

// Who publishes what: the table of streams in the contract. Requests by anybody permitted; the rest by the engine concerned.
const publishers: Record<string, readonly User[]> = {
  [SUBJECTS.buildRequested]: ['pipeline'],
  [SUBJECTS.videoRequested]: ['data-engine'],
  [SUBJECTS.videoPrepared]: ['data-engine'],
  [SUBJECTS.itemsConstructed]: ['data-engine'],
  [SUBJECTS.itemsValidated]: ['data-engine'],
  [SUBJECTS.benchmarkMaterialised]: ['data-engine'],
  [SUBJECTS.buildFailed]: ['data-engine'],
  // the inference engine asks itself, on the event of a finished benchmark
  [SUBJECTS.runRequested]: ['pipeline', 'inference-engine'],
  [SUBJECTS.jobRequested]: ['inference-engine'],
  [SUBJECTS.jobCompleted]: ['inference-engine'],
  [SUBJECTS.judgingRequested]: ['inference-engine'],
  [SUBJECTS.runCompleted]: ['inference-engine'],
  [SUBJECTS.runFailed]: ['inference-engine'],
  [SUBJECTS.deadLetter]: ['data-engine', 'inference-engine'],
  [STATUS_SUBJECTS.build]: ['pipeline'],
  [STATUS_SUBJECTS.run]: ['pipeline'],
};
/** Without JetStream. Engines read their work through durables, never by listening in. */
const listeners: Record<string, readonly User[]> = {
  [SUBJECTS.benchmarkMaterialised]: ['pipeline'],
  [SUBJECTS.buildFailed]: ['pipeline'],
  [SUBJECTS.runCompleted]: ['pipeline'],
  [SUBJECTS.runFailed]: ['pipeline'],
  [STATUS_SUBJECTS.build]: ['data-engine'],
  [STATUS_SUBJECTS.run]: ['inference-engine'],
};
const userOf = { data: 'data-engine', eval: 'inference-engine' } as const;

/** The requests of JetStream for streams and durables, and who sends them besides the operator. */
const requests: [string, readonly User[]][] = STREAM_TABLE.flatMap((stream) => [
  [`$JS.API.STREAM.CREATE.${stream.name}`, stream.engines.map((engine) => userOf[engine])] as [string, User[]],
  // programs outside may read an event that they missed
  [`$JS.API.STREAM.INFO.${stream.name}`, [...stream.engines.map((engine) => userOf[engine]), ...(stream.name === 'MEDSTREAM_EVENTS' ? ['pipeline'] : [])]] as [string, User[]],
  [`$JS.API.STREAM.MSG.GET.${stream.name}`, stream.name === 'MEDSTREAM_EVENTS' ? ['pipeline'] : []] as [string, User[]],
  ...stream.durables.flatMap(({ name, subject, engine }) =>
    [
      `$JS.API.CONSUMER.CREATE.${stream.name}.${name}.${subject}`,
      `$JS.API.CONSUMER.INFO.${stream.name}.${name}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream.name}.${name}`,
      `$JS.ACK.${stream.name}.${name}.1.1.1.1.0`,
      `$JS.ACK.domain.account.${stream.name}.${name}.1.1.1.1.0`,
    ].map((request): [string, readonly User[]] => [request, [userOf[engine]]]),
  ),
]);
const operatorsOnly = STREAM_TABLE.flatMap(({ name }) =>
  ['STREAM.DELETE', 'STREAM.PURGE', 'STREAM.UPDATE', 'STREAM.MSG.DELETE'].map((verb): [string, User[]] => [`$JS.API.${verb}.${name}`, []]),
);

let folder: string;
let server: ChildProcess;
let port: number;
const sessions = new Map<User, NatsSession>();
const session = (user: User): NatsSession => {
  const found = sessions.get(user);
  if (found === undefined) throw new Error(`no session of ${user}`);
  return found;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medstream-broker-'));
  const places = ['--addr', '127.0.0.1', '--port', '-1', '--http_port', '-1', '--store_dir', join(folder, 'store'), '--ports_file_dir', folder];
  server = spawn('nats-server', ['--config', configuration, ...places], { env: { ...process.env, ...passwords }, stdio: 'ignore' });
  // where it is missing, findPort says so
  server.once('error', () => {});
  port = await findPort();
  for (const user of users) sessions.set(user, await openNatsSession(port, user, passwordOf[user]));
}, 60_000);

afterAll(async () => {
  for (const open of sessions.values()) open.close();
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await ended;
  await rm(folder, { recursive: true, force: true });
});

describe('nats-server.conf', () => {
  const test = (env: NodeJS.ProcessEnv) => spawnSync('nats-server', ['-t', '-c', configuration], { env, encoding: 'utf8' });

  it('is valid with all four passwords', () => {
    expect(test({ PATH: process.env['PATH'], ...passwords })).toMatchObject({ status: 0 });
  });

  it.each(Object.keys(passwords))('is refused without %s, which it names', (name) => {
    const { status, stderr } = test({ PATH: process.env['PATH'], ...passwords, [name]: undefined });
    expect(status).not.toBe(0);
    expect(stderr).toContain(name);
  });
});

describe('users', () => {
  const grants = [...Object.entries(publishers), ...requests, ...operatorsOnly];

  it('the table above speaks of every subject', () => {
    expect(Object.keys(publishers).sort()).toEqual([...Object.values(SUBJECTS), ...Object.values(STATUS_SUBJECTS)].sort());
  });

  it.each(users)('%s publishes what the contract gives it, and nothing else', async (user) => {
    const refused = await session(user).findRefusedToPublish(grants.map(([subject]) => subject));
    const expected = grants.filter(([, permitted]) => user !== 'operator' && !permitted.includes(user)).map(([subject]) => subject);
    expect(refused.sort()).toEqual(expected.sort());
  });

  it.each(users)('%s hears what the contract gives it, and nothing else', async (user) => {
    const subjects = [...Object.keys(publishers), 'medstream.>', '$JS.>', '>'];
    const refused = await session(user).findRefusedToSubscribe(subjects);
    const expected = subjects.filter((subject) => user !== 'operator' && !listeners[subject]?.includes(user));
    expect(refused.sort()).toEqual(expected.sort());
    expect(await session(user).findRefusedToSubscribe(['_INBOX.test.*'])).toEqual([]);
  });

  it.each([
    ['a wrong password', 'data-engine', 'pEval1'],
    ['an unknown user', 'somebody', 'pData1'],
    ['no user', '', ''],
  ])('%s is refused', async (_name, user, password) => {
    await expect(openNatsSession(port, user, password)).rejects.toThrow('Authorization Violation');
  });
});

it('the script in deploy/README.md has its request stored and hears of its benchmark', async () => {
  const script = /```js\n([\s\S]*?)```/.exec(readText('deploy/README.md'))?.[1] ?? '';
  const file = join(folder, 'request-build.mjs');
  // the two packages that the reader is told to install are resolved from the workspace
  await writeFile(file, script.replaceAll(/from '(@nats-io\/[^']+)'/g, (_, name: string) => `from '${import.meta.resolve(name)}'`));
  const work = STREAM_TABLE.find(({ name }) => name === 'MEDSTREAM_DATA_WORK');
  await session('data-engine').publish('$JS.API.STREAM.CREATE.MEDSTREAM_DATA_WORK', JSON.stringify({ name: 'MEDSTREAM_DATA_WORK', subjects: work?.subjects, retention: 'workqueue', storage: 'file', discard: 'new', max_consumers: -1, max_msgs: -1, max_bytes: -1, num_replicas: 1 }));

  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], NATS_URL: `nats://127.0.0.1:${port}`, MEDSTREAM_PIPELINE_PASSWORD: passwords.MEDSTREAM_PIPELINE_PASSWORD },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const ending = new Promise((resolve) => child.once('close', resolve));
  const materialise = (buildId: string) => session('data-engine').publish(SUBJECTS.benchmarkMaterialised, JSON.stringify({ data: { build_id: buildId } }));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    // it hears of another build first, which is not its own
    if (text.startsWith('stored')) void materialise('another').then(() => materialise('first'));
  });
  expect(await ending).toBe(0);
  expect(output).toMatch(/^stored \{[^}]*stream: 'MEDSTREAM_DATA_WORK'[^}]*seq: 1\b[^}]*\}\n\{"data":\{"build_id":"first"\}\}\n$/);
}, 60_000);

async function findPort(): Promise<number> {
  for (let tried = 0; tried < 200; tried += 1) {
    const file = (await readdir(folder)).find((name) => name.endsWith('.ports'));
    const found = file === undefined ? null : /nats:\/\/[^:"]+:(\d+)/.exec(await readFile(join(folder, file), 'utf8'));
    if (found) return Number(found[1]);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('nats-server did not come up within 20 s; is it installed? run tools/setup.sh');
}
