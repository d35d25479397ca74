import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';
import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

// commands are started as processes, on machines that may be busy
jest.setTimeout(120_000);

const bin = fileURLToPath(new URL('../bin/medstream-data.js', import.meta.url));
const environment = { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1', MEDSTREAM_CACHE: join(tmpdir(), 'medstream-test-cache') };

/** Runs the built command (`npx tsc -b` first), as a user does. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', env: environment });
  return { status, stdout, stderr };
}

let scratch: TemporaryFolder;
beforeAll(async () => {
  scratch = await makeTemporaryFolder();
});
afterAll(async () => scratch.remove());

describe('wrong usage', () => {
  it.each<[string, string[], string]>([
    ['an empty --out', ['build', '--source', 'cholec80', '--root', '.', '--out', ''], '--out is given an empty value'],
    ['an empty --root', ['build', '--source', 'cholec80', '--root', '', '--out', 'x'], '--root is given an empty value'],
    ['an empty path', ['validate', 'x', ''], 'the argument paths is empty'],
    ['two formats', ['validate', 'x', '--json', '--format', 'sarif'], '--json and --format sarif contradict each other'],
    ['a folder that nothing is written to', ['sources', 'x'], 'DIR is taken only with --example'],
    ['an option that does not exist', ['sources', '--nothing'], 'unknown option'],
  ])('%s ends with 2 and the cause', (_, args, cause) => {
    expect(run(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(`error usage/bad-argument: ${cause}`) as string });
  });
});

describe('--json', () => {
  it.each<[string, string[], string]>([
    ['an error of ours', ['validate', '/does/not/exist', '--json'], 'usage/missing-root'],
    ['its longer form', ['validate', '/does/not/exist', '--format', 'json'], 'usage/missing-root'],
    ['wrong usage', ['sources', '--nothing', '--json'], 'usage/bad-argument'],
  ])('prints one document for %s', (_, args, code) => {
    const { status, stdout, stderr } = run(...args);
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toEqual({ error: { code, message: expect.any(String) as string, hint: expect.any(String) as string } });
    expect(stderr).toContain(`error ${code}: `);
  });

  it('says which example was written where', () => {
    const example = join(scratch.path, 'example');
    expect(JSON.parse(run('sources', '--example', 'cholec80', example, '--json').stdout)).toEqual({ source: 'cholec80', root: example });
  });
});

it('a build goes on when nobody reads its outputs any more, and leaves no lock', async () => {
  const [example, out] = [join(scratch.path, 'watched'), join(scratch.path, 'built')];
  expect(run('sources', '--example', 'cholec80', example).status).toBe(0);
  const build = spawn(process.execPath, [bin, 'build', '--source', 'cholec80', '--root', example, '--out', out, '--json'], { env: environment });
  build.stdout.destroy();
  build.stderr.destroy();
  expect(await once(build, 'exit')).toEqual([0, null]);
  expect(existsSync(join(out, 'cholec80.jsonl'))).toBe(true);
  expect(readdirSync(out).filter((name) => name.startsWith('.'))).toEqual([]);
});

it('lists the sources with their citations, in lines that fit', () => {
  const { stdout } = run('sources');
  expect(stdout.match(/^ {2}cite {5}\S/gm)).toHaveLength(stdout.split('\n\n').length);
  expect(stdout).toContain('Wang et al., AutoLaparo: a new dataset of integrated multi-tasks');
  for (const line of stdout.split('\n').filter((text) => text.startsWith('  cite'))) expect(line.length).toBeLessThanOrEqual(110);
});
