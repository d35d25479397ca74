import fc from 'fast-check';

import { redactSecrets } from './redact-secrets.js';

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
