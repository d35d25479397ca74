import { EngineError, validationReportSchema } from '@medstream/schema';

import { renderFindings } from './render-findings.js';
import { makeToyItem } from './testing/memory-build.js';
import { LISTED_FINDINGS, type ReadEntry, validateFiles, type ValidateFilesPorts } from './validate-files.js';

const good = (serial: number): ReadEntry => ({ item: makeToyItem('video01', serial), file: 'a.jsonl', record: serial + 1 });

function check(entries: ReadEntry[], readMediaExtent: ValidateFilesPorts['readMediaExtent'] = null) {
  const readItems = async function* () {
    yield* entries;
  };
  return validateFiles({ readItems, readMediaExtent }, { files: ['a.jsonl'] });
}

describe('validateFiles', () => {
  it('accepts sound items', async () => {
    const report = await check([good(0), good(1)]);
    expect(validationReportSchema.parse(report)).toEqual({ files: ['a.jsonl'], items: 2, accepted: 2, findings: [], summary: {} });
  });

  it('names record and field of what is no item, once a record however many problems it has', async () => {
    const problem = (code: string, record: number, path: string): ReadEntry => ({ problem: { code, file: 'a.jsonl', record, sampleId: 's', path, message: 'wrong' } });
    const report = await check([good(0), problem('input/bad-record', 2, 'media_path'), problem('input/bad-record', 2, 'task'), problem('input/not-json', 3, '')]);
    expect(report).toMatchObject({ items: 3, accepted: 1, summary: { 'schema/invalid': 2, 'input/not-json': 1 } });
    expect(report.findings[0]).toEqual({ code: 'schema/invalid', severity: 'error', file: 'a.jsonl', record: 2, sample_id: 's', path: 'media_path', message: 'wrong' });
  });

  it('does not count a file that cannot be opened as an item', async () => {
    const report = await check([{ problem: { code: 'input/unreadable', file: 'a.jsonl', record: 1, sampleId: null, path: '', message: 'cannot read' } }]);
    expect(report).toMatchObject({ items: 0, accepted: 0 });
    expect(report.findings[0]).toMatchObject({ code: 'input/unreadable', file: 'a.jsonl', record: null });
  });

  it.each<[string, ReadEntry[], string[]]>([
    ['an only file', [], ['a.jsonl']],
    ['one of several', [good(0)], ['b.jsonl']],
  ])('an empty file is an error: %s', async (_what, entries, empty) => {
    const readItems = async function* () {
      yield* entries;
    };
    const report = await validateFiles({ readItems, readMediaExtent: null }, { files: [...new Set(['a.jsonl', ...empty])] });
    expect(report.findings.map(({ code, severity, file }) => [code, severity, file])).toEqual(empty.map((file) => ['input/no-items', 'error', file]));
    expect(report.accepted).toBe(entries.length);
  });

  it('lists so many findings of a code, counts all, and quotes no megabytes', async () => {
    const problem = (record: number, code: string): ReadEntry => ({ problem: { code, file: 'a.jsonl', record, sampleId: 's'.repeat(2_000), path: 'task', message: 'm'.repeat(1_001) } });
    const wrong = Array.from({ length: LISTED_FINDINGS + 2 }, (_, index) => problem(index + 1, 'input/bad-record'));
    const report = await check([...wrong, problem(LISTED_FINDINGS + 3, 'input/not-json')]);
    expect(report).toMatchObject({ items: LISTED_FINDINGS + 3, accepted: 0, summary: { 'input/not-json': 1, 'schema/invalid': LISTED_FINDINGS + 2 } });
    expect(report.findings).toHaveLength(LISTED_FINDINGS + 1);
    expect(report.findings.at(-1)).toMatchObject({ code: 'input/not-json', sample_id: `${'s'.repeat(1_000)}…`, message: `${'m'.repeat(1_000)}…` });
    expect(renderFindings(report).split('\n').slice(-4)).toEqual(['2 more findings of these codes, only counted', '1 file, 5003 items: 0 without an error, 5003 findings', '  1 x input/not-json', '  5002 x schema/invalid']);
  });

  it('finds equal ids over the files', async () => {
    const report = await check([good(0), { item: makeToyItem('video01', 0), file: 'b.jsonl', record: 1 }]);
    expect(report).toMatchObject({ items: 2, accepted: 1 });
    expect(report.findings.map(({ code, file, record }) => [code, file, record])).toContainEqual(['id/duplicate', 'b.jsonl', 1]);
  });

  it.each([
    // the item's window ends at 40 s
    ['long enough', { lastFrameMicros: 60_000_000, lastFrameDurationMicros: 40_000 }, [], 1],
    ['too short by more than a second', { lastFrameMicros: 38_000_000, lastFrameDurationMicros: 40_000 }, ['media/beyond-end'], 0],
    ['missing', null, ['media/missing'], 1],
    ['unusable', new EngineError('media/undecodable', 'no picture'), ['media/undecodable'], 0],
  ])('looks at media that are %s', async (_what, extent, codes, accepted) => {
    const report = await check([good(0)], async () => extent);
    expect(report.findings.map(({ code }) => code)).toEqual(codes);
    expect(report.accepted).toBe(accepted);
  });
});
