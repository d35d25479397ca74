import fc from 'fast-check';

import { isEngineError } from './engine-error.js';
import { parseJsonText, stringifyCanonicalJson, stringifyJsonDocument, stringifyJsonLine } from './json-text.js';

function codeOf(action: () => unknown): string | null {
  try {
    action();
    return null;
  } catch (error) {
    return isEngineError(error) ? error.code : 'not an engine error';
  }
}

describe('parseJsonText', () => {
  it('says how to mend a number that JSON does not have', () => {
    expect(() => parseJsonText('{"a":NaN}', 'here')).toThrow(expect.objectContaining({ code: 'input/not-json', hint: expect.stringContaining('no NaN') as string }));
  });

  it('says where a text is not JSON', () => {
    expect(() => parseJsonText('{"a":', 'record 3 at byte 210 of items.jsonl')).toThrow(/^record 3 at byte 210 of items\.jsonl is not valid JSON/);
    expect(codeOf(() => parseJsonText('', 'here'))).toBe('input/not-json');
  });
});

describe('stringifyJsonLine', () => {
  it('keeps a record on one line for every reader', () => {
    expect(stringifyJsonLine({ text: 'a\u2028b\u2029c\nd' })).toBe('{"text":"a\\u2028b\\u2029c\\nd"}');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses %s instead of writing null', (value) => {
    expect(codeOf(() => stringifyJsonLine({ figure: value }))).toBe('defect/not-representable');
    expect(codeOf(() => stringifyJsonDocument([value]))).toBe('defect/not-representable');
  });

  it('looks at what an object says of itself, and at every depth', () => {
    expect(codeOf(() => stringifyJsonLine({ a: [{ b: { toJSON: () => Number.NaN } }] }))).toBe('defect/not-representable');
    expect(() => stringifyJsonLine({ a: [1, { deep: Number.NaN }] })).toThrow('the field "deep" holds NaN');
    expect(stringifyJsonLine({ at: new Date(0), gone: undefined })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  });

  it('gives back every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // -0 is the one number JSON text cannot tell apart from 0.
        const expected = JSON.parse(JSON.stringify(value)) as unknown;
        expect(parseJsonText(stringifyJsonLine(value), 'here')).toEqual(expected);
      }),
    );
  });
});

describe('stringifyCanonicalJson', () => {
  it('does not depend on the order of keys, at any depth', () => {
    expect(stringifyCanonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
    expect(stringifyCanonicalJson({ a: null, b: [{ c: 2, d: 1 }] })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  });

  it('says the same as the plain text of the value, with the keys of each object in order', () => {
    const keysOf = (value: unknown): string[][] => (value === null || typeof value !== 'object' ? [] : [...(Array.isArray(value) ? [] : [Object.keys(value)]), ...Object.values(value).flatMap(keysOf)]);
    fc.assert(
      // keys like 10 are left out: objects of JavaScript give them in the order of their numbers, whatever the text says
      fc.property(fc.jsonValue(), (value) => {
        const text = stringifyCanonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(stringifyJsonLine(value)));
        for (const keys of keysOf(JSON.parse(text)).map((own) => own.filter((key) => !/^\d+$/u.test(key)))) expect(keys).toEqual([...keys].sort());
      }),
    );
    expect(stringifyCanonicalJson({ 10: 'ten', 9: 'nine', a: [undefined, -0], gone: undefined, line: '\u2028' })).toBe('{"10":"ten","9":"nine","a":[null,0],"line":"\\u2028"}');
    expect(stringifyCanonicalJson(undefined)).toBe('null');
  });

  it('refuses what JSON cannot hold and names the field', () => {
    expect(() => stringifyCanonicalJson({ a: [{ deep: [Number.NaN] }] })).toThrow('the field "deep" holds NaN');
  });
});
