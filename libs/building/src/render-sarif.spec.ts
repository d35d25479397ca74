import type { ValidationReport } from '@medstream/schema';

import { renderFindings } from './render-findings.js';
import { renderSarif } from './render-sarif.js';

const report: ValidationReport = {
  files: ['out dir/a.jsonl', '/data/b.jsonl'],
  items: 3,
  accepted: 2,
  findings: [
    { code: 'item/schema', severity: 'error', file: 'out dir/a.jsonl', record: 2, sample_id: 's-1', path: 'rounds[0].round', message: 'expected 1, found "\u001b[2J"' },
    { code: 'text/odd', severity: 'warning', file: '/data/b.jsonl', record: 1, sample_id: null, path: '', message: 'odd' },
    { code: 'item/schema', severity: 'info', file: null, record: null, sample_id: null, path: '', message: 'all' },
  ],
  summary: { 'item/schema': 2, 'text/odd': 1 },
};

describe('renderSarif', () => {
  const log = renderSarif(report, { version: '0.1.0', rules: [{ code: 'item/schema', severity: 'error', title: 'fields' }] }) as {
    version: string;
    runs: [{ tool: { driver: { rules: object[] } }; artifacts: object[]; results: Record<string, unknown>[] }];
  };
  const [run] = log.runs;

  it('is one run of version 2.1.0 that names the rules that spoke', () => {
    expect(log.version).toBe('2.1.0');
    expect(run.tool.driver.rules).toEqual([{ id: 'item/schema', shortDescription: { text: 'fields' }, defaultConfiguration: { level: 'error' } }, { id: 'text/odd' }]);
    expect(run.artifacts).toEqual([{ location: { uri: 'out%20dir/a.jsonl' } }, { location: { uri: 'file:///data/b.jsonl' } }]);
  });

  it('gives each finding its rule, level and place', () => {
    // SARIF knows error, warning, note, none; ruleIndex points into the table of rules
    expect(run.results.map(({ ruleId, ruleIndex, level }) => [ruleId, ruleIndex, level])).toEqual([
      ['item/schema', 0, 'error'],
      ['text/odd', 1, 'warning'],
      ['item/schema', 0, 'note'],
    ]);
    expect(run.results[0]).toMatchObject({
      locations: [{ physicalLocation: { artifactLocation: { uri: 'out%20dir/a.jsonl', index: 0 } }, logicalLocations: [{ name: 's-1', fullyQualifiedName: 'record 2 / s-1 / rounds[0].round' }] }],
    });
    expect(run.results[2]).not.toHaveProperty('locations');
  });
});

describe('renderFindings', () => {
  it('writes a line a finding, safe for terminals, and the counts', () => {
    expect(renderFindings(report).split('\n')).toEqual([
      'out dir/a.jsonl:2: error item/schema: s-1 rounds[0].round: expected 1, found "\uFFFD[2J"',
      '/data/b.jsonl:1: warning text/odd: odd',
      'info item/schema: all',
      '2 files, 3 items: 2 without an error, 3 findings',
      '  2 x item/schema',
      '  1 x text/odd',
    ]);
  });
});
