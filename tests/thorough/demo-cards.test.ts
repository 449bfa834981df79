import path from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { buildOwnSite } from '../helpers/built-once.ts';
import { bundleProject, catchExport, openDemoMenu, renderProject } from '../helpers/exports.ts';
import { editDemo } from '../helpers/live.ts';
import { DEMO_KINDS } from '../helpers/own-demos.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const exportsDir = path.join(root, 'tests/.tmp/exports');
let site: OpenSite;

beforeAll(async () => {
  site = await openSite({ root, outDir: await buildOwnSite() });
});

/** An aborted request for the icon of a page that is left is not an error. */
const isFault = (message: string): boolean => !/^failed: .*ERR_ABORTED/.test(message);

/** True if the style sheets of the documented component and of the demos are applied. */
const STYLED = `[...document.styleSheets].some((sheet) => [...sheet.cssRules].some(({ cssText }) => cssText.includes('.rc-cascader')))
  && getComputedStyle(document.querySelector('.cascader-demo')).getPropertyValue('--demo-ink') !== ''`;

describe('a demo', () => {
  /** Uses the demo: it opens its popup, or has a panel. */
  const use = async (demo: Locator, slug: string): Promise<void> => {
    if (slug !== 'panel') await demo.locator('[role="combobox"], input[readonly]').first().click();
    await demo.locator('.rc-cascader-menu-item:visible').first().click();
  };

  it.each(DEMO_KINDS)('%s: can be edited, reset, opened alone, and exported to both services', async (slug) => {
    const { page, messages } = await site.open(`/demo/${slug}`, { beside: true });
    const live = await editDemo(page);
    const code = await live.read();
    const changed = code.replace(/className="cascader-demo">|(?=<label)/, '$&<b>Changed label</b>');
    expect(changed).not.toBe(code);
    await live.write(changed);
    const frame = await live.frame();
    await frame.getByText('Changed label').waitFor();
    expect(await frame.evaluate(STYLED)).toBe(true);
    await use(frame.locator('body'), slug);

    const files = await catchExport(page, 'Open in CodeSandbox');
    expect(files['src/App.tsx']).toContain('Changed label');
    await live.button('Reset').click();
    await expect.poll(() => live.read()).toBe(code);
    await live.card.locator('[data-demo-root] .cascader-demo').waitFor();

    const {
      'sandbox.config.json': config,
      '.codesandbox/tasks.json': _tasks,
      ...project
    } = await catchExport(page, 'Open in CodeSandbox');
    expect(JSON.parse(config ?? '')).toEqual({ template: 'node' });
    expect(project['src/App.tsx']).not.toContain('Changed label');
    // Both services get the same project, so one proof is enough.
    expect(await catchExport(page, 'Open in StackBlitz')).toEqual(project);
    const { page: rendered, messages: said } = await site.open('/~pages', { beside: true });
    await renderProject(rendered, project, await bundleProject(project, exportsDir));
    await rendered.locator('#root .cascader-demo').waitFor();
    expect(await rendered.evaluate(STYLED)).toBe(true);
    await use(rendered.locator('body'), slug);
    expect(said.filter(isFault)).toEqual([]);

    const id = await live.card.getAttribute('data-demo');
    const { page: alone, messages: ofAlone } = await site.open(`/~demos/${id}`, { beside: true });
    await alone.locator('#root .cascader-demo').waitFor();
    await use(alone.locator('body'), slug);
    expect([...messages, ...ofAlone].filter(isFault)).toEqual([]);
  });

  it('simple: the whole popup is visible while it is edited', async () => {
    const { page } = await site.open('/demo/simple');
    const live = await editDemo(page);
    await live.write((await live.read()).replace('City', 'Town'));
    const frame = await live.frame();
    await frame.locator('input').click();
    for (const name of ['Japan', 'Kansai']) await frame.getByRole('menuitemcheckbox', { name }).click();
    await expect
      .poll(() =>
        frame.evaluate(() => {
          const { bottom, right } =
            document.querySelector('.rc-cascader-dropdown')?.getBoundingClientRect() ?? new DOMRect();
          return (
            bottom > 0 &&
            bottom <= innerHeight &&
            right <= innerWidth &&
            document.documentElement.scrollHeight <= innerHeight
          );
        }),
      )
      .toBe(true);
  });
});

describe('the menu of a card', () => {
  it('is above the features of a home page', async () => {
    const { page } = await site.open('/');
    await openDemoMenu(page);
    await page.getByRole('link', { name: 'Open in separate page' }).first().click({ trial: true, timeout: 10_000 });
  });
});

describe('demos beside their components', () => {
  it('are edited and exported as written, even if a file has the name of the entry', async () => {
    const fixture = await createSite({
      'package.json': '{"name": "fixture-lib", "version": "3.2.1", "module": "es/index.js"}',
      'src/index.tsx': "export { Chip } from './chip';\n",
      'src/chip/index.tsx': 'export const Chip = () => <b className="chip">chip</b>;\n',
      'src/chip/demos/basic.tsx':
        "import { Chip } from 'fixture-lib';\nimport { word } from './index';\nimport './basic.less';\nexport default () => <p>{word} <Chip /></p>;\n",
      'src/chip/demos/index.tsx': "export const word = 'word';\n",
      'src/chip/demos/basic.less': '.chip { color: rgb(1, 1, 1); }\n',
      'docs/index.md': '# Chip\n\n<code src="../src/chip/demos/basic.tsx"></code>\n',
    });
    expect((await fixture.build()).text).toBe('');
    const opened = await openSite({ root: fixture.root });
    const { page } = await opened.open('/');
    const live = await editDemo(page);
    expect((await live.card.locator('.tab').allTextContents()).slice(1)).toEqual(['index.tsx', 'basic.less']);
    await live.write((await live.read()).replace('{word}', 'edited {word}'));
    await (await live.frame()).getByText('edited word chip').waitFor();
    const files = await catchExport(page, 'Open in CodeSandbox');
    expect(files['src/App.tsx']).toContain('edited {word}');
    expect(JSON.parse(files['package.json'] ?? '').dependencies['fixture-lib']).toBe('3.2.1');
    expect(Object.keys(files).filter((name) => name.includes('chip'))).toEqual([]);
  });
});

describe('a library that is documented from its source', () => {
  it('becomes a package in exports, with its style sheets as CSS', async () => {
    const fixture = await createSite({
      'package.json':
        '{"name": "fixture-lib", "version": "3.2.1", "module": "es/index.js", "files": ["assets/*.less", "es"]}',
      'src/index.tsx': "export { Chip } from './chip';\n",
      'src/chip.tsx':
        'import type { ReactNode } from "react";\nexport function Chip({ children }: { children: ReactNode }) { return <b className="chip">{children}</b>; }\n',
      'src/locale/en.ts': "export const hello: string = 'Hello';\n",
      'assets/index.less': '@c: rgb(4, 5, 6);\n.chip { color: @c; }\n',
      'docs/index.md': '# Chip\n\n<code src="../demos/chip.tsx"></code>\n',
      'demos/chip.tsx':
        "import '../assets/index.less';\nimport { Chip } from '../src';\nimport { hello } from '../src/locale/en';\nimport type { Chip as Type } from '../src/chip';\nimport mark from './mark.svg';\nimport { word } from './parts/word';\n\nexport default function Demo() {\n  const it: typeof Type = Chip;\n  return <><Chip>{hello} {word} {String(it === Chip)}</Chip><img src={mark} alt=\"mark\" /></>;\n}\n",
      'demos/mark.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="9"/>',
      'demos/parts/word.ts': "import data from './data.json';\nexport const word = data.word;\n",
      'demos/parts/data.json': '{ "word": "there" }\n',
    });
    const { text } = await fixture.build();
    expect(text).toBe('');
    // The package that npm would install for the export.
    await fixture.write({
      'node_modules/fixture-lib/package.json':
        '{"name": "fixture-lib", "type": "module", "exports": {".": "./es/index.js", "./es/*": "./es/*.js"}}',
      'node_modules/fixture-lib/es/index.js':
        "import { jsx } from 'react/jsx-runtime';\nexport const Chip = ({ children }) => jsx('b', { className: 'chip', children });\n",
      'node_modules/fixture-lib/es/locale/en.js': "export const hello = 'Hello';\n",
    });
    const opened = await openSite({ root: fixture.root });
    const { page, messages } = await opened.open('/');
    const live = await editDemo(page);
    expect(await live.card.locator('.tab').allTextContents()).toEqual([
      'index.tsx',
      'parts/word.ts',
      'parts/data.json',
    ]);
    await live.write((await live.read()).replace('<Chip>', '<Chip>Edited '));
    const chip = (await live.frame()).locator('.chip');
    await chip.getByText('Edited Hello there true').waitFor();
    expect(await chip.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(4, 5, 6)');
    await live.button('Reset').click();
    for (const service of ['Open in CodeSandbox', 'Open in StackBlitz'] as const) {
      const project = await catchExport(page, service);
      expect(Object.keys(project).filter((name) => name.includes('..') || name.includes('src/src'))).toEqual([]);
      expect(project['src/App.tsx']).not.toMatch(/'\.\.\//);
      expect(JSON.parse(project['package.json'] ?? '').dependencies).toMatchObject({ 'fixture-lib': '3.2.1' });
      const { page: rendered, messages: said } = await opened.open('/~pages');
      await renderProject(rendered, project, await bundleProject(project, fixture.root));
      const shown = rendered.locator('#root .chip');
      expect(await shown.innerText()).toBe('Hello there true');
      expect(await shown.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(4, 5, 6)');
      expect(await rendered.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(7);
      expect(said.filter(isFault)).toEqual([]);
    }
    // The fixture has no icon.
    expect(messages.filter((message) => isFault(message) && !message.includes('404'))).toEqual([]);
  });
});
