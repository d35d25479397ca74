import fc from 'fast-check';

import { redactSecrets, removeKey } from './redact-secrets.js';

describe('redactSecrets', () => {
  it.each<[string, string, string]>([
    ['the key itself', 'bad key sk-12"3 given', 'bad key [key removed] given'],
    ['in JSON', '{"key":"sk-12\\"3"}', '{"key":"[key removed]"}'],
    ['in an address', 'GET /?k=sk-12%223', 'GET /?k=[key removed]'],
    // base64 of sk-12"3
    ['in Basic authentication', 'Basic c2stMTIiMw==', 'Basic [key removed]=='],
    ['another bearer token', 'Authorization: Bearer abc.def, x', 'Authorization: [key removed], x'],
    ['a picture', 'url data:image/jpeg;base64,AAAA not allowed', 'url [picture removed] not allowed'],
    ['terminal escapes', 'a\u001b[31mb\nc', 'a [31mb c'],
  ])('%s', (_, text, expected) => {
    expect(redactSecrets(text, [undefined, '', 'sk-12"3'])).toBe(expected);
  });

  it('keeps 300 characters', () => {
    expect(redactSecrets('x'.repeat(301), [])).toBe(`${'x'.repeat(299)}…`);
    expect(redactSecrets('x'.repeat(300), [])).toHaveLength(300);
  });

  it('leaves no key anywhere in any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('sk-secret', 'sk-', 'secret', ' ', 'Bearer ', 'x')), (parts) => {
        expect(redactSecrets(parts.join(''), ['sk-secret'])).not.toContain('sk-secret');
      }),
    );
  });
});

describe('removeKey', () => {
  const key = 'sk-0123456789abc';
  it.each<[string, string, string | undefined, string]>([
    ['takes out the key, and nothing else', `A ${key}\u0007 Bearer b, ${'x'.repeat(400)}`, key, `A [key removed]\u0007 Bearer b, ${'x'.repeat(400)}`],
    ['takes out the key as an address spells it', 'k=sk-01%2F3456789abc', 'sk-01/3456789abc', 'k=[key removed]'],
    ['leaves an answer that is the placeholder given for a key', 'none', 'none', 'none'],
    ['leaves a reply where there is no key', key, undefined, key],
  ])('%s', (_, reply, apiKey, expected) => {
    expect(removeKey(reply, apiKey)).toBe(expected);
  });
});
