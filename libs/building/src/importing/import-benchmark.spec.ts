import { buildManifestSchema, EngineError, hashText, parseJsonText, type SourceDescriptor, validationReportSchema } from '@medstream/schema';

import { createMemoryOutput, type MemoryOutput, TOY_SOURCE } from '../testing/memory-build.js';
import { importBenchmark } from './import-benchmark.js';
import { type ImportFormatName, openImportFormat } from './import-formats.js';
import type { ImportedRecord, ImportPorts } from './import-ports.js';
import { type ImportReport, renderImportReport } from './import-report.js';
import { makeCataractRecord } from './testing/make-cataract-record.js';

const PROTOCOL = 'Response protocol: Answer using only the specified context window. If the visual evidence is insufficient, respond exactly: unanswerable.';
// invented, in the form of release-format.md
const record = (serial: number, changes: object = {}) => ({
  sample_id: `toy_01_phase_${serial}`,
  dataset: 'toyset',
  video_id: '01',
  media_path: 'Stream_Bench/toyset/toyset/videos/01.mp4',
  task: 'toy_phase_mcq',
  task_mode: 'single_turn',
  question_type: 'closed',
  temporal_mode: 'retrospective',
  query_time: 60 + serial,
  context_window_sec: 30,
  input_range: [30 + serial, 60 + serial],
  question: `Which phase was shown earlier?\n\n${PROTOCOL}`,
  evidence: 'a row of a label file',
  label_source: 'original_annotation',
  choices: ['Opening', 'Closing'],
  answer: serial % 2 === 0 ? 'Opening' : 'Closing',
  response_protocol: 'unanswerable | answer',
  ...changes,
});

interface World {
  files: Record<string, (object | EngineError)[]>;
  clips?: Record<string, number>;
  output?: MemoryOutput;
  linesPerRecord?: number;
  aliases?: object;
}

async function runImport(name: ImportFormatName, { files, clips = {}, output = createMemoryOutput(), linesPerRecord = 1, aliases = {} }: World): Promise<{ report: ImportReport; output: MemoryOutput; lines: (file: string) => Record<string, unknown>[] }> {
  async function* readRecords(file: string): AsyncGenerator<ImportedRecord> {
    for (const [index, value] of (files[file] ?? []).entries()) yield value instanceof EngineError ? { record: index + 1, error: value } : { record: index + 1, value };
  }
  const ports: ImportPorts = {
    readRecords,
    describeFile: async (file) => ({ sha256: hashText(file), lines: (files[file] ?? []).length * linesPerRecord }),
    readClipMicros: async (path) => clips[path] ?? null,
    describeDataset: (dataset): SourceDescriptor | null => (dataset === 'toyset' ? TOY_SOURCE.descriptor : null),
    caseIdOf: ({ dataset, videoId }) => `shared/${dataset}/${videoId}`,
    output,
  };
  const report = await importBenchmark(ports, openImportFormat(name, { ports, aliases }), { files: Object.keys(files), versions: { engine: '1' } });
  return { report, output, lines: (file) => (output.files.get(file) ?? '').split('\n').filter((line) => line !== '').map((line) => parseJsonText(line, file) as Record<string, unknown>) };
}

describe('medstreambench', () => {
  it('writes clean items a data set, ids kept, the defective ones apart with the reason, and counts what it changed', async () => {
    const { report, output, lines } = await runImport('medstreambench', {
      files: {
        'toyset.jsonl': [record(1), record(2, { context_window_sec: 61.999, input_range: [0.001, 62] }), record(3, { question: `\n\n${PROTOCOL}` }), new EngineError('input/not-json', 'record 4 is torn'), record(5, { sample_id: 'toy_01_gemini_open' })],
        'other.jsonl': [record(6, { dataset: 'other set' })],
      },
      linesPerRecord: 20,
    });
    expect([...output.files.keys()].sort()).toEqual(['import-report.json', 'import-report.txt', 'manifest.json', 'other set.jsonl', 'rejected/other set.jsonl', 'rejected/toyset.jsonl', 'toyset.jsonl', 'validation.json']);
    expect(lines('toyset.jsonl').map(({ sample_id: id }) => id)).toEqual(['toy_01_phase_1', 'toy_01_phase_2', 'toy_01_gemini_open']);
    expect(lines('toyset.jsonl')[1]).toMatchObject({
      schema_version: 1,
      question: 'Which phase was shown earlier?',
      input_range: [0, 62],
      context_window_sec: 62,
      case_id: 'shared/toyset/01',
      organ: 'gallbladder',
      provenance: { sources: [{ path: 'toyset.jsonl', sha256: hashText('toyset.jsonl') }], builder: 'import-medstreambench', model: null, licence: 'CC0-1.0' },
    });
    expect(lines('toyset.jsonl')[2]).toMatchObject({ provenance: { model: 'gemini' } });
    expect(lines('other set.jsonl')[0]).toMatchObject({ organ: 'unknown', provenance: { licence: 'not stated' } });
    expect(lines('rejected/toyset.jsonl')).toMatchObject([
      { candidate: { sample_id: 'toy_01_phase_3', question: `\n\n${PROTOCOL}` }, findings: [{ code: 'text/empty-stem', file: 'toyset.jsonl', record: 3 }] },
      { candidate: null, findings: [{ code: 'input/not-json', record: 4 }] },
    ]);
    expect(report).toMatchObject({ records: 6, written: 4, rejected: 2, unreadable: 1, findings: { rejected: { 'text/empty-stem': 1, 'input/not-json': 1 } } });
    // the torn record has none; of the other five all held the sentence, one the floor; both files held 20 lines a record
    expect(report.changes.map(({ change, count }) => [change, count])).toEqual([['file/one-per-line', 2], ['question/protocol-removed', 5], ['time/floor-removed', 1]]);
    expect(report.files.map(({ file, records, written, changes }) => [file, records, written, changes])).toEqual([
      ['toyset.jsonl', 5, 3, { 'file/one-per-line': 1, 'question/protocol-removed': 4, 'time/floor-removed': 1 }],
      ['other.jsonl', 1, 1, { 'file/one-per-line': 1, 'question/protocol-removed': 1 }],
    ]);
    const manifest = buildManifestSchema.parse(parseJsonText(output.files.get('manifest.json') ?? '', 'manifest'));
    expect(manifest).toMatchObject({ config: { import: 'medstreambench' }, counts: { items: 4, rejected: 2, by_dataset: { 'other set': 1, toyset: 3 } }, sources: [{ dataset: 'other set', upload_allowed: false }, { dataset: 'toyset', videos: 1, label_files: [{ path: 'toyset.jsonl' }] }] });
    expect(validationReportSchema.parse(parseJsonText(output.files.get('validation.json') ?? '', 'validation'))).toMatchObject({ files: ['toyset.jsonl', 'other.jsonl'], items: 6, accepted: 4 });
    const text = renderImportReport(report);
    for (const part of ['6 records in 2 files, 4 written, 2 rejected (1 of them are no item)', '5 x question/protocol-removed', '1 x text/empty-stem', 'toyset.jsonl: 5 records, 3 written, 2 rejected']) expect(text).toContain(part);
    expect(output.files.get('import-report.txt')).toBe(text);
  });

  it.each([
    ['matches none', {}, 'rounds', /its fields are .*turns/u],
    ['matches the list but no member', { rounds: 'turns' }, 'rounds[0].current_time', /its fields are t, say/u],
  ])('says loudly that a streaming record %s, and counts it as no item', async (_, aliases, path, message) => {
    const streaming = record(1, { task_mode: 'streaming', temporal_mode: 'future', query_time: 31, turns: [{ t: 61, say: 'Opening' }] });
    const { report, lines } = await runImport('medstreambench', { files: { 'toyset.jsonl': [streaming] }, aliases });
    expect(report).toMatchObject({ written: 0, rejected: 1, unreadable: 1 });
    const [first] = lines('rejected/toyset.jsonl')[0]?.['findings'] as { path: string; message: string }[];
    expect(first).toMatchObject({ path, message: expect.stringMatching(message) as string });
  });

  it('keeps the first of two records with one id, and refuses a name that leaves the folder', async () => {
    const { report, lines } = await runImport('medstreambench', { files: { 'toyset.jsonl': [record(1), record(2, { sample_id: 'toy_01_phase_1' }), record(3, { dataset: '../up' })] } });
    expect(report).toMatchObject({ written: 1, findings: { rejected: { 'id/duplicate': 1, 'schema/invalid': 1 } } });
    expect(lines('rejected/toyset.jsonl')).toHaveLength(2);
  });

  it('writes the same again in its own folder, removes what is no longer there, and leaves a folder of others alone', async () => {
    const files = { 'toyset.jsonl': [record(1)], 'other.jsonl': [record(2, { dataset: 'other' })] };
    const { output } = await runImport('medstreambench', { files });
    const first = new Map(output.files);
    await runImport('medstreambench', { files, output });
    expect(output.files).toEqual(first);
    await runImport('medstreambench', { files: { 'toyset.jsonl': [record(1)] }, output });
    expect(output.files.has('other.jsonl') || output.files.has('rejected/other.jsonl')).toBe(false);
    // killed at any file of the first import, the same command goes on
    for (let writes = 1; writes < first.size; writes += 1) {
      const stopped = createMemoryOutput();
      let left = writes;
      const stop = <Rest extends unknown[], Result>(write: (...rest: Rest) => Promise<Result>) => async (...rest: Rest): Promise<Result> => {
        if (left === 0) throw new Error('killed');
        left -= 1;
        return write(...rest);
      };
      await expect(runImport('medstreambench', { files, output: { ...stopped, writeText: stop(stopped.writeText), writeLines: stop(stopped.writeLines) } })).rejects.toThrow('killed');
      await runImport('medstreambench', { files, output: stopped });
      expect(stopped.files).toEqual(first);
    }
    const others = createMemoryOutput();
    others.files.set('thesis.tex', 'years of work');
    await expect(runImport('medstreambench', { files, output: others })).rejects.toMatchObject({ code: 'usage/output-not-empty' });
    expect([...others.files.keys()]).toEqual(['thesis.tex']);
  });
});

describe('cataract-vlm', () => {
  const phase = makeCataractRecord({ task: 'boundary_detection', answer: { timestamp: 1.5 }, video: 'a.mp4' });

  it('writes its records as items of one data set and warns of each count that differs from the README', async () => {
    const description = makeCataractRecord({ id: 'PH_1_clip_01_visual_description', task: 'visual_description', reference: 'A cut.', video: 'gone.mp4', durationSec: 4 });
    const lost = makeCataractRecord({ id: 'PH_1_full_video_narration', task: 'narration', reference: 'A cut.', video: 'gone.mp4' });
    const { report, lines } = await runImport('cataract-vlm', { files: { 'a.jsonl': [phase], 'b.jsonl': [description], 'c.jsonl': [lost] }, clips: { 'a.mp4': 9_040_000 } });
    expect(lines('cataract_surgery_vlm_eval.jsonl')).toMatchObject([
      { schema_version: 1, sample_id: 'PH_0009_1234_S2_0007_boundary_detection', task: 'boundary_detection', track: 'phase', gold: { timestamp: 1.5 }, input_range: [0, 9.04], provenance: { record_metadata: { site: 'S2' } } },
      { task: 'visual_description', gold: 'A cut.', input_range: [0, 4] },
    ]);
    expect(report).toMatchObject({ written: 2, rejected: 1, unreadable: 0, findings: { rejected: { 'media/missing': 1 }, written: {} } });
    expect(report.changes.map(({ change, count }) => [change, count])).toEqual([['item/from-record', 2], ['window/from-media', 1], ['window/from-record', 1]]);
    expect(report.warnings).toEqual(expect.arrayContaining(['the README of the set counts 1004 records, this folder has 3', 'the README of the set counts 49 boundary_detection, this folder has 1']));
  });

  it('refuses an answer that does not read as itself', async () => {
    const bad = makeCataractRecord({ task: 'temporal_localization', answer: { start: 8, end: 4 }, video: 'a.mp4' });
    const { report } = await runImport('cataract-vlm', { files: { 'a.jsonl': [bad] }, clips: { 'a.mp4': 9_040_000 } });
    expect(report).toMatchObject({ written: 0, findings: { rejected: { 'gold/unreadable': 1 } } });
    expect(report.warnings.at(-1)).toContain('no record could be written');
  });
});
