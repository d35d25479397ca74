import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';
import { type BenchmarkItem, validationReportSchema } from '@medstream/schema';
import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

// commands are started as processes, on machines that may be busy
jest.setTimeout(300_000);

const bin = fileURLToPath(new URL('../../bin/medstream-data.js', import.meta.url));

/** Runs the built command (`npx tsc -b` first), as a user does. */
function run(...args: string[]) {
  return spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
}

let scratch: TemporaryFolder;
let items: BenchmarkItem[];
const at = (...names: string[]) => join(scratch.path, ...names);

/** Writes items as a benchmark file and returns its path. */
function write(name: string, list: object[], separator = '\n'): string {
  writeFileSync(at(name), list.map((item) => JSON.stringify(item)).join(separator));
  return at(name);
}

function validateAsJson(...args: string[]) {
  const { status, stdout } = run('validate', ...args, '--json');
  return { status, report: validationReportSchema.parse(JSON.parse(stdout)) };
}

beforeAll(async () => {
  scratch = await makeTemporaryFolder();
  expect(run('sources', '--example', 'cholec80', at('example')).status).toBe(0);
  expect(run('build', '--source', 'cholec80', '--root', at('example'), '--out', at('built')).status).toBe(0);
  items = readFileSync(at('built', 'cholec80.jsonl'), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as BenchmarkItem);
});

afterAll(async () => scratch.remove());

describe('validate', () => {
  it('finds a media path that leads out, an unreadable record and a wrong window, each with its record and field', () => {
    const [first, second, third] = items as [BenchmarkItem, BenchmarkItem, BenchmarkItem];
    const single = items.find((item) => item.task_mode === 'single_turn') as BenchmarkItem;
    const file = write('wrong.jsonl', [first, { ...second, media_path: '../secret.mp4' }, third, { ...single, input_range: [0, single.query_time + 5], sample_id: 'shifted' }]);
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n{"sample_id": \n`);
    const { status, report } = validateAsJson(file);
    expect(status).toBe(1);
    const errors = report.findings.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code, record, path }) => [code, record, path])).toEqual(
      expect.arrayContaining([
        ['schema/invalid', 2, 'media_path'],
        ['temporal/window-end', 4, 'input_range[1]'],
        ['input/not-json', 5, ''],
      ]),
    );
    expect(report).toMatchObject({ items: 5, accepted: 2, files: [file] });
  });

  it('reads objects over many lines, with CRLF and a byte-order mark, like one a line', () => {
    const text = items.slice(0, 3).map((item) => JSON.stringify(item, null, 2)).join('\n').replaceAll('\n', '\r\n');
    writeFileSync(at('pretty.jsonl'), `\uFEFF${text}`);
    expect(validateAsJson(at('pretty.jsonl'))).toMatchObject({ status: 0, report: { items: 3, accepted: 3 } });
  });

  it('looks at the media only when it is told where they are', () => {
    const [item] = items as [BenchmarkItem];
    mkdirSync(at('media', 'videos'), { recursive: true });
    writeFileSync(at('media', 'videos', 'broken.mp4'), 'no video at all');
    symlinkSync(at('example', 'videos', 'video01.mp4'), at('media', 'videos', 'outside.mp4'));
    const file = write('media.jsonl', ['videos/nowhere.mp4', 'videos/broken.mp4', 'videos/outside.mp4'].map((media_path, index) => ({ ...item, sample_id: `item-${index}`, media_path })));
    expect(validateAsJson(file).status).toBe(0);
    const { status, report } = validateAsJson(file, '--media-root', at('media'));
    expect(status).toBe(1);
    expect(report.findings.filter(({ code }) => code.startsWith('media/')).map(({ code, record, severity }) => [code, record, severity])).toEqual([
      ['media/missing', 1, 'warning'],
      ['media/undecodable', 2, 'error'],
      ['media/outside-root', 3, 'error'],
    ]);
  });

  it('takes a folder as its own files, not those of its subfolders', () => {
    const { report } = validateAsJson(at('built'));
    expect(report.files).toEqual([join(at('built'), 'cholec80.jsonl')]);
  });

  it('prints text for people and SARIF for tools', () => {
    const file = write('twice.jsonl', [items[0] as object, items[0] as object]);
    const text = run('validate', file);
    expect(text.status).toBe(1);
    expect(text.stdout).toContain(`${file}:2: error id/duplicate: ${items[0]?.sample_id} sample_id: `);
    expect(text.stdout).toContain('1 file, 2 items: 1 without an error');
    const sarif = run('validate', file, '--format', 'sarif');
    expect(sarif.status).toBe(1);
    expect(JSON.parse(sarif.stdout)).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'medstream-data' } } }] });
  });

  it.each([
    ['a file that is not there', ['nowhere.jsonl'], 2, 'usage/missing-root'],
    ['no file', [], 2, 'usage/bad-argument'],
    ['an unknown format', ['--format', 'xml', 'x'], 2, 'usage/bad-argument'],
  ])('refuses %s', (_what, args, status, code) => {
    const refused = run('validate', ...args);
    expect({ status: refused.status, stdout: refused.stdout }).toEqual({ status, stdout: '' });
    expect(refused.stderr).toContain(`error ${code}: `);
  });

  it('refuses a media root that is not there', () => {
    expect(run('validate', at('built'), '--media-root', at('nowhere'))).toMatchObject({ status: 2, stderr: expect.stringContaining('usage/missing-root') as string });
  });
});
