import fc from 'fast-check';

import { writeCsv } from '@medstream/pages';

import { readAnswers } from './read-answers.js';
import type { ReviewKey } from './review-key.js';

const SHEET = `sheet-${'a'.repeat(16)}`;
const item = (number: number, several = false): ReviewKey['items'][number] => ({ number, sample_id: `s${number}`, item_sha256: '0'.repeat(64), round: null, case_id: `c${number}`, dataset: 'd', temporal_mode: 'present', question_type: 'closed', task: 't', label_source: 'hybrid', options: ['A', 'B', 'C', 'X', 'U'], several, supporting: [['B']] });
const key: ReviewKey = { schema_version: 1, sheet: SHEET, seed: 1, raters: 2, filters: {}, frames: { max: 8, side: 512 }, population: {}, left_out: {}, items: [item(1), item(2), item(3, true)] };

const read = (text: string) => readAnswers(text, { name: 'a.csv', key });
const HEAD = 'sheet,rater,number,answer,remark';
const table = (...rows: string[]) => [HEAD, ...rows].join('\r\n');
const saved = (facts: object = {}) => JSON.stringify({ schema_version: 1, sheet: SHEET, rater: 2, answers: [{ number: 1, answer: ['B'], remark: '' }], ...facts });

describe('readAnswers', () => {
  it.each<[string, string, number, [number, string, string][]]>([
    ['the form\'s JSON', saved(), 2, [[1, 'B', '']]],
    ['its table', table(`"${SHEET}","1","1","B",""`, `"${SHEET}","1","3","C;A","a ""b"""`), 1, [[1, 'B', ''], [3, 'AC', 'a "b"']]],
    ['lower case, spaces, a rater on one row alone, a row left open', table(`${SHEET},2,1, b ,`, `${SHEET},,2,,`, `${SHEET},,3,a c,`), 2, [[1, 'B', ''], [2, '', ''], [3, 'AC', '']]],
    ['semicolons and a byte-order mark', `\ufeffsheet;rater;number;answer;remark;question\n${SHEET};1;3;"A;B";x;"a\nb"\n`, 1, [[3, 'AB', 'x']]],
    ['one answer said twice', table(`${SHEET},1,3,U;u,`), 1, [[3, 'U', '']]],
    ['tabs, other order, no remark', `answer\tnumber\trater\tsheet\nU\t2\t1\t${SHEET}`, 1, [[2, 'U', '']]],
    ['rows of empty cells, as spreadsheets leave them', table(`${SHEET},1,1,A,`, ',,,,', `${SHEET},1,2,B,`, ',,,,', ' ,,,,', ''), 1, [[1, 'A', ''], [2, 'B', '']]],
    ['a remark that would be a formula', table(`${SHEET},1,1,A,'=1+1`), 1, [[1, 'A', '=1+1']]],
  ])('reads %s', (_, text, rater, answers) => {
    const { rater: found, answers: given } = read(text);
    expect(found).toBe(rater);
    expect([...given].map(([number, { letters, remark }]) => [number, letters.join(''), remark])).toEqual(answers);
  });

  it.each<[string, string, string, string]>([
    ['another sheet', table(`sheet-${'b'.repeat(16)},1,1,A,`), 'usage/bad-argument', 'line 2: these are answers to "sheet-bbbb'],
    ['two sheets in one file', table(`${SHEET},1,1,A,`, `sheet-${'b'.repeat(16)},1,2,A,`), 'usage/bad-argument', 'line 3: these are answers to'],
    ['another sheet in JSON', saved({ sheet: 'sheet-1' }), 'usage/bad-argument', 'the key is of sheet-aaaa'],
    ['no rater', table(`${SHEET},,1,A,`), 'usage/bad-argument', 'does not say which rater'],
    ['two raters', table(`${SHEET},1,1,A,`, `${SHEET},2,2,A,`), 'usage/bad-argument', 'of two raters: "1" and, line 3, "2"'],
    ['a rater of no sheet', saved({ rater: 3 }), 'usage/bad-argument', '"3" is no rater'],
    ['a letter that is not offered', table(`${SHEET},1,1,A,`, `${SHEET},1,2,D,`), 'input/bad-record', 'line 3, item 2: "D" is none of A, B, C, X, U'],
    ['two answers where one is asked for', table(`${SHEET},1,1,A;B,`), 'input/bad-record', 'line 2, item 1: A, B are several'],
    ['an answer beside "cannot be told"', table(`${SHEET},1,3,A;U,`), 'input/bad-record', 'line 2, item 3: U stands beside A, and only one'],
    ['an answer beside "something else" in JSON', saved({ answers: [{ number: 3, answer: ['X', 'B'], remark: '' }] }), 'input/bad-record', 'answers[0], item 3: X stands beside B'],
    ['an item twice', table(`${SHEET},1,1,A,`, `${SHEET},1,1,B,`), 'input/bad-record', 'item 1 is answered twice'],
    ['no such item', table(`${SHEET},1,9,A,`), 'input/bad-record', 'line 2: there is no item "9"'],
    ['a long remark', table(`${SHEET},1,1,A,${'x'.repeat(1001)}`), 'input/bad-record', 'the remark has 1001 characters'],
    ['more faults than are listed', table(...[1, 2, 3, 4, 5, 6, 7].map((number) => `${SHEET},1,${number + 10},A,`)), 'input/bad-record', 'and 2 more'],
    ['no answer', table(`${SHEET},1,1,,`), 'input/bad-record', 'holds no answer'],
    ['no answer in JSON, remarks alone', saved({ answers: [{ number: 1, answer: [], remark: 'too dark' }] }), 'input/bad-record', 'holds no answer'],
    ['no head', `${SHEET},1,1,A,`, 'input/bad-record', 'no column "sheet"'],
    ['a head without answers', `sheet,rater,number\n${SHEET},1,1`, 'input/bad-record', 'no column "answer"'],
    ['an open quote', `${HEAD}\n"${SHEET},1`, 'input/bad-record', 'cannot be read as a table'],
    ['broken JSON', '{"sheet":', 'input/not-json', 'a.csv'],
    ['other JSON', saved({ extra: 1 }), 'input/bad-record', 'not what the form saves'],
    ['an empty file', '', 'input/bad-record', 'no column "sheet"'],
    ['a huge file', 'x'.repeat(16_000_001), 'input/too-large', 'over the limit'],
  ])('refuses %s', (_, text, code, message) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) as string }));
  });

  it('names the line that a record with line breaks ends on', () => {
    expect(() => read(`${HEAD}\n${SHEET},1,1,A,"x\ny"\n${SHEET},1,2,D,`)).toThrow(/line 4, item 2/);
  });

  it('gives back what was written, whatever the remarks', () => {
    const letters = fc.oneof(fc.subarray(['A', 'B', 'C'], { minLength: 1 }), fc.constantFrom(['X'], ['U']));
    fc.assert(
      fc.property(letters, fc.string({ unit: 'grapheme', maxLength: 50 }), (answer, text) => {
        const remark = text.trim().replace(/^'+/, '');
        const written = writeCsv([HEAD.split(','), [SHEET, 1, 3, answer.join(';'), remark]]);
        expect(read(written).answers.get(3)).toEqual({ letters: [...answer].sort(), remark: remark.trim() });
      }),
    );
  });

  it('no text makes it fail otherwise than by an error of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\n', ';', '{', '}', 'a', SHEET, HEAD, '1', '\0') }), (text) => {
        try {
          read(text);
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^(usage|input)\//) as string });
        }
      }),
    );
  });
});
