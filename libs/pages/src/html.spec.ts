import fc from 'fast-check';

import { escapeText, html } from './html.js';

describe('html', () => {
  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    [`" onload='x' &amp;`, '&quot; onload=&#39;x&#39; &amp;amp;'],
    ['cafe\u0301 \u4e2d', 'cafe\u0301 \u4e2d'],
    // U+202E turns the reading direction round, U+001B begins a terminal escape
    ['a\u202eb\u001b[31mc', 'a\ufffdb\ufffd[31mc'],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ])('escapes %j', (text, escaped) => {
    expect(escapeText(text)).toBe(escaped);
    expect(html`<b>${text}</b>`.text).toBe(`<b>${escaped}</b>`);
  });

  it('escapes strings but not HTML, joins lists, and writes nothing for null', () => {
    expect(html`<ul>${['a<', 'b'].map((text) => html`<li>${text}</li>`)}</ul>${null}${3}`.text).toBe('<ul><li>a&lt;</li><li>b</li></ul>3');
  });

  it('lets no text open a tag or leave an attribute', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[<>"']/.test(escapeText(text))));
  });
});
