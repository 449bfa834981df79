import fs from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { type DevPages, openDev } from '../helpers/dev-pages.ts';
import { bundleProject, catchExport, renderProject } from '../helpers/exports.ts';
import { fixturePackages } from '../helpers/fixture-packages.ts';
import { editDemo } from '../helpers/live.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

const modules = `import { useState } from 'react';
import base from './base.module.less';
import styles, { box } from './names.module.css';

export default function Modules() {
  const [count, setCount] = useState(0);
  return <button type="button" className={count > 0 ? styles.on : box} data-base={base.base} onClick={() => setCount(count + 1)}>modules</button>;
}
`;
const files = {
  '.gitignore': 'node_modules\n',
  'docs/public/favicon.ico': '',
  'postcss.config.mjs': "export default { plugins: { '@tailwindcss/postcss': {} } };\n",
  'package.json':
    '{"name": "fixture", "version": "1.0.0", "private": true, "dependencies": {"react": "^19", "react-dom": "^19"}}',
  'docs/index.md':
    '# Home\n\n<code src="../demos/modules.tsx" title="Modules"></code>\n\n<code src="../demos/sass.tsx" title="Sass"></code>\n\n<code src="../demos/wind.tsx" title="Wind"></code>\n',
  'demos/modules.tsx': modules,
  'demos/names.module.css':
    ".box { composes: base from './base.module.less'; color: rgb(1, 2, 3); }\n.on { composes: box; color: rgb(3, 2, 1); }\n",
  'demos/base.module.less': '@width: 3px;\n.base { border: @width solid rgb(9, 9, 9); color: rgb(0, 0, 0); }\n',
  'demos/sass.tsx':
    "import styles from './sass.module.scss';\nimport './plain.css';\nexport default function Sass() {\n  return <p className={'plain ' + styles.line}>sass</p>;\n}\n",
  'demos/sass.module.scss': "@use 'vars';\n.line { color: vars.$ink; }\n",
  'demos/_vars.scss': '$ink: rgb(4, 5, 6);\n',
  'demos/plain.css': '.plain { padding: 4px; & b { color: red; } }\n',
  'demos/wind.tsx':
    'import \'./wind.css\';\nexport default function Wind() {\n  return <p className="p-[5px]">wind</p>;\n}\n',
  'demos/wind.css': "@import 'tailwindcss/utilities';\n",
};

const styleOf = (element: Locator, name: 'color' | 'padding' | 'borderTopWidth') =>
  element.evaluate((node, property) => getComputedStyle(node)[property], name);
const card = (name: string): string => `[data-demo$="demo-${name}"]`;

describe('style sheets of a built site', () => {
  let fixture: TestSite;
  let site: OpenSite;

  beforeAll(async () => {
    fixture = await createSite(files);
    await fs.symlink(await fixturePackages('styles'), path.join(fixture.root, 'node_modules'));
    const { text } = await fixture.build();
    expect(text).toBe('');
    site = await openSite({ root: fixture.root });
  });

  it('are in the frame: CSS modules can be edited, those of other tools are shown as built', async () => {
    const { page, messages } = await site.open('/');
    const name = await page.getByRole('button', { name: 'modules', exact: true }).getAttribute('class');
    const live = await editDemo(page, card('modules'));
    expect(await live.card.locator('.tab').allTextContents()).toEqual([
      'index.tsx',
      'base.module.less',
      'names.module.css',
    ]);
    await live.write(modules.replace('>modules<', '>edited<'));
    const frame = await live.frame();
    const button = frame.getByRole('button');
    await frame.getByRole('button', { name: 'edited' }).waitFor();
    expect(await button.getAttribute('class')).toBe(name);
    expect(await styleOf(button, 'color')).toBe('rgb(1, 2, 3)');
    await live.write(
      ".box { composes: base from './base.module.less'; color: rgb(7, 7, 7); }\n.other { color: red }",
      2,
    );
    await expect.poll(() => styleOf(button, 'color')).toBe('rgb(7, 7, 7)');
    expect(await button.getAttribute('class')).toBe(name);
    await live.write('@width: 6px;\n.base { border: @width solid rgb(9, 9, 9); }', 1);
    await expect.poll(() => styleOf(button, 'borderTopWidth')).toBe('6px');
    await live.write(".box { composes: none from './base.module.less' }", 2);
    expect(await live.failure()).toMatch(/has no class or value "none"[\s\S]*names\.module\.css/);
    await live.write('.box { color: "red }', 2);
    await expect.poll(() => live.failure()).toMatch(/Unclosed string[\s\S]*names\.module\.css:1:15/);

    const sass = await editDemo(page, card('sass'));
    const note = sass.card.locator('.live-note');
    await expect.poll(() => note.count()).toBe(2);
    expect(await note.first().textContent()).toContain('cannot be edited here');
    await sass.write(files['demos/sass.tsx'].replace('>sass<', '>changed<'));
    const changed = (await sass.frame()).getByText('changed');
    await changed.waitFor();
    expect(await styleOf(changed, 'color')).toBe('rgb(4, 5, 6)');
    expect(messages).toEqual([]);
  });

  it('are exported as CSS and CSS modules', async () => {
    const { page } = await site.open('/');
    const live = await editDemo(page, card('modules'));
    await live.write(".box { composes: base from './base.module.less'; color: rgb(8, 8, 8); }", 1 + 1);
    await expect.poll(async () => styleOf((await live.frame()).getByRole('button'), 'color')).toBe('rgb(8, 8, 8)');
    const project = await catchExport(page, 'Open in CodeSandbox');
    expect(Object.keys(project)).toEqual(
      expect.arrayContaining(['src/App.tsx', 'src/names.module.css', 'src/base.module.css']),
    );
    expect(project['src/names.module.css']).toContain("from './base.module.css'");
    const blank = await page.context().newPage();
    await renderProject(blank, project, await bundleProject(project, path.join(import.meta.dirname, '../.tmp')));
    const button = blank.getByRole('button', { name: 'modules' });
    await button.waitFor();
    expect(await styleOf(button, 'color')).toBe('rgb(8, 8, 8)');
    expect(await styleOf(button, 'borderTopWidth')).toBe('3px');
  });
});

describe('style sheets in dev', () => {
  let site: DevPages;

  beforeAll(async () => {
    site = await openDev(
      {
        ...files,
        'docs/index.md': `${files['docs/index.md']}\n<p class="p-[3px]">page</p>\n`,
        'theme.tsx': "import theme from 'cascader-docs/theme';\nimport './theme.css';\nexport default { ...theme };\n",
        'theme.css': "@import 'tailwindcss/utilities';\n",
        'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
      },
      await fixturePackages('styles'),
    );
  });

  it('change without a reload', async () => {
    const { page, messages, isSame } = await site.open('/');
    const button = page.getByRole('button', { name: 'modules', exact: true });
    await page.locator(`${card('modules')}[data-hydrated]`).waitFor();
    await button.click();
    await expect.poll(() => styleOf(button, 'color')).toBe('rgb(3, 2, 1)');
    await site.edit('demos/names.module.css', (text) => text.replace('rgb(3, 2, 1)', 'rgb(30, 20, 10)'));
    await expect.poll(() => styleOf(button, 'color')).toBe('rgb(30, 20, 10)');
    await site.edit('demos/base.module.less', (text) => text.replace('3px', '7px'));
    await expect.poll(() => styleOf(button, 'borderTopWidth')).toBe('7px');
    await site.edit('demos/_vars.scss', () => '$ink: rgb(40, 50, 60);\n');
    await expect.poll(() => styleOf(page.getByText('sass', { exact: true }).first(), 'color')).toBe('rgb(40, 50, 60)');
    await site.edit('demos/wind.tsx', (text) => text.replace('p-[5px]', 'p-[15px]'));
    const wind = page.locator('[data-demo-root] > p', { hasText: 'wind' });
    await expect.poll(() => styleOf(wind, 'padding')).toBe('15px');
    const paragraph = page.locator('article p', { hasText: /^page$/ });
    expect(await styleOf(paragraph, 'padding')).toBe('3px');
    await site.edit('docs/index.md', (text) => text.replace('p-[3px]', 'p-[33px]'));
    await expect.poll(() => styleOf(paragraph, 'padding')).toBe('33px');
    await site.edit('demos/new/far.tsx', () => 'export default () => <i className="p-[44px]">far</i>;\n');
    await site.edit('docs/index.md', (text) => `${text}\n<code src="../demos/new/far.tsx"></code>\n`);
    await expect.poll(() => styleOf(page.locator('[data-demo-root] > i'), 'padding')).toBe('44px');
    // New class names reach the script as well.
    await site.edit('demos/names.module.css', (text) => `${text}.more { color: rgb(50, 50, 50); }\n`);
    await site.edit('demos/modules.tsx', (text) => text.replace('styles.on', 'styles.more'));
    await expect.poll(() => styleOf(button, 'color')).toBe('rgb(50, 50, 50)');
    await site.edit('demos/_vars.scss', () => '$ink: ;\n');
    const home = async (): Promise<string> => await (await fetch(site.dev.url)).text();
    await expect.poll(home).toContain('demos/_vars.scss:1:7');
    await site.edit('demos/_vars.scss', () => '$ink: rgb(41, 51, 61);\n');
    await expect.poll(() => styleOf(page.getByText('sass', { exact: true }).first(), 'color')).toBe('rgb(41, 51, 61)');
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });
});
