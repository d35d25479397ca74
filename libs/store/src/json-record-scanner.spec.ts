import fc from 'fast-check';

import { createJsonRecordScanner, type ScannedRecord } from './json-record-scanner.js';

const limits = { maxRecordBytes: 1000, maxDepth: 5 };

/** Scans a text cut at the given byte positions. */
function scan(text: string | Uint8Array, cuts: readonly number[] = [], options = limits): ScannedRecord[] {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const borders = [0, ...cuts.filter((cut) => cut < bytes.length).sort((left, right) => left - right), bytes.length];
  const scanner = createJsonRecordScanner(options);
  const found = borders.slice(1).flatMap((border, index) => scanner.push(bytes.subarray(borders[index], border)));
  return [...found, ...scanner.end()];
}

/** `[byteOffset, text or problem]` of every record. */
function show(records: readonly ScannedRecord[]): [number, string][] {
  return records.map(({ byteOffset, content }) => [byteOffset, 'bytes' in content ? new TextDecoder().decode(content.bytes) : `<${content.problem}>`]);
}

describe('createJsonRecordScanner', () => {
  it.each<[string, string, [number, string][]]>([
    ['nothing', '', []],
    ['blanks only', ' \r\n\t\n', []],
    ['JSON Lines', '{"a":1}\n{"a":2}\n', [[0, '{"a":1}'], [8, '{"a":2}']]],
    ['CRLF, no line break at the end', '{"a":1}\r\n{"a":2}', [[0, '{"a":1}'], [9, '{"a":2}']]],
    ['a byte-order mark of three bytes', '\uFEFF{"a":1}', [[3, '{"a":1}']]],
    ['objects over many lines', '{\n  "a": [\n    {"b": 1}\n  ]\n}\n{\n  "a": 2\n}', [[0, '{\n  "a": [\n    {"b": 1}\n  ]\n}'], [30, '{\n  "a": 2\n}']]],
    ['objects back to back', '{"a":1}{"a":2}', [[0, '{"a":1}'], [7, '{"a":2}']]],
    ['brackets and quotes inside strings', '{"a":"}{\\"]"}\n{}', [[0, '{"a":"}{\\"]"}'], [14, '{}']]],
    ['an escaped backslash before the closing quote', '{"a":"\\\\"}{}', [[0, '{"a":"\\\\"}'], [10, '{}']]],
    ['U+2028 inside a string (three bytes)', '{"a":"x\u2028y"}\n{}', [[0, '{"a":"x\u2028y"}'], [14, '{}']]],
    ['other values, one a line', '1\n"two"\nnull', [[0, '1\n'], [2, '"two"\n'], [8, 'null']]],
    ['a nested object at the start of a line, after a colon', '{"a":\n{"b":1}}\n{}', [[0, '{"a":\n{"b":1}}'], [15, '{}']]],
    ['list members at the start of a line', '[\n{"a":1},\n{"a":2}\n]', [[0, '[\n{"a":1},\n{"a":2}\n]']]],
  ])('%s', (_, text, expected) => {
    expect(show(scan(text))).toEqual(expected);
  });

  it.each<[string, string, [number, string][]]>([
    ['a missing bracket costs its own record only', '{"a":1\n{"a":2}\n{"a":3}', [[0, '{"a":1\n'], [7, '{"a":2}'], [15, '{"a":3}']]],
    ['also after a comma', '{"a":1,\n{"a":2}', [[0, '{"a":1,\n'], [8, '{"a":2}']]],
    ['a line break in a string', '{"a":"x\ny"}\n{"a":2}', [[0, '{"a":"x\ny"}\n'], [12, '{"a":2}']]],
    ['text between records', '{}\noops {"a":1}\n{}', [[0, '{}'], [3, 'oops {"a":1}\n'], [16, '{}']]],
    ['a closing bracket too many', '{}}\n{}', [[0, '{}'], [2, '}\n'], [4, '{}']]],
    ['a torn tail', '{}\n{"a":"x', [[0, '{}'], [3, '<torn>']]],
    ['too deep (6 levels of 5)', '[[[[[[1]]]]]]\n{}', [[0, '<too-deep>'], [14, '{}']]],
  ])('%s', (_, text, expected) => {
    expect(show(scan(text))).toEqual(expected);
  });

  it('takes a record of exactly the limit, gives up one byte above and reads on', () => {
    // {"a":"…"} has 8 bytes around the letters
    const record = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    const shown = show(scan(`${record(1000)}\n${record(1001)}\n{}`, [500, 1500]));
    expect(shown).toEqual([[0, record(1000)], [1001, '<too-large>'], [2003, '{}']]);
  });

  it('numbers records from 1, those with a problem included', () => {
    expect(scan('{}\n[[[[[[1]]]]]]\n{}').map(({ record }) => record)).toEqual([1, 2, 3]);
  });

  const json = fc.json({ maxDepth: 3 }).filter((text) => text.length < 900);
  const object = fc.dictionary(fc.string({ unit: 'binary', maxLength: 5 }), json, { maxKeys: 4 }).map((value) => ({ ...value }));

  it('gives the same records wherever the bytes are cut, in every layout', () => {
    const wide = { maxRecordBytes: 100_000, maxDepth: 50 };
    fc.assert(
      fc.property(
        fc.array(object, { maxLength: 6 }),
        fc.constantFrom<[indent: number, between: string]>([0, '\n'], [0, '\r\n'], [2, '\n'], [0, ''], [2, ' \n\n']),
        fc.boolean(),
        fc.array(fc.nat(2000), { maxLength: 12 }),
        (values, [indent, between], hasMark, cuts) => {
          const text = (hasMark ? '\uFEFF' : '') + values.map((value) => JSON.stringify(value, null, indent)).join(between);
          const read = scan(text, cuts, wide).map(({ content }) => ('bytes' in content ? JSON.parse(new TextDecoder().decode(content.bytes)) : content.problem));
          expect(read).toEqual(values);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never loses a byte offset or hangs on any bytes: cuts do not change what is found', () => {
    const alphabet = fc.constantFrom(...'{}[]":,\\\n\r a1\u00e9');
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 60 }), fc.array(fc.nat(80), { maxLength: 8 }), (text, cuts) => {
        expect(show(scan(text, cuts))).toEqual(show(scan(text)));
      }),
      { numRuns: 1000 },
    );
  });
});
