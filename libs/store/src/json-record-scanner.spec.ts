import fc from 'fast-check';

import { createJsonRecordScanner, type ScanLimits, type ScannedRecord } from './json-record-scanner.js';
import { readWholeLine } from './parse-json-record.js';

const limits = { maxRecordBytes: 1000, maxDepth: 5 };

/** Scans a text cut at the given byte positions. */
function scan(text: string | Uint8Array, cuts: readonly number[] = [], options: ScanLimits = limits): ScannedRecord[] {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const borders = [0, ...cuts.filter((cut) => cut < bytes.length).sort((left, right) => left - right), bytes.length];
  const scanner = createJsonRecordScanner(options);
  const found = borders.slice(1).flatMap((border, index) => scanner.push(bytes.subarray(borders[index], border)));
  return [...found, ...scanner.end()];
}

function describeContent(content: ScannedRecord['content']): string {
  if ('bytes' in content) return new TextDecoder().decode(content.bytes);
  return 'problem' in content ? `<${content.problem}>` : JSON.stringify(content.value);
}

/** `[byteOffset, text or problem]` of every record. */
function show(records: readonly ScannedRecord[]): [number, string][] {
  return records.map(({ byteOffset, content }) => [byteOffset, describeContent(content)]);
}

/** What a record reads as, whichever way it was found: its value, that it is no JSON, or its problem. */
function valueOf(content: ScannedRecord['content']): unknown {
  if ('value' in content) return content.value;
  if ('problem' in content) return `<${content.problem}>`;
  try {
    return JSON.parse(new TextDecoder().decode(content.bytes)) as unknown;
  } catch {
    return '<not JSON>';
  }
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
          const read = scan(text, cuts, wide).map(({ content }) => valueOf(content));
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

  describe('with lines read whole', () => {
    const byLine = { ...limits, readWholeLine: (line: Uint8Array) => readWholeLine(line, limits.maxDepth) };
    const places = (records: readonly ScannedRecord[]) => records.map(({ record, byteOffset, content }) => [record, byteOffset, valueOf(content)]);

    it.each<[string, string, ('value' | 'bytes' | 'problem')[]]>([
      ['a line is taken whole, LF or CRLF', '{"a":1}\n{"a":"}{"}\r\n', ['value', 'value']],
      ['a last line without a line break is walked', '{"a":1}', ['bytes']],
      ['two objects on a line are walked', '{"a":1}{"b":2}\n{}\n', ['bytes', 'bytes', 'value']],
      ['an object over lines is walked', '{\n"a":1\n}\n{}\n', ['bytes', 'value']],
      ['a list is walked', '[1]\n', ['bytes']],
      // 5 levels are read, 6 are refused; brackets inside text are none
      ['five levels', '{"a":[[[[]]]]}\n', ['value']],
      ['six levels', '{"a":[[[[[]]]]]}\n', ['problem']],
      ['many brackets side by side', '{"a":[[],[],[],[],[],[]]}\n', ['value']],
    ])('%s', (_, text, kinds) => {
      expect(scan(text, [], byLine).map(({ content }) => Object.keys(content)[0])).toEqual(kinds);
    });

    it('finds the records of the walk at its places, whatever the bytes and wherever they are cut', () => {
      const piece = fc.constantFrom('{"a":1}', '{"a":"\u00e9}"}', '{"a":[[[[]]]]}', '{"a":[[[[[]]]]]}', '{}', '\n', '\r\n', ' ', '{', '}', '[', '"', '\\', ',', ':', '1', '\uFEFF');
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 25 }), fc.array(fc.nat(120), { maxLength: 6 }), (pieces, cuts) => {
          expect(places(scan(pieces.join(''), cuts, byLine))).toEqual(places(scan(pieces.join(''), cuts)));
        }),
        { numRuns: 2_000 },
      );
    });

    it('reads a line of many objects in one pass', () => {
      const startedMs = performance.now();
      expect(scan(`${'{}'.repeat(200_000)}\n`, [], byLine)).toHaveLength(200_000);
      // a try at every object would take minutes
      expect(performance.now() - startedMs).toBeLessThan(5_000);
    });
  });
});
