import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { countDiagnostics, ERROR_PAGE_CSS, errorDocumentBody } from '../../../src/shared/dev-error-page.ts';
import type { DevDiagnostic } from '../../../src/shared/dev-protocol.ts';

const error: DevDiagnostic = { severity: 'error', code: 'CD301', text: 'No such file', notes: [] };
const warning: DevDiagnostic = { ...error, severity: 'warning' };

describe('error page', () => {
  it('contains every part of a diagnostic', () => {
    const body = errorDocumentBody([
      {
        ...error,
        place: 'docs/a.md:3:10',
        frame: '  3 │ a <b>\n    ╵   ^^^\n',
        notes: ['Write it so'],
        stack: 'at f (demos/a.tsx:1:2)',
      },
    ]);
    const item = body.slice(body.indexOf('<li'), body.lastIndexOf('</li>') + 5);
    expect(item).toMatchInlineSnapshot(`
      "<li class="item" data-severity="error"><p class="text"><span class="code">error CD301</span> No such file</p><p class="place"><code>docs/a.md:3:10</code></p><pre class="frame" tabindex="0" role="group" aria-label="Code, 1"><code><span class="marked">  3 │ a &lt;b&gt;
      </span><span class="caret">    ╵   ^^^</span></code></pre><ul class="notes"><li class="note">Write it so</li></ul><details class="stack"><summary>Error stack</summary><pre class="trace" tabindex="0" role="group" aria-label="Error stack, 1"><code>at f (demos/a.tsx:1:2)</code></pre></details></li>"
    `);
  });

  it('escapes all texts', () => {
    const bad = '<img src=x onerror=1>"\'&';
    const body = errorDocumentBody([
      { severity: 'error', code: bad, text: bad, place: bad, frame: `${bad}\n^`, notes: [bad], stack: bad },
    ]);
    expect(body).not.toContain('<img');
    expect(body.split("&lt;img src=x onerror=1&gt;&quot;'&amp;")).toHaveLength(7);
  });

  it('is valid HTML', async () => {
    const body = errorDocumentBody([{ ...error, place: 'a', frame: 'x\n^', notes: ['n'], stack: 's' }, warning]);
    const html = `<!doctype html><html lang="en"><head><title>Errors</title><style>${ERROR_PAGE_CSS}</style></head><body>${body}</body></html>\n`;
    const report = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(html);
    expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  });

  it.each([
    [[error], '1 error'],
    [[error, error, warning], '2 errors, 1 warning'],
    [[warning, warning], '2 warnings'],
  ])('counts %#', (diagnostics, text) => {
    expect(countDiagnostics(diagnostics)).toBe(text);
    expect(errorDocumentBody(diagnostics)).toContain(`<h1 class="title">${text}</h1>`);
  });
});
