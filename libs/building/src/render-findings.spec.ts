import type { Finding, ValidationReport } from '@medstream/schema';

import { renderFindings } from './render-findings.js';

const FINDING: Finding = { code: 'text/empty-stem', severity: 'error', file: 'a.jsonl', record: 3, sample_id: 'a\u001b[2J', path: 'question', message: 'expected a question' };

it.each<[string, Partial<ValidationReport>, string[]]>([
  ['nothing found', {}, ['1 file, 1 item: 1 without an error, 0 findings']],
  [
    'one finding, whose id holds a control character',
    { accepted: 0, findings: [FINDING], summary: { 'text/empty-stem': 1 } },
    ['a.jsonl:3: error text/empty-stem: a\uFFFD[2J question: expected a question', '1 file, 1 item: 0 without an error, 1 finding', '  1 x text/empty-stem'],
  ],
  ['several files', { files: ['a.jsonl', 'b.jsonl'], items: 2, accepted: 2 }, ['2 files, 2 items: 2 without an error, 0 findings']],
])('%s', (_, report, lines) => {
  expect(renderFindings({ files: ['a.jsonl'], items: 1, accepted: 1, findings: [], summary: {}, ...report }).split('\n')).toEqual(lines);
});
