import type { RaterAnswers } from './read-answers.js';
import { judgeAnswers, markAnswer, reviewReportSchema } from './review-outcome.js';
import { renderReviewReport } from './render-review-report.js';
import type { ReviewKey } from './review-key.js';

const ITEMS = 20;
const key: ReviewKey = {
  schema_version: 1, sheet: `sheet-${'a'.repeat(16)}`, seed: 1, raters: 2, filters: {}, frames: { max: 8, side: 512 }, population: {}, left_out: {},
  items: Array.from({ length: ITEMS }, (_, index) => ({ number: index + 1, sample_id: `s${String(index + 1).padStart(2, '0')}`, item_sha256: '0'.repeat(64), round: null, case_id: `c${index}`, dataset: index < 12 ? 'one' : 'two', temporal_mode: 'present', question_type: 'closed', task: 't', label_source: 'model_assisted', options: ['A', 'B', 'X', 'U'], several: false, supporting: [['B']] })),
};
/** A letter an item, `.` where nothing was said. */
const rater = (number: number, letters: string): RaterAnswers => ({ rater: number, answers: new Map([...letters].map((letter, index) => [index + 1, { letters: letter === '.' ? [] : [letter], remark: letter === 'X' ? 'no tool\u001b[31m at all' : '' }])) });
//                     both: 12       one: 5   neither: 3
const FIRST = rater(1, 'BBBBBBBBBBBB' + 'BBBBB' + 'AXU');
const SECOND = rater(2, 'BBBBBBBBBBBB' + 'AAUUX' + 'AAU');

describe('markAnswer', () => {
  it.each<[string[], string[][], string | null]>([
    [['B'], [['B']], 'supported'],
    [['A'], [['B']], 'unsupported'],
    [['U'], [['B']], 'unclear'],
    [['X'], [['B']], 'unsupported'],
    [['U'], [['U']], 'supported'],
    [['A'], [['U']], 'unsupported'],
    [[], [['B']], null],
    [['U'], [['A'], ['U']], 'supported'],
    [['A', 'C'], [['C', 'A']], 'supported'],
    [['A'], [['C', 'A']], 'unsupported'],
    [['A', 'B', 'C'], [['C', 'A']], 'unsupported'],
  ])('%j where %j are right: %s', (letters, supporting, mark) => {
    expect(markAnswer(letters, { supporting })).toBe(mark);
  });
});

describe('judgeAnswers', () => {
  it('gives the shares of the paper for 12, 5 and 3 of 20, by group too, and names what nobody supports', () => {
    const { quality, report } = judgeAnswers(key, [SECOND, FIRST]);
    const shares = ({ support }: typeof report.overall) => [support.all.value, support.some.value, support.none.value];
    expect(shares(report.overall)).toEqual([0.6, 0.25, 0.15]);
    expect(report.overall.support.all.ci95).toEqual([expect.any(Number), expect.any(Number)]);
    expect(shares(report.datasets['one'] as never)).toEqual([1, 0, 0]);
    // items 13 to 20: 5 of 8 with one, 3 with none
    expect(shares(report.strata['two · present · closed'] as never)).toEqual([0, 0.625, 0.375]);
    expect(report.unsupported).toEqual(['s18', 's19', 's20']);
    // marks: 12 ss, 3 s-unsupported (A, A, X), 2 s-unclear, 1 nn, 1 nn (X and A), 1 uu
    // p0 = (12 + 2 + 1) / 20; pe by margins: first s 17 n 2 u 1, second s 12 n 5 u 3 = (204 + 10 + 3) / 400
    expect(report.overall.kappa?.value).toBeCloseTo((0.75 - 0.5425) / (1 - 0.5425), 12);
    expect(quality.get('s01')).toEqual({ review: 'human', raters: 2, agreement: 1 });
    expect(quality.get('s13')).toEqual({ review: 'human', raters: 2, agreement: 0.5 });
    expect(judgeAnswers(key, [FIRST, SECOND])).toEqual({ quality, report });
    expect(reviewReportSchema.safeParse({ ...report, files: [] }).success).toBe(true);
  });

  it('keeps items that a rater left open out of the shares and out of the outcome', () => {
    const { quality, report } = judgeAnswers(key, [FIRST, rater(2, 'BBBBBBBBBBBB' + '.....' + 'AAU')]);
    expect(report.overall).toMatchObject({ complete: 15, partial: 5, support: { all: { value: 0.8, n: 15 }, none: { value: 0.2, n: 15 } } });
    expect(quality.has('s13')).toBe(false);
    expect(report.items[12]).toMatchObject({ answers: [['B'], null], marks: ['supported', null] });
  });

  it('three raters: no kappa', () => {
    const { report } = judgeAnswers({ ...key, raters: 3 }, [FIRST, SECOND, rater(3, 'B'.repeat(ITEMS))]);
    expect(report.overall.kappa).toBeNull();
    expect(report.overall.support.none.value).toBe(0);
    expect(renderReviewReport({ ...report, files: [] })).toContain('every item is supported by a rater');
  });

  it.each<[string, RaterAnswers[], string]>([
    ['a missing rater', [FIRST], 'the answers of rater 2 are missing'],
    ['a rater twice', [FIRST, SECOND, SECOND], '2 files are of rater 2'],
  ])('refuses %s', (_, files, message) => {
    expect(() => judgeAnswers(key, files)).toThrow(expect.objectContaining({ code: 'usage/bad-argument', message: expect.stringContaining(message) as string }));
  });

  it('is told in text with shares, intervals, coefficients and the items without support', () => {
    const text = renderReviewReport({ ...judgeAnswers(key, [FIRST, SECOND]).report, files: [{ path: 'one.jsonl', sha256: '0'.repeat(64), items: 30, reviewed: 20 }] });
    for (const part of ['2 raters, 20 items answered by all', 'both', 'neither', '60.0 % [', '25.0 % [', '15.0 % [', '0.454', '3 items are supported by no rater', '  s18\n', 's19  (no tool\ufffd[31m at all)', 'one.jsonl: 30 items, 20 with an outcome']) expect(text).toContain(part);
    expect(text).not.toContain('\u001b');
  });
});
