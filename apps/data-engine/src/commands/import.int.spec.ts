import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';
import { createBaseline, scoreBaseline } from '@medstream/metrics';
import { type BenchmarkItem, benchmarkItemSchema, buildManifestSchema } from '@medstream/schema';
import { generateClip, makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

// commands are started as processes, on machines that may be busy
jest.setTimeout(300_000);

const bin = fileURLToPath(new URL('../../bin/medstream-data.js', import.meta.url));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
  return { status, stdout, stderr };
}

let scratch: TemporaryFolder;
const at = (...names: string[]) => join(scratch.path, ...names);
const readItems = (...names: string[]): BenchmarkItem[] => readFileSync(at(...names), 'utf8').split('\n').filter((line) => line !== '').map((line) => benchmarkItemSchema.parse(JSON.parse(line)));
const scoreOracle = (items: BenchmarkItem[]) => items.map((item) => scoreBaseline(item, createBaseline('oracle', { items: [item], seed: 1 })).overall);

beforeAll(async () => void (scratch = await makeTemporaryFolder()));
afterAll(async () => scratch.remove());

// Invented records in the form of the release: pretty-printed objects one after another, the protocol baked into the question.
const PROTOCOL = 'Response protocol: Answer using only the specified context window. If the visual evidence is insufficient, respond exactly: unanswerable.';
const RELEASED = {
  sample_id: 'cholec80_video01_phase_95',
  dataset: 'cholec80',
  video_id: 'video01',
  media_path: 'Stream_Bench/cholec80/cholec80/videos/video01.mp4',
  task: 'phase_mcq',
  task_mode: 'single_turn',
  question_type: 'closed',
  temporal_mode: 'retrospective',
  query_time: 95,
  context_window_sec: 94.999,
  input_range: [0.001, 95],
  question: `Which phase was shown at the very first moment?\n\n${PROTOCOL}`,
  evidence: 'a row',
  label_source: 'original_annotation',
  choices: ['Preparation', 'Dissection', 'Packaging'],
  answer: 'Preparation',
  response_protocol: 'unanswerable | answer',
};
const STREAMED = {
  ...RELEASED,
  sample_id: 'cholec80_video01_next_10',
  task_mode: 'streaming',
  temporal_mode: 'future',
  question: `Which phase begins within the next 30 seconds?\n\n${PROTOCOL}`,
  query_time: 10,
  context_window_sec: 12,
  input_range: [10, 22],
  answer: 'Dissection',
  turns: [14, 18, 22].map((time) => ({ t_c: time, input_range: [10, time], expected: time < 18 ? 'unanswerable' : 'Dissection', can_answer: time >= 18 })),
  critical_time: 18,
  delta: 2,
};
const ALIASES = 'rounds: [rounds_of_item, turns]\nround_fields: {current_time: t_c, expected_output: expected, answerable: can_answer}\nitem_fields: {expected_response_time: critical_time, tolerance_sec: delta}\n';

describe('import of release files', () => {
  beforeAll(() => {
    mkdirSync(at('release'));
    const defective = { ...RELEASED, sample_id: 'cholec80_video01_summary_None', question: `\n\n${PROTOCOL}` };
    writeFileSync(at('release', 'cholec80.jsonl'), [RELEASED, STREAMED, defective].map((value) => JSON.stringify(value, null, 4)).join('\n'));
    writeFileSync(at('aliases.yaml'), ALIASES);
  });

  it('fails loudly without the names of the streaming fields, and lists what the record has', () => {
    const { status, stdout } = run('import', '--format', 'medstreambench', '--root', at('release'), '--out', at('nameless'), '--json');
    expect({ status, report: JSON.parse(stdout) as unknown }).toMatchObject({ status: 1, report: { records: 3, written: 1, rejected: 2, unreadable: 1 } });
    expect(readFileSync(at('nameless', 'rejected', 'cholec80.jsonl'), 'utf8')).toContain('turns, critical_time, delta: name the right one in the alias map');
  });

  it('writes items that validate finds no error in and that the oracle scores 1 on', () => {
    const { status, stdout, stderr } = run('import', '--format', 'medstreambench', '--root', at('release'), '--out', at('clean'), '--rounds-alias', at('aliases.yaml'));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const part of ['3 records in 1 file, 2 written, 1 rejected', '1 x file/one-per-line', '3 x question/protocol-removed', '2 x time/floor-removed', '1 x rounds/numbered', '1 x turns -> rounds', '1 x text/empty-stem']) expect(stdout).toContain(part);
    const items = readItems('clean', 'cholec80.jsonl');
    expect(items.map(({ sample_id }) => sample_id)).toEqual([RELEASED.sample_id, STREAMED.sample_id]);
    expect(items[0]).toMatchObject({ question: 'Which phase was shown at the very first moment?', input_range: [0, 95], context_window_sec: 95, case_id: 'cholec80/video01', organ: 'gallbladder' });
    // 0.7 · 1 + 0.3 · 1, up to the last bit
    scoreOracle(items).forEach((overall) => expect(overall).toBeCloseTo(1, 12));
    const checked = run('validate', at('clean'), '--json');
    expect(checked.status).toBe(0);
    expect(JSON.parse(checked.stdout)).toMatchObject({ items: 2, accepted: 2 });
    const manifest = buildManifestSchema.parse(JSON.parse(readFileSync(at('clean', 'manifest.json'), 'utf8')));
    expect(manifest).toMatchObject({ counts: { items: 2, rounds: 3, rejected: 1 }, sources: [{ dataset: 'cholec80', upload_allowed: false }] });
    for (const file of ['manifest.json', 'import-report.json', 'validation.json', 'cholec80.jsonl']) expect(readFileSync(at('clean', file), 'utf8')).not.toContain(scratch.path);
  });

  it('validate reads the release files themselves under the same names', () => {
    const named = run('validate', at('release'), '--rounds-alias', at('aliases.yaml'), '--json');
    const report = JSON.parse(named.stdout) as { findings: { code: string; path: string; sample_id: string }[] };
    // the round numbers are in no field of the record: that stays an error here, only import numbers them
    expect(report.findings.filter(({ code, sample_id }) => code === 'schema/invalid' && sample_id === STREAMED.sample_id).map(({ path }) => path)).toContain('rounds[0].round');
    writeFileSync(at('numbered.jsonl'), JSON.stringify({ ...STREAMED, turns: STREAMED.turns.map((turn, index) => ({ ...turn, round: index + 1 })) }, null, 2));
    expect(run('validate', at('numbered.jsonl')).stdout).toContain('no field of this record is known to be their list; its fields are sample_id, dataset');
    expect(run('validate', at('numbered.jsonl'), '--rounds-alias', at('aliases.yaml')).status).toBe(0);
    writeFileSync(at('wrong.yaml'), 'round: turns\n');
    expect(run('validate', at('numbered.jsonl'), '--rounds-alias', at('wrong.yaml'))).toMatchObject({ status: 2, stderr: expect.stringContaining('unknown key round') as string });
  });

  it.each([
    [['--format', 'other'], 'choices', 2],
    [['--format', 'cataract-vlm', '--rounds-alias', 'x.yaml'], 'has no rounds', 2],
  ])('refuses %j', (args, message, status) => {
    expect(run('import', ...args, '--root', at('release'), '--out', at('refused'))).toMatchObject({ status, stderr: expect.stringContaining(message) as string });
  });

  it('refuses to write into the folder it reads, a folder of others, and a root that is not there', () => {
    expect(run('import', '--format', 'medstreambench', '--root', at('release'), '--out', at('release'))).toMatchObject({ status: 2 });
    mkdirSync(at('others'));
    writeFileSync(at('others', 'thesis.tex'), 'years of work');
    expect(run('import', '--format', 'medstreambench', '--root', at('release'), '--out', at('others'))).toMatchObject({ status: 2, stderr: expect.stringContaining('usage/output-not-empty') as string });
    expect(run('import', '--format', 'medstreambench', '--root', at('nowhere'), '--out', at('refused'))).toMatchObject({ status: 2, stderr: expect.stringContaining('usage/missing-root') as string });
  });
});

describe('import of the cataract set', () => {
  const STRICT = 'Respond ONLY with a JSON object with two keys: "explanation" and "answer".';
  const rewarded = (id: string, task: string, video: string, answer: unknown) => ({
    record_id: id,
    task_category: task.endsWith('identification') ? 'mcq' : 'phase',
    question_type: task,
    split: 'Test',
    track: id.startsWith('PH_') ? 'phase' : 'youtube',
    video,
    prompt: [{ role: 'user', content: [{ type: 'video', video }, { type: 'text', text: `${task}: what is shown?\nA) a knife\nB) a hook\n${STRICT}` }] }],
    correct_answer: answer,
    reference_reasoning: 'an invented reason',
    metadata: { site: 'S1' },
  });
  const records = [
    rewarded('abc-_1_clip_01_step_identification', 'step_identification', 'abc-_1_clip_01.mp4', 'B'),
    rewarded('abc-_1_clip_01_instrument_identification', 'instrument_identification', 'abc-_1_clip_01.mp4', 'A'),
    rewarded('PH_0001_0001_S1_0001_boundary_detection', 'boundary_detection', 'PH_0001_0001_S1_0001_boundary_detection.mp4', { timestamp: 1.2 }),
    rewarded('PH_0001_0001_S1_0002_temporal_localization', 'temporal_localization', 'gone.mp4', { start: 0.4, end: 1.8 }),
    rewarded('PH_0001_0001_S1_0003_timestamp_to_phase', 'timestamp_to_phase', 'PH_0001_0001_S1_0001_boundary_detection.mp4', { phase_id: 'P09', phase_name: 'Lens Positioning' }),
  ];

  it('takes the length of each clip from the media, keeps prompts word for word, and warns of the counts', async () => {
    mkdirSync(at('cataract'));
    for (const record of records) writeFileSync(at('cataract', `${record.record_id}.jsonl`), `${JSON.stringify(record)}\n`);
    // 50 pictures at 25 a second: the last begins at 1.96 s and is over at 2 s
    await generateClip({ file: at('cataract', 'abc-_1_clip_01.mp4'), fps: 25, frames: 50 });
    copyFileSync(at('cataract', 'abc-_1_clip_01.mp4'), at('cataract', 'PH_0001_0001_S1_0001_boundary_detection.mp4'));
    const { status, stdout, stderr } = run('import', '--format', 'cataract-vlm', '--root', at('cataract'), '--out', at('eyes'));
    expect(status).toBe(0);
    expect(stderr).toContain('warning: the README of the set counts 1004 records, this folder has 5');
    expect(stdout).toContain('1 x media/missing');
    const items = readItems('eyes', 'cataract_surgery_vlm_eval.jsonl');
    expect(items).toHaveLength(4);
    for (const item of items) expect(item).toMatchObject({ input_range: [0, 2], query_time: 2, sampling_period_sec: 1, response_protocol: 'json', organ: 'eye', prompt: `${item.task}: what is shown?\nA) a knife\nB) a hook\n${STRICT}` });
    expect(scoreOracle(items)).toEqual([1, 1, 1, 1]);
    expect(run('validate', at('eyes'), '--media-root', at('cataract')).status).toBe(0);
  });
});
