import { makeToyItem, makeToyResult } from './testing/memory-build.js';
import { formatVideoResult, parseVideoResult } from './video-result.js';

const result = {
  ...makeToyResult('video01', [makeToyItem('video01', 0), makeToyItem('video01', 1)]),
  notes: ['a note with \u2028 in it'],
  rejected: [{ candidate: makeToyItem('video01', 2), findings: [{ code: 'a/b', severity: 'error' as const, file: null, record: null, sample_id: 'x', path: '', message: 'wrong' }] }],
};

describe('a committed result', () => {
  it('comes back as it was', () => {
    expect(parseVideoResult(formatVideoResult(result), 'here')).toEqual(result);
  });

  it.each([
    ['nothing', () => ''],
    ['half of it', (text: string) => text.slice(0, text.length / 2)],
    ['a changed letter', (text: string) => text.replace('Preparation', 'preparation')],
    ['a line less', (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)],
    ['another hash', (text: string) => text.replace(/[0-9a-f]{64}/, '0'.repeat(64))],
  ])('that holds %s is refused', (_what, damage) => {
    expect(() => parseVideoResult(damage(formatVideoResult(result)), '.work/x.jsonl')).toThrow(expect.objectContaining({ code: 'store/corrupt', message: expect.stringContaining('.work/x.jsonl') as string }));
  });
});
