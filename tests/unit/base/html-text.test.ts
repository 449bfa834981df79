import { describe, expect, it } from 'vitest';
import { decodeEntities, textOfHtml } from '../../../src/node/base/html-text.ts';
import { escapeHtml } from '../../../src/shared/escape-html.ts';

describe('text and HTML', () => {
  it('escapes text for HTML, and decodes it again', () => {
    expect(escapeHtml(`a < b > "c" & 'd'`)).toBe(`a &lt; b &gt; &quot;c&quot; &amp; 'd'`);
    expect(decodeEntities(escapeHtml('<a href="?a=1&lt=2">'))).toBe('<a href="?a=1&lt=2">');
  });

  it.each([
    ['&#39;&#x27;&apos;', "'''"],
    ['&copy;&hellip;', '©…'],
    ['&amp;lt;', '&lt;'],
    ['a & b &unknown; &lt', 'a & b &unknown; &lt'],
    ['&#0;&#x110000;', '\uFFFD\uFFFD'],
  ])('decodes %s', (text, expected) => {
    expect(decodeEntities(text)).toBe(expected);
  });

  it('extracts the text of HTML', () => {
    expect(textOfHtml('<style>a{}</style><p>One&nbsp;<b>two</b><!-- no --></p>')).toBe('One two');
    expect(textOfHtml('<p>a</p><pre><code><b>f</b>(<b>1</b>)</code></pre><p>b</p>')).toBe('a f(1) b');
  });
});
