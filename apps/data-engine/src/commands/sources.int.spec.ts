import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';
import { makeTemporaryFolder, startProgram } from '@medstream/testing';

// commands are started as processes, on machines that may be busy
jest.setTimeout(900_000);

const bin = fileURLToPath(new URL('../../bin/medstream-data.js', import.meta.url));

/** Runs the built command (`npx tsc -b` first), as a user does. */
function run(args: string[], environment: Record<string, string> = {}) {
  return spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', MEDSTREAM_CACHE: join(tmpdir(), 'medstream-test-cache'), ...environment } });
}

/** Runs commands two at a time; what a failed one wrote on standard error is told. */
async function runInPairs(commands: readonly { id: string; args: string[] }[]): Promise<{ id: string; code: number | null; stderr: string; stdout: string }[]> {
  const ends: { id: string; code: number | null; stderr: string; stdout: string }[] = [];
  const waiting = commands.entries();
  const work = async (): Promise<void> => {
    for (const [place, { id, args }] of waiting) {
      const { code, stderr, stdout } = await startProgram(bin, args).ended;
      ends[place] = { id, code, stderr: code === 0 ? '' : stderr, stdout };
    }
  };
  await Promise.all([work(), work()]);
  return ends;
}

describe('sources', () => {
  it('lists each source with exactly the fields of the contract', () => {
    const { status, stdout } = run(['sources', '--json']);
    expect(status).toBe(0);
    const { sources } = JSON.parse(stdout) as { sources: Record<string, unknown>[] };
    expect(sources.map(({ id }) => id)).toEqual(expect.arrayContaining(['cholec80']));
    for (const source of sources) expect(Object.keys(source)).toEqual(['id', 'aliases', 'title', 'organ', 'access', 'licence', 'citation', 'redistributable', 'tracks', 'layout', 'out_of_body']);
    const marked = sources.flatMap(({ id, out_of_body: colour }) => (colour === null ? [] : [`${id as string} ${colour as string}`]));
    expect(marked).toEqual(['CholecT45 black', 'CholecT50 black', 'EndoVis2019 white', 'HeiChole white']);
    const text = run(['sources']);
    for (const { title } of sources) expect(text.stdout).toContain(title);
  });

  it('writes an example of every source, which builds and validates', async () => {
    const { sources } = JSON.parse(run(['sources', '--json']).stdout) as { sources: { id: string }[] };
    const scratch = await makeTemporaryFolder();
    const at = (...names: string[]) => join(scratch.path, ...names);
    const runAll = (argsOf: (id: string) => string[]) => runInPairs(sources.map(({ id }) => ({ id, args: argsOf(id) })));
    const allDone = sources.map(({ id }) => ({ id, code: 0, stderr: '', stdout: '' }));
    try {
      expect(await runAll((id) => ['sources', '--example', id, at(id)])).toEqual(allDone);
      // one build of all of them, as one configuration lists them
      writeFileSync(at('all.yaml'), `sources:\n${sources.map(({ id }) => `  - { source: ${id}, root: ${id} }\n`).join('')}`);
      const built = run(['build', '--config', at('all.yaml'), '--out', at('out'), '--workers', '2', '--json']);
      expect({ status: built.status, stderr: built.status === 0 ? '' : built.stderr }).toEqual({ status: 0, stderr: '' });
      const { files } = JSON.parse(built.stdout) as { files: { dataset: string; items: number }[] };
      expect(files.map(({ dataset }) => dataset).sort()).toEqual(sources.map(({ id }) => id).sort());
      for (const { dataset, items } of files) expect({ dataset, hasItems: items > 0 }).toEqual({ dataset, hasItems: true });
      // their examples have a stretch of white or black pictures, which nothing but the pictures tells
      for (const id of ['CholecT45', 'CholecT50', 'EndoVis2019', 'HeiChole']) expect([id, readFileSync(at('out', `${id}.jsonl`), 'utf8').includes('"task":"view_alert"')]).toEqual([id, true]);
      const validated = await runAll((id) => ['validate', at('out', `${id}.jsonl`), '--media-root', at(id), '--json']);
      expect(validated.map(({ id, code, stderr }) => ({ id, code, stderr, stdout: '' }))).toEqual(allDone);
      // information is no complaint
      const complaints = validated.flatMap(({ stdout }) => (JSON.parse(stdout) as { findings: { severity: string }[] }).findings.filter(({ severity }) => severity !== 'info'));
      expect(complaints).toEqual([]);
    } finally {
      await scratch.remove();
    }
  });

  it('goes on with an example that it was killed in, and only with that one', async () => {
    const scratch = await makeTemporaryFolder();
    try {
      // what a killed command leaves: its note, and a video cut short
      mkdirSync(join(scratch.path, 'Adenoma'));
      writeFileSync(join(scratch.path, '.begun'), 'sources --example Colonoscopic-addi\n');
      writeFileSync(join(scratch.path, 'Adenoma', 'NBI(1).mp4'), 'cut');
      expect(run(['sources', '--example', 'Surgical-phase', scratch.path])).toMatchObject({ status: 2, stderr: expect.stringContaining('usage/output-not-empty') as string });
      expect(run(['sources', '--example', 'Colonoscopic-addi', scratch.path])).toMatchObject({ status: 0 });
      expect(readdirSync(scratch.path)).not.toContain('.begun');
      expect(statSync(join(scratch.path, 'Adenoma', 'NBI(1).mp4')).size).toBeGreaterThan(1_000);
      expect(run(['sources', '--example', 'Colonoscopic-addi', scratch.path])).toMatchObject({ status: 2, stderr: expect.stringContaining('usage/output-not-empty') as string });
    } finally {
      await scratch.remove();
    }
  });

  it('refuses an unknown name, no folder, and a folder that is not empty', async () => {
    const scratch = await makeTemporaryFolder();
    try {
      expect(run(['sources', '--example', 'cholec81', scratch.path])).toMatchObject({ status: 2, stderr: expect.stringContaining('source/unknown') as string });
      expect(run(['sources', '--example', 'cholec80'])).toMatchObject({ status: 2, stderr: expect.stringContaining('usage/bad-argument') as string });
      writeFileSync(join(scratch.path, 'mine.txt'), '');
      expect(run(['sources', '--example', 'cholec80', scratch.path])).toMatchObject({ status: 2, stderr: expect.stringContaining('usage/output-not-empty') as string });
      expect(readdirSync(scratch.path)).toEqual(['mine.txt']);
    } finally {
      await scratch.remove();
    }
  });
});

describe('doctor', () => {
  it('finds ffmpeg and ends with 0; with an ffmpeg that does not run it ends with 3 and says how to mend it', () => {
    const sound = run(['doctor', '--json']);
    expect(sound.status).toBe(0);
    expect(JSON.parse(sound.stdout)).toMatchObject({ ready: true, ffmpeg: { version: expect.any(String) as string } });
    const lacking = run(['doctor', '--json'], { FFMPEG_PATH: '/nowhere/ffmpeg' });
    expect(lacking.status).toBe(3);
    expect(JSON.parse(lacking.stdout)).toMatchObject({ ready: false, ffmpeg: { how_to_mend: expect.any(String) as string } });
    expect(run(['doctor'], { FFMPEG_PATH: '/nowhere/ffmpeg' }).stdout).toContain('how to mend: ');
  });
});
