import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';
import { buildManifestSchema, hashText, validationReportSchema } from '@medstream/schema';
import { makeTemporaryFolder, mountSmallFolder, type TemporaryFolder } from '@medstream/testing';

// commands are started as processes, on machines that may be busy
jest.setTimeout(300_000);

const bin = fileURLToPath(new URL('../../bin/medstream-data.js', import.meta.url));
const environment = { ...process.env, NODE_OPTIONS: '', MEDSTREAM_CACHE: join(tmpdir(), 'medstream-test-cache') };

/** Runs the built command (`npx tsc -b` first), as a user does. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', env: environment });
  return { status, stdout, stderr };
}

/** Every file of a folder with its text. */
function readAll(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(names.map((entry) => join(entry.parentPath, entry.name)).sort().map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]));
}

/** Every file of a folder with the SHA-256 of its bytes: what has to be the same is compared by this. */
function hashAll(folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(readAll(folder)).map(([file, text]) => [file, hashText(text)]));
}

function listLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

let scratch: TemporaryFolder;
/** The generated example: two videos. */
let example: string;
/** Its two videos, three times over. */
let sixVideos: string;
let reference: Record<string, string>;
const at = (...names: string[]) => join(scratch.path, ...names);

beforeAll(async () => {
  scratch = await makeTemporaryFolder();
  example = at('example');
  expect(run('sources', '--example', 'cholec80', example)).toMatchObject({ status: 0, stdout: '' });
  sixVideos = at('six');
  for (const [folder, suffix] of [['videos', '.mp4'], ['phase_annotations', '-phase.txt'], ['tool_annotations', '-tool.txt']] as const) {
    mkdirSync(join(sixVideos, folder), { recursive: true });
    for (const copy of [1, 2, 3, 4, 5, 6]) cpSync(join(example, folder, `video0${copy % 2 === 1 ? 1 : 2}${suffix}`), join(sixVideos, folder, `video0${copy}${suffix}`));
  }
  expect(run('build', '--source', 'cholec80', '--root', sixVideos, '--out', at('reference')).status).toBe(0);
  reference = hashAll(at('reference'));
});

afterAll(async () => scratch.remove());

describe('build of the generated example', () => {
  it('writes the contract\'s files, and validate finds no error in them', () => {
    const built = run('build', '--source', 'cholec80', '--root', example, '--out', at('first'), '--json');
    expect(built.status).toBe(0);
    const files = readAll(at('first'));
    expect(Object.keys(files)).toEqual(['cholec80.jsonl', 'manifest.json', 'rejected/cholec80.jsonl', 'validation.json']);
    const items = listLines(files['cholec80.jsonl'] as string).length;
    expect(items).toBeGreaterThan(0);
    const manifest = buildManifestSchema.parse(JSON.parse(files['manifest.json'] as string));
    expect(manifest.counts.items).toBe(items);
    expect(Object.keys(manifest.counts.by_mode)).toEqual(['future', 'present', 'proactive', 'retrospective']);
    expect(manifest.versions['ffmpeg']).toMatch(/\d/);
    expect(JSON.parse(built.stdout)).toMatchObject({ files: manifest.files, counts: manifest.counts, failed: [], videos: { planned: 2, built: 2, failed: 0 } });
    for (const text of Object.values(files)) expect(text).not.toContain(scratch.path);

    const checked = run('validate', at('first'), '--media-root', example, '--json');
    const report = validationReportSchema.parse(JSON.parse(checked.stdout));
    expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(report).toMatchObject({ items, accepted: items });
    expect(checked.status).toBe(0);
  });

  it('writes the same bytes again, in place, elsewhere, and with two threads', () => {
    expect(run('build', '--source', 'Cholec80', '--root', sixVideos, '--out', at('threads'), '--workers', '2').status).toBe(0);
    expect(hashAll(at('threads'))).toEqual(reference);
    expect(run('build', '--source', 'cholec80', '--root', sixVideos, '--out', at('threads')).status).toBe(0);
    expect(hashAll(at('threads'))).toEqual(reference);
  });

  it('builds from a configuration file as from flags; flags win', () => {
    writeFileSync(at('build.yaml'), 'seed: 4\nlimit: 1\nsources:\n  - source: cholec80\n    root: six\n');
    expect(run('build', '--config', at('build.yaml'), '--out', at('configured'), '--seed', '9').status).toBe(0);
    expect(run('build', '--source', 'cholec80', '--root', sixVideos, '--out', at('flagged'), '--seed', '9', '--limit', '1').status).toBe(0);
    expect(hashAll(at('configured'))).toEqual(hashAll(at('flagged')));
    expect(JSON.parse(readFileSync(at('configured', 'manifest.json'), 'utf8'))).toMatchObject({ seed: 9, sources: [{ videos: 1 }] });
  });

  it('builds a data set that a file describes, also in threads, and builds anew when the description changes', () => {
    const describeWith = (title: string): string =>
      `id: described\ntitle: ${title}\norgan: gallbladder\nformat: frame-table\ntables: phase_annotations/{video}-phase.txt\nmedia: ["videos/{video}.mp4"]\nseparator: tab\nrows: { column: Frame, frame_rate: 25, first_frame: 0 }\n` +
      'tracks:\n  - { signal: phase, column: Phase, vocabulary: [Preparation, CalotTriangleDissection, ClippingCutting, GallbladderDissection, GallbladderPackaging, CleaningCoagulation, GallbladderRetraction] }\n';
    writeFileSync(at('described.yaml'), describeWith('one'));
    expect(run('build', '--source', at('described.yaml'), '--root', sixVideos, '--out', at('described'), '--limit', '2').status).toBe(0);
    writeFileSync(at('listed.yaml'), 'sources:\n  - source: described.yaml\n    root: six\n');
    expect(run('build', '--config', at('listed.yaml'), '--out', at('listed'), '--limit', '2', '--workers', '2').status).toBe(0);
    expect(hashAll(at('listed'))).toEqual(hashAll(at('described')));
    const items = listLines(readFileSync(at('described', 'described.jsonl'), 'utf8')).map((line) => JSON.parse(line) as { dataset: string; task: string });
    expect(new Set(items.map(({ dataset }) => dataset))).toEqual(new Set(['described']));
    expect(items.every(({ task }) => task.startsWith('phase_'))).toBe(true);
    writeFileSync(at('described.yaml'), describeWith('one').replace('Preparation, ', ''));
    expect(run('build', '--source', at('described.yaml'), '--root', sixVideos, '--out', at('described'), '--limit', '2')).toMatchObject({ status: 1, stderr: expect.stringContaining('found phase "Preparation"') as string });
  });

  it('writes one file a data set where the configuration lists several', () => {
    expect(run('sources', '--example', 'cholect50', at('triplets')).status).toBe(0);
    writeFileSync(at('several.yaml'), 'caps:\n  max_items_per_task: 3\nsources:\n  - source: cholect50\n    root: triplets\n  - source: cholec80\n    root: six\n');
    const built = run('build', '--config', at('several.yaml'), '--out', at('several'), '--limit', '4', '--json');
    expect({ status: built.status, stderr: built.status === 0 ? '' : built.stderr }).toEqual({ status: 0, stderr: '' });
    const { files } = JSON.parse(built.stdout) as { files: { path: string; items: number }[] };
    expect(files).toHaveLength(2);
    for (const { path, items } of files) expect({ path, lines: listLines(readFileSync(at('several', path), 'utf8')).length }).toEqual({ path, lines: items });
    expect(run('validate', at('several')).status).toBe(0);
  });

  it.each([1, 2])('comes to the same bytes after SIGKILL in the middle, with %i workers, and redoes only what was in work', async (workers) => {
    const out = at(`killed-${workers}`);
    const args = ['build', '--source', 'cholec80', '--root', sixVideos, '--out', out, '--workers', String(workers)];
    await killOnce(spawn(process.execPath, [bin, ...args], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] }), 'SIGKILL', '[2/6]');
    expect(existsSync(join(out, 'manifest.json'))).toBe(false);
    const second = run(...args);
    expect(second.status).toBe(0);
    // at least the two that were reported before the kill
    expect(Number(/(\d) finished earlier/.exec(second.stderr)?.[1])).toBeGreaterThanOrEqual(2);
    expect(hashAll(out)).toEqual(reference);
  });

  it.each([1, 2])('ends with 130 on Ctrl-C, with %i workers, and goes on from there', async (workers) => {
    const out = at(`interrupted-${workers}`);
    const args = ['build', '--source', 'cholec80', '--root', sixVideos, '--out', out, '--workers', String(workers)];
    const code = await killOnce(spawn(process.execPath, [bin, ...args], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] }), 'SIGINT', '[1/6]');
    expect(code).toBe(130);
    expect(existsSync(join(out, '.lock'))).toBe(false);
    expect(run(...args).status).toBe(0);
    expect(hashAll(out)).toEqual(reference);
  });
});

/** Sends the signal once the command has printed a text; returns its exit code, null when the signal ended it. */
async function killOnce(child: ChildProcess, signal: 'SIGKILL' | 'SIGINT', printed: string): Promise<number | null> {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    const before = text.includes(printed);
    text += chunk.toString();
    if (!before && text.includes(printed)) child.kill(signal);
  });
  const [code, endedBy] = (await once(child, 'exit')) as [number | null, string | null];
  // a fault that did not bite proves nothing
  expect({ printed: text.includes(printed), ended: endedBy ?? code }).toEqual({ printed: true, ended: signal === 'SIGKILL' ? 'SIGKILL' : 130 });
  return code;
}

describe('build with something wrong', () => {
  it('names file and line of a label that cannot be read, builds the other videos, ends with 1, and after mending is whole', () => {
    const root = at('bad-label');
    cpSync(sixVideos, root, { recursive: true, preserveTimestamps: true });
    const file = join(root, 'phase_annotations', 'video03-phase.txt');
    const sound = readFileSync(file, 'utf8');
    writeFileSync(file, sound.replace(/^(5\t).*$/m, '$1Coffee break'));
    const broken = run('build', '--source', 'cholec80', '--root', root, '--out', at('bad-label-out'), '--json');
    expect(broken.status).toBe(1);
    // line 1 is the header, so frame 5 is line 7
    expect(broken.stderr).toMatch(/error source\/bad-label: cholec80\/video03: .*phase_annotations\/video03-phase\.txt.*\b7\b/);
    expect(JSON.parse(broken.stdout)).toMatchObject({ videos: { planned: 6, built: 5, failed: 1 }, failed: [{ dataset: 'cholec80', video_id: 'video03', code: 'source/bad-label' }] });
    writeFileSync(file, sound);
    const mended = run('build', '--source', 'cholec80', '--root', root, '--out', at('bad-label-out'));
    expect(mended.status).toBe(0);
    expect(mended.stderr).toContain('5 finished earlier');
    expect(hashAll(at('bad-label-out'))).toEqual(reference);
  });

  it('warns of a recording that is cut in half and of a label file that is not there, and tells a failed video once', () => {
    const root = at('damaged');
    cpSync(sixVideos, root, { recursive: true });
    const rows = readFileSync(join(root, 'phase_annotations', 'video01-phase.txt'), 'utf8').trimEnd().split('\n');
    // the example lasts as long as its rows: twice the rows are what a video cut in half has
    const last = (rows.at(-1) as string).split('\t')[1];
    const more = rows.slice(1).map((_, index) => `${rows.length - 1 + index}\t${last}`);
    writeFileSync(join(root, 'phase_annotations', 'video01-phase.txt'), `${[...rows, ...more].join('\n')}\n`);
    rmSync(join(root, 'tool_annotations', 'video02-tool.txt'));
    writeFileSync(join(root, 'videos', 'video03.mp4'), '');
    const { status, stderr } = run('build', '--source', 'cholec80', '--root', root, '--out', at('damaged-out'), '--limit', '3');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^warning: cholec80\/video01: videos\/video01\.mp4: labels end at \S+ s, the media at \S+ s; labels beyond the media are left out$/m);
    expect(stderr).toMatch(/^warning: cholec80\/video02: videos\/video02\.mp4: there is no tool file; tools are unknown$/m);
    expect(stderr.split('the file is empty')).toHaveLength(2);
    expect(stderr).toMatch(/^error media\/undecodable: cholec80\/video03: videos\/video03\.mp4: the file is empty$/m);
  });

  it('reports a missing medium: 1 where others were built, 3 where none was, 0 where it is allowed', () => {
    const root = at('no-media');
    cpSync(sixVideos, root, { recursive: true });
    rmSync(join(root, 'videos', 'video02.mp4'));
    const args = ['build', '--source', 'cholec80', '--root', root, '--out', at('no-media-out')];
    const one = run(...args);
    expect(one.status).toBe(1);
    expect(one.stderr).toContain('error media/missing: cholec80/video02');
    const manifest = buildManifestSchema.parse(JSON.parse(readFileSync(at('no-media-out', 'manifest.json'), 'utf8')));
    expect(manifest.sources[0]).toMatchObject({ videos: 5, videos_failed: 1 });
    rmSync(join(root, 'videos'), { recursive: true });
    expect(run(...args, '--out', at('none-out')).status).toBe(3);
    expect(readdirSync(at('none-out'))).toEqual([]);
    expect(run(...args, '--out', at('none-out'), '--allow-missing-media').status).toBe(0);
    expect(run('validate', at('none-out')).status).toBe(0);
  });

  it.each([
    ['a root that is not there', ['--source', 'cholec80', '--root', 'nowhere'], 2, 'error usage/missing-root'],
    ['no root', ['--source', 'cholec80'], 2, 'error usage/bad-argument'],
    ['no source', [], 2, 'error usage/bad-argument'],
    ['an unknown source', ['--source', 'cholec81', '--root', '.'], 2, 'error source/unknown'],
    ['a number of workers that is none', ['--workers', 'many'], 2, 'error usage/bad-argument'],
    ['an unknown flag', ['--fast'], 2, 'error usage/bad-argument'],
    ['no configuration file', ['--config', 'nowhere.yaml'], 2, 'error config/unreadable'],
  ])('refuses %s with a code and how to mend it', (_what, args, status, message) => {
    const refused = run('build', '--out', at('refused'), ...args);
    expect({ status: refused.status, stdout: refused.stdout }).toEqual({ status, stdout: '' });
    expect(refused.stderr).toContain(message);
    expect(refused.stderr).toContain('how to mend: ');
    expect(refused.stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(at('refused'))).toBe(false);
  });

  it('refuses an unknown key of the configuration file and lists the valid ones', () => {
    writeFileSync(at('wrong.yaml'), 'sources:\n  - source: cholec80\n    root: six\n    horizons_sec: 5\n');
    const refused = run('build', '--config', at('wrong.yaml'), '--out', at('refused'));
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(/error config\/unknown-key: .*horizons_sec in sources\[0\]\nhow to mend: .*horizon_sec/);
  });

  it('refuses a folder that is not its own, and one in use', async () => {
    mkdirSync(at('thesis'));
    writeFileSync(at('thesis', 'thesis.tex'), 'years of work');
    expect(run('build', '--source', 'cholec80', '--root', example, '--out', at('thesis'))).toMatchObject({ status: 2, stderr: expect.stringContaining('usage/output-not-empty') as string });
    expect(readdirSync(at('thesis'))).toEqual(['thesis.tex']);

    const args = ['build', '--source', 'cholec80', '--root', sixVideos, '--out', at('shared')];
    const first = spawn(process.execPath, [bin, ...args], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
    await once(first.stderr, 'data');
    expect(run(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining('store/locked') as string });
    if (first.exitCode === null) await once(first, 'exit');
    expect(first.exitCode).toBe(0);
  });

  it('leaves no half file on a full disk and finishes once there is space', () => {
    mkdirSync(at('small'));
    const small = mountSmallFolder(at('small'), { kilobytes: 64 });
    if ('refused' in small) {
      // the same promise is kept by build-benchmark.spec.ts with a port that refuses to write
      console.warn(`no small disk could be mounted here: ${small.refused}`);
      return;
    }
    try {
      const full = run('build', '--source', 'cholec80', '--root', sixVideos, '--out', at('small'));
      expect(full.status).toBe(3);
      expect(full.stderr).toContain('error store/disk-full');
      expect(readdirSync(at('small')).filter((name) => !name.startsWith('.'))).toEqual([]);
      cpSync(at('small'), at('larger'), { recursive: true });
    } finally {
      small.unmount();
    }
    expect(run('build', '--source', 'cholec80', '--root', sixVideos, '--out', at('larger')).status).toBe(0);
    expect(hashAll(at('larger'))).toEqual(reference);
  });
});
