import { beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { catchExport, openDemoMenu } from '../helpers/exports.ts';
import { editDemo } from '../helpers/live.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

const demo = (text: string, header = ''): string =>
  `${header}export default function Demo() {\n  return <p style={{ height: 120 }}>${text}</p>;\n}\n`;
const id = (name: string): string => `docs-demo-${name}`;
let site: OpenSite;

beforeAll(async () => {
  const fixture = await createSite({
    'cascader-docs.config.ts':
      "export default { demoTimeout: 4000, theme: './docs/theme.tsx', sandbox: { template: 'create-react-app' } };\n",
    'docs/theme.tsx':
      "import theme, { type Theme } from 'cascader-docs/theme';\n\nconst own: Theme = {\n  ...theme,\n  DemoActions: ({ demo }) => <a href=\"https://example.com/\">{'More of ' + String(demo.flavour ?? demo.id)}</a>,\n  modifyCodeSandboxData: (project) => ({ ...project, files: { ...project.files, 'NOTES.md': 'for CodeSandbox' } }),\n  modifyStackBlitzData: (project) => ({ ...project, template: 'vite-react', title: 'For StackBlitz' }),\n};\n\nexport default own;\n",
    'docs/index.md': [
      '# Home',
      '<code src="../demos/one.tsx" title="One" flavour="plum"></code>',
      '<code src="../demos/linked.tsx" title="Linked" disabledActions="STACKBLITZ,EXTERNAL,EDIT"></code>',
      '<code src="../demos/framed.tsx" title="Framed" iframe></code>',
      '<code src="../demos/fixed.tsx" title="Fixed" iframe="150"></code>',
      '<code src="../demos/endless.tsx" title="Endless"></code>',
      '<code src="../demos/inline.tsx" inline></code>',
      '## Far\n',
    ].join('\n\n'),
    'docs/grid.md':
      '---\ndemo:\n  cols: 2\n---\n\n# Grid\n\n<code src="../demos/one.tsx"></code>\n<code src="../demos/linked.tsx"></code>\n',
    'docs/typed.md': '---\ndemo:\n  ts2js: true\n---\n\n# Typed\n\n<code src="../demos/typed.tsx"></code>\n',
    'demos/typed.tsx':
      "import { type Words, words } from './words';\n\nconst shown: Words = words;\nexport default () => <p>{shown}</p>;\n",
    'demos/words.ts': "export type Words = string;\nexport const words: Words = 'typed';\n",
    'demos/one.tsx': demo('one', '/**\n * description: A *fine* demo\n */\n'),
    'demos/linked.tsx': demo('linked'),
    'demos/framed.tsx': demo('framed').replace('120', '555'),
    'demos/fixed.tsx': demo('fixed'),
    'demos/endless.tsx':
      "import { use } from 'react';\nconst never = new Promise<void>(() => {});\nexport default function Endless() {\n  if (!globalThis.document) use(never);\n  return <p>ended at last</p>;\n}\n",
    'demos/inline.tsx': demo('inline'),
    'demos/sandboxes.json': JSON.stringify({
      [id('linked')]: { id: 'abc', url: 'https://codesandbox.io/s/abc' },
    }),
  });
  const { exitCode, diagnostics } = await fixture.build({ cache: false });
  expect(diagnostics.map(({ code }) => code)).toEqual(['CD501']);
  expect(exitCode).toBe(0);
  site = await openSite({ root: fixture.root });
});

describe('a demo card', () => {
  it('shows its actions in order, followed by those of the theme, and omits disabled ones', async () => {
    const { page } = await site.open('/');
    const names = (name: string) =>
      page
        .locator(`[data-demo="${id(name)}"] .demo-menu .menu-panel > *`)
        .evaluateAll((elements) => elements.map((element) => element.textContent));
    expect(await names('one')).toEqual([
      'Open in CodeSandbox',
      'Open in StackBlitz',
      'Open in separate page',
      'More of plum',
    ]);
    expect(await names('linked')).toEqual(['Open in CodeSandbox', `More of ${id('linked')}`]);
    const linked = page.locator(`[data-demo="${id('linked')}"]`);
    await openDemoMenu(page, linked);
    expect(await linked.getByRole('link', { name: 'Open in CodeSandbox' }).getAttribute('href')).toBe(
      'https://codesandbox.io/s/abc',
    );
    await linked.locator('.demo-code > summary').click();
    await expect.poll(() => linked.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    await expect.poll(() => page.locator(`[data-demo="${id('one')}"] .demo-description em`).innerText()).toBe('fine');
    await expect.poll(() => page.locator(`[data-demo="${id('inline')}"] .demo-card`).count()).toBe(0);
  });

  it('offers only actions that work without JavaScript when JavaScript is disabled', async () => {
    const { page } = await site.open('/', { javaScriptEnabled: false });
    const one = page.locator(`[data-demo="${id('one')}"]`);
    await one.locator('.demo-code > summary').click();
    await one.locator('pre').first().waitFor();
    await one.locator('.demo-menu > summary').click();
    await one.getByRole('link', { name: 'Open in separate page' }).waitFor();
    await expect.poll(() => one.getByRole('button').count()).toBe(0);
    // A menu whose entries all need a script.
    await one.locator('.demo-menu a').evaluateAll((links) => {
      for (const link of links) link.remove();
    });
    expect(await one.locator('.demo-menu').isVisible()).toBe(false);
  });

  it('lets the theme change a project before it is exported', async () => {
    const { page, messages } = await site.open('/');
    await page.locator(`[data-demo="${id('one')}"][data-hydrated]`).waitFor();
    const project = await catchExport(page, 'Open in CodeSandbox');
    expect(project['NOTES.md']).toBe('for CodeSandbox');
    expect(JSON.parse(project['sandbox.config.json'] ?? '')).toEqual({ template: 'create-react-app' });
    await expect(catchExport(page, 'Open in StackBlitz')).rejects.toThrow('Wrong template');
    // An unsupported template is reported, but the project is sent anyway.
    expect(messages.join('\n')).toContain('Unsupported project.template');
  });

  it('marks the demo that the URL names', async () => {
    const { page } = await site.open(`/#${id('linked')}`);
    await page.locator(`[data-demo="${id('linked')}"] [data-active]`).waitFor();
    await page.locator(`[data-demo="${id('one')}"][data-hydrated]`).waitFor();
    await page.getByRole('link', { name: 'One', exact: true }).first().click();
    await page.locator(`[data-demo="${id('one')}"] [data-active]`).waitFor();
    expect(await page.locator('[data-active]').count()).toBe(1);
  });

  it('shows a demo in a frame of its natural or configured height, and edits it in the sandbox', async () => {
    const { page } = await site.open('/');
    const framed = page.locator(`[data-demo="${id('framed')}"]`);
    await framed.scrollIntoViewIfNeeded();
    const height = () => framed.locator('iframe.demo-frame').evaluate((element) => element.clientHeight);
    await expect.poll(height).toBeGreaterThanOrEqual(555);
    await expect.poll(height).toBeLessThan(700);
    expect(await page.locator(`[data-demo="${id('fixed')}"] iframe`).evaluate((element) => element.clientHeight)).toBe(
      150,
    );
    const live = await editDemo(page, `[data-demo="${id('framed')}"]`);
    await live.write(demo('edited in the frame'));
    await (await live.frame()).getByText('edited in the frame').waitFor();
    expect(await framed.locator('iframe.demo-frame').isVisible()).toBe(false);
    await live.button('Reset').click();
    await framed.locator('iframe.demo-frame').waitFor();
  });

  it('does not start a demo that timed out in the build until the reader presses "Try again"', async () => {
    const { page } = await site.open('/');
    const endless = page.locator(`[data-demo="${id('endless')}"]`);
    await endless.scrollIntoViewIfNeeded();
    await endless.getByText('did not finish rendering during the build').waitFor();
    expect(await endless.locator('[data-demo-root]').getByText('ended at last').count()).toBe(0);
    await endless.getByRole('button', { name: 'Try again' }).click();
    await endless.locator('[data-demo-root]').getByText('ended at last').waitFor();
  });

  it('shows TypeScript as JavaScript when the reader chooses it, and edits the original source', async () => {
    const { page } = await site.open('/typed');
    const card = page.locator('[data-demo]');
    await card.locator('.demo-code > summary').first().click();
    await card.getByRole('tab', { name: 'JavaScript' }).first().click();
    const shown = card.locator('pre:visible');
    await expect
      .poll(() => shown.innerText())
      .toBe("import { words } from './words';\n\nconst shown = words;\nexport default () => <p>{shown}</p>;");
    // The choice applies to all code.
    await card.getByRole('tab', { name: 'words.ts' }).click();
    await expect.poll(() => shown.innerText()).toBe("export const words = 'typed';");
    await card.getByRole('tab', { name: 'index.tsx' }).click();
    const live = await editDemo(page);
    expect(await live.read()).toContain('const shown: Words');
    await card.locator('.live-editor:visible').waitFor();
    expect(await card.getByRole('region').getAttribute('aria-label')).toBe('docs-typed-demo-typed');
    expect(await card.getByRole('tab', { name: 'JavaScript' }).first().isVisible()).toBe(false);
    await live.write("export default () => <p>{'edited' as string}</p>;\n");
    await (await live.frame()).getByText('edited').waitFor();
    const bare = await site.open('/');
    expect(await bare.page.locator('[data-code-tabs]').count()).toBe(0);
  });

  it('is laid out in columns on wide windows only, by CSS alone', async () => {
    for (const [width, columns] of [
      [1025, 2],
      [1024, 1],
    ] as const) {
      const { page } = await site.open('/grid', { viewport: { width, height: 800 }, javaScriptEnabled: false });
      const left = await page
        .locator('.demo-grid > *')
        .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().left)).size);
      expect(left).toBe(columns);
      const grid = page.locator('.demo-grid');
      const [outer, inner] = await Promise.all([grid.boundingBox(), grid.locator('> *').first().boundingBox()]);
      expect(inner?.y).toBe(outer?.y);
      // One has a description; side by side, both have the same height until code is open.
      const heights = () =>
        page
          .locator('.demo-grid .demo-card')
          .evaluateAll((cards) => new Set(cards.map((card) => card.clientHeight)).size);
      expect(await heights()).toBe(columns === 2 ? 1 : 2);
      await page.locator('.demo-grid .demo-code > summary').first().click();
      expect(await heights()).toBe(2);
    }
  });
});
