import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/node/base/diagnostics/diagnostic.ts';
import { addDevScript, errorPage } from '../../../src/node/dev/answerer.ts';

const PAGE = '<!doctype html><html><head><title>$& page</title></head><body class="x"><p>Text</p></body></html>';
const options = { base: '/base/', token: 'secret', manager: 'npm' } as const;
const error: Diagnostic = {
  severity: 'error',
  code: 'CD300',
  text: '</script> is not closed',
  location: { file: 'docs/a.md', line: 2, column: 1, lineText: '<b>' },
};
const warning: Diagnostic = { severity: 'warning', code: 'CD302', text: 'Skipped' };

/** The diagnostics that a page passes to its script. */
function shown(html: string): { text: string; place?: string }[] {
  const [, data = '[]'] = /<script type="application\/json" id="site:diagnostics">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(data);
}

describe('addDevScript', () => {
  it('adds only the script to a page without errors', () => {
    const html = addDevScript(PAGE, [warning], options);
    const script = /<script [^>]*><\/script>/.exec(html)?.[0] ?? '';
    expect(script).toContain('src="/base/~dev/client.js"');
    expect(script).toContain('secret');
    expect(html.replace(script, '')).toBe(PAGE);
  });

  it('adds errors, for the script and for readers without JavaScript', () => {
    const html = addDevScript(PAGE, [error, warning], options);
    expect(shown(html)).toMatchObject([{ text: error.text, place: 'docs/a.md:2:1' }]);
    expect(html).toMatch(/<body class="x"><noscript>.*&lt;\/script&gt; is not closed.*<\/noscript><p>Text<\/p>/s);
  });
});

describe('errorPage', () => {
  it('shows the commands of the package manager', () => {
    const missing: Diagnostic = { ...error, notes: ['Install it: `npm install --save-dev sass`'] };
    expect(errorPage([missing], { ...options, manager: 'pnpm' })).toContain('Install it: `pnpm add -D sass`');
  });

  it('shows errors, or warnings if there are no errors', () => {
    const both = errorPage([error, warning], options);
    expect(both).toContain('<title>cascader-docs: 1 error</title>');
    expect(shown(both).map(({ text }) => text)).toEqual([error.text]);
    expect(shown(errorPage([warning, warning], options)).map(({ text }) => text)).toEqual(['Skipped', 'Skipped']);
  });
});
