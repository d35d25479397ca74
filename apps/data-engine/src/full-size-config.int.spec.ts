import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';
import { buildManifestSchema, TEMPORAL_MODES } from '@medstream/schema';
import { listSources } from '@medstream/sources';
import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';
import { parse, stringify } from 'yaml';

import { composeEncoder } from './compose-encoder.js';

// examples of every data set are drawn and built
jest.setTimeout(900_000);

const CONFIG = fileURLToPath(new URL('../../../configs/medstreambench.yaml', import.meta.url));
const bin = fileURLToPath(new URL('../bin/medstream-data.js', import.meta.url));
/** Of the paper: 5,419 items, 756 of them streaming. */
const PAPER = { items: 5419, streaming: 756 };

interface FullSize {
  sources: { source: string; root: string; budget: { items: number; streaming: number } }[];
}
const config = parse(readFileSync(CONFIG, 'utf8')) as FullSize;

it('lists every data set once, and its budgets add up to the paper\'s items', () => {
  expect(config.sources.map(({ source }) => source).sort()).toEqual(listSources().map(({ descriptor }) => descriptor.id).sort());
  expect(config.sources).toHaveLength(22);
  const sum = (field: 'items' | 'streaming'): number => config.sources.reduce((total, { budget }) => total + budget[field], 0);
  expect({ items: sum('items'), streaming: sum('streaming') }).toEqual(PAPER);
});

describe('built over the examples of all data sets', () => {
  let scratch: TemporaryFolder;
  beforeAll(async () => void (scratch = await makeTemporaryFolder()));
  afterAll(async () => scratch.remove());

  it('has the shape of the paper: items of every data set, all modes, its share of streaming items, four to five rounds', async () => {
    const context = { encodeVideo: await composeEncoder({ ffmpegPath: process.env['FFMPEG_PATH'] ?? null }) };
    for (const source of listSources()) {
      const dir = join(scratch.path, 'data', source.descriptor.id);
      mkdirSync(dir, { recursive: true });
      await source.writeExample(dir, context);
    }
    mkdirSync(join(scratch.path, 'configs'));
    const file = join(scratch.path, 'configs', 'medstreambench.yaml');
    // the roots of the file are relative to it, so that a copy of it beside other data is about those
    writeFileSync(file, stringify(config));
    const out = join(scratch.path, 'out');
    const built = spawnSync(process.execPath, [bin, 'build', '--config', file, '--out', out, '--workers', '2'], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', MEDSTREAM_CACHE: join(scratch.path, 'cache') } });
    expect({ status: built.status, stderr: built.status === 0 ? '' : built.stderr }).toEqual({ status: 0, stderr: '' });
    // three pairs of data sets among them share footage, in the examples as in reality
    expect(built.stderr).toContain('warning: the same footage stands in CholecT45, CholecT50, cholec80');

    const { counts, files, notes, left_out: leftOut } = buildManifestSchema.parse(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')));
    expect(files.filter(({ items }) => items === 0)).toEqual([]);
    expect(files).toHaveLength(22);
    expect(Object.keys(counts.by_mode)).toEqual([...TEMPORAL_MODES].sort());
    for (const { dataset, items } of files) expect(items).toBeLessThanOrEqual(config.sources.find(({ source }) => source === dataset)?.budget.items ?? 0);
    expect(leftOut['over the budget of its data set']).toBeGreaterThan(0);
    const streaming = counts.by_task_mode['streaming'] ?? 0;
    // the paper: 756 / 5,419 = 0.140; 3,369 / 756 = 4.46
    expect(Math.abs(streaming / counts.items - PAPER.streaming / PAPER.items)).toBeLessThan(0.04);
    expect(counts.rounds / streaming).toBeGreaterThanOrEqual(4);
    expect(counts.rounds / streaming).toBeLessThanOrEqual(5);
    expect(notes.filter((note) => note.startsWith('the same footage stands in')).length).toBeGreaterThanOrEqual(2);
  });
});
