import { spawn } from 'node:child_process';
import { cp, lstat, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listProjects, workspaceRoot } from '../house-rules/list-projects.js';

// Both engines are packaged, copied out of the repository and installed there, with nothing of it in reach.
const engines = [
  { app: 'data-engine', bin: 'medstream-data', scope: 'scope:data', otherScope: 'scope:inference' },
  { app: 'inference-engine', bin: 'medstream-eval', scope: 'scope:inference', otherScope: 'scope:data' },
];
const version = '0.1.0';

let outside: string;
const say = (text: string) => process.stderr.write(`package: ${text}\n`);

beforeAll(async () => {
  outside = await realpath(await mkdtemp(join(tmpdir(), 'medstream-package-')));
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  say('nx run-many -t package');
  await run('npx', ['--no-install', 'nx', 'run-many', '-t', 'package', '--output-style=static'], workspaceRoot);
  say(`packaged after ${seconds()}; npm ci in each copy`);
  await Promise.all(
    engines.map(async ({ app }) => {
      await cp(join(workspaceRoot, 'out', app), join(outside, app), { recursive: true });
      // what the lock file names was installed into the workspace, so npm has it at hand; no package needs its install script
      await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], join(outside, app));
    }),
  );
  say(`installed after ${seconds()}`);
}, 240_000);

afterAll(() => rm(outside, { recursive: true, force: true }));

describe.each(engines)('the package of $app', ({ app, bin, scope, otherScope }) => {
  const folder = () => join(outside, app);

  it('holds libraries of its own scope and shared ones, none of the other engine and none for specs', async () => {
    const installed = await readdir(join(folder(), 'node_modules', '@medstream'));
    expect((await readdir(join(folder(), 'workspace_modules', '@medstream'))).sort()).toEqual(installed.sort());
    const tagsOf = Object.fromEntries(listProjects().map(({ folder: project, manifest }) => [project.slice('libs/'.length), manifest.nx?.tags ?? []]));
    expect(installed.filter((name) => tagsOf[name]?.includes(otherScope))).toEqual([]);
    expect(installed).not.toContain('testing');
    // the list above is not empty because nothing was installed: everything of the engine's own scope is there
    const own = Object.keys(tagsOf).filter((name) => tagsOf[name]?.includes(scope) && !tagsOf[name]?.includes('type:app'));
    expect(own.length).toBeGreaterThan(1);
    expect(installed).toEqual(expect.arrayContaining([...own, 'bus', 'schema']));
  });

  it('links to nothing outside itself', async () => {
    const entries = await readdir(join(folder(), 'node_modules', '@medstream'));
    for (const name of entries) {
      const link = join(folder(), 'node_modules', '@medstream', name);
      expect((await lstat(link)).isSymbolicLink()).toBe(true);
      expect(await realpath(link)).toBe(join(folder(), 'workspace_modules', '@medstream', name));
    }
  });

  it('carries built code only, and its licence', async () => {
    const files = (await readdir(folder(), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map(({ name }) => name);
    expect(files.filter((name) => /\.(ts|map|tsbuildinfo)$|\.spec\.|^(jest|eslint|tsconfig)\b/.test(name))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'cli.js', `${bin}.js`]));
  });

  it('names no registry and no development package in its lock file', async () => {
    const lock = JSON.parse(await readFile(join(folder(), 'package-lock.json'), 'utf8')) as { packages: Record<string, { resolved?: string; dev?: boolean }> };
    const packages = Object.values(lock.packages);
    expect(packages.length).toBeGreaterThan(40);
    expect(packages.filter(({ resolved }) => resolved?.includes('://'))).toEqual([]);
    expect(packages.filter(({ dev }) => dev === true)).toEqual([]);
    expect(Object.keys(lock.packages).filter((path) => /node_modules\/(jest|typescript|nx|ajv)$/.test(path))).toEqual([]);
  });

  it('loads every package it declares, sharp and Nest among them', async () => {
    const { dependencies } = JSON.parse(await readFile(join(folder(), 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
    const names = Object.keys(dependencies);
    const program = `for (const name of ${JSON.stringify(names)}) await import(name); console.log('loaded', ${names.length});`;
    expect(await run(process.execPath, ['--input-type=module', '--eval', program], folder())).toBe(`loaded ${names.length}\n`);
  }, 60_000);

  it('answers by its bin and by the entry point of the image', async () => {
    expect(await run('npx', ['--no-install', bin, '--version'], folder())).toBe(`${version}\n`);
    expect(await run(process.execPath, [`bin/${bin}.js`, '--version'], folder())).toBe(`${version}\n`);
    expect(await run('npx', ['--no-install', bin, '--help'], folder())).toContain(`Usage: ${bin}`);
  }, 60_000);

  it('finds what it needs on this machine', async () => {
    expect(JSON.parse(await run('npx', ['--no-install', bin, 'doctor', '--json'], folder()))).toMatchObject({ ready: true, engine: version });
  }, 60_000);
});

it('the two packages meet in files alone: one builds a benchmark, the other runs a model over it', async () => {
  const [data, inference] = engines.map(({ app, bin }) => (...parameters: string[]) => run('npx', ['--no-install', bin, ...parameters], join(outside, app)));
  if (!data || !inference) throw new Error('two engines');
  const [native, benchmark, runFolder] = ['native', 'benchmark', 'run'].map((name) => join(outside, name)) as [string, string, string];
  say('an example data set');
  await data('sources', '--example', 'CholecT50', native);
  say('a benchmark of it');
  const build = JSON.parse(await data('build', '--source', 'CholecT50', '--root', native, '--out', benchmark, '--limit', '1', '--json')) as { counts: { items: number } };
  expect(build.counts.items).toBeGreaterThan(0);
  say('a run over it, with pictures read');
  const read = JSON.parse(await inference('run', '--data', benchmark, '--media-root', native, '--model', 'demo:shapes', '--limit', '2', '--out', runFolder, '--json')) as {
    incomplete: boolean;
    summary: { items: number; leak_audit: { jobs: number; violations: number } };
  };
  expect(read).toMatchObject({ incomplete: false, summary: { items: 2, leak_audit: { violations: 0 } } });
  expect(read.summary.leak_audit.jobs).toBeGreaterThanOrEqual(2);
  // the oracle repeats the expected output, so it reaches full marks
  const perfect = JSON.parse(await inference('run', '--data', benchmark, '--media-root', native, '--model', 'baseline:oracle', '--out', `${runFolder}-oracle`, '--json')) as object;
  expect(perfect).toMatchObject({ incomplete: false, summary: { items: build.counts.items, overall: { value: 1 } } });
}, 120_000);

/** @returns standard output; throws with all that the program said unless it ended with 0 */
async function run(command: string, parameters: readonly string[], cwd: string): Promise<string> {
  // not Jest's options, nor what npx tells its children about the workspace it was started in
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(NODE_OPTIONS|npm_(package|lifecycle|config_local_prefix|command)\w*)$/i.test(name)));
  const child = spawn(command, parameters, { cwd, env: { ...env, MEDSTREAM_CACHE: join(outside, 'cache'), NX_DAEMON: 'false', NX_TUI: 'false', NX_ISOLATE_PLUGINS: 'false' }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ending = await new Promise<string | number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  if (ending !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${ending} in ${cwd}:\n${output}${errors}`);
  return output;
}
