import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { CSS_IN_JS_FILES } from '../helpers/css-in-js.ts';
import { fixturePackages } from '../helpers/fixture-packages.ts';

async function createStyled(files: Record<string, string>): Promise<TestSite> {
  const fixture = await createSite(files);
  await fs.symlink(await fixturePackages('css-in-js'), path.join(fixture.root, 'node_modules'));
  return fixture;
}

/** Head of a page. */
const headOf = (html: string): string => html.slice(0, html.indexOf('</head>'));
const count = (text: string, part: string): number => text.split(part).length - 1;

describe('styles that demos make', () => {
  it('stand once in the head of their page, and in none without demos', async () => {
    const fixture = await createStyled(CSS_IN_JS_FILES);
    const { text, read } = await fixture.build({ cache: false });
    expect(text).toBe('');
    const page = await read('demos/index.html');
    const head = headOf(page);
    expect(page.slice(head.length)).not.toContain('<style');
    for (const rule of [
      'background:rgb(40, 50, 60)',
      'letter-spacing:3px',
      'color:rgb(70, 80, 90)',
      'padding:7px',
      'color:rgb(21, 22, 23)',
      ':rgb(41, 42, 43)',
      'data-ant-cssinjs-cache-path="',
      'data-styled-version',
    ])
      expect([rule, count(head, rule)]).toEqual([rule, 1]);
    // Where the library itself puts its rules: before all sheets, so that those win.
    expect(head.indexOf('data-css-hash')).toBeLessThan(head.indexOf('rel="stylesheet"'));
    expect(headOf(await read('index.html'))).not.toContain('<style');
    expect(headOf(await read('~demos/docs-demos-demo-styled/index.html'))).toContain('padding:7px');
  });

  it('are those of a module of the site, when it names one', async () => {
    const fixture = await createStyled({
      ...CSS_IN_JS_FILES,
      'docs/demos.md':
        '# Demos\n\n<code src="../demos/styled.tsx"></code>\n\n<code src="../demos/emotion.tsx"></code>\n',
      'cascader-docs.config.ts': "export default { prerender: './docs/prerender.tsx' };",
      'docs/prerender.tsx': `import type { ReactElement } from 'react';
import { ServerStyleSheet } from 'styled-components';

const sheet = new ServerStyleSheet();
export const wrap = (element: ReactElement) => sheet.collectStyles(element);
export const styles = () => sheet.getStyleTags() + '<style id="own">.own { color: red; }</style>';
`,
    });
    const { text, read } = await fixture.build({ cache: false });
    expect(text).toBe('');
    const head = headOf(await read('demos/index.html'));
    expect(count(head, '<style data-demo-style id="own">.own { color: red; }</style>')).toBe(1);
    expect(count(head, 'padding:7px')).toBe(1);

    await fixture.write({ 'docs/prerender.tsx': "export const styles = () => '.own { color: red; }';\n" });
    const wrong = await fixture.build({ cache: false });
    expect(wrong.text).toContain('`styles` of the module `prerender` must return <style> and <link> elements');
    await fs.rm(path.join(fixture.root, 'docs/prerender.tsx'));
    const missing = await fixture.build({ cache: false });
    expect(missing.exitCode).toBe(1);
    expect(missing.text).toMatch(/CD400: The module docs\/prerender\.tsx, which .* names as prerender, does not exist/);
  });
});
