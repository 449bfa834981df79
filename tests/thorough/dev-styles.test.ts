import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DevPages, openDev } from '../helpers/dev-pages.ts';

const styled = (name: string): string =>
  `import './first.css';\nimport './second.css';\nimport './third.less';\nexport default function Styled() {\n  return <p className="box"><input aria-label="${name}" /></p>;\n}\n`;
let site: DevPages;

beforeAll(async () => {
  site = await openDev({
    'docs/index.md': '# Home\n\n<code src="../demos/styled.tsx"></code>\n',
    'docs/other.md': '# Other\n\n<code src="../demos/other.tsx"></code>\n',
    'docs/public/brand.css': '.article { letter-spacing: 1px; }\n',
    'docs/_theme/index.tsx':
      "import theme from 'cascader-docs/theme';\nimport './theme.css';\nexport default { ...theme, Footer: () => <footer className=\"own\">Old footer</footer> };\n",
    'docs/_theme/theme.css': '.own { border-top: 1px solid rgb(1, 1, 1); }\n',
    'demos/styled.tsx': styled('Styled'),
    'demos/other.tsx': styled('Other'),
    'demos/first.css': '.box { color: rgb(1, 0, 0); outline: 1px solid rgb(1, 0, 0); }\n',
    'demos/second.css': '.box { color: rgb(2, 0, 0); }\n',
    'demos/third.less': "@import './vars.less';\n.box { background: @color; }\n",
    'demos/vars.less': '@color: rgb(3, 0, 0);\n',
    'cascader-docs.config.ts': "export default { styles: ['/brand.css'], theme: './docs/_theme/index.tsx' };\n",
  });
});

/** Waits until an element has these computed styles. */
const hasStyle = (page: Page, selector: string, style: Record<string, string>) =>
  page.waitForFunction(
    ([wanted, values]) => {
      const computed = getComputedStyle(document.querySelector(wanted) as Element);
      return Object.entries(values).every(([name, value]) => computed.getPropertyValue(name) === value);
    },
    [selector, style] as const,
  );
/** Records the colors of the box in every frame from now on. */
const watchLooks = (page: Page) =>
  page.evaluate(() => {
    const looks: string[] = [];
    Object.assign(window, { looks });
    const look = (): void => {
      const { color, backgroundColor } = getComputedStyle(document.querySelector('.box') as Element);
      const now = `${color} ${backgroundColor}`;
      if (looks.at(-1) !== now) looks.push(now);
      requestAnimationFrame(look);
    };
    look();
  });
const looksOf = (page: Page) => page.evaluate(() => (window as unknown as { looks: string[] }).looks);

describe('styles of a demo', () => {
  it('change in order without a reload, and the page is never unstyled', async () => {
    const { page, messages, isSame } = await site.open('/');
    await page.getByLabel('Styled').fill('typed');
    await hasStyle(page, '.box', { color: 'rgb(2, 0, 0)', 'background-color': 'rgb(3, 0, 0)' });
    await watchLooks(page);
    await site.edit('demos/first.css', () => '.box { color: rgb(11, 0, 0); outline: 1px solid rgb(11, 0, 0); }\n');
    await hasStyle(page, '.box', { color: 'rgb(2, 0, 0)', 'outline-color': 'rgb(11, 0, 0)' });
    await site.edit('demos/second.css', () => '.box { color: rgb(22, 0, 0); }\n');
    await hasStyle(page, '.box', { color: 'rgb(22, 0, 0)' });
    await site.edit('demos/vars.less', () => '@color: rgb(33, 0, 0);\n');
    await hasStyle(page, '.box', { 'background-color': 'rgb(33, 0, 0)' });
    expect(await looksOf(page)).toEqual([
      'rgb(2, 0, 0) rgb(3, 0, 0)',
      'rgb(22, 0, 0) rgb(3, 0, 0)',
      'rgb(22, 0, 0) rgb(33, 0, 0)',
    ]);
    await site.edit('demos/styled.tsx', (text) =>
      text.replace("import './first.css';\nimport './second.css';", "import './second.css';\nimport './first.css';"),
    );
    await hasStyle(page, '.box', { color: 'rgb(11, 0, 0)' });
    await site.edit('demos/styled.tsx', (text) => text.replace("import './third.less';\n", ''));
    await hasStyle(page, '.box', { 'background-color': 'rgba(0, 0, 0, 0)' });
    expect(await page.getByLabel('Styled').inputValue()).toBe('typed');
    expect(await page.locator('head link[rel=stylesheet]').count()).toBe(
      await page.evaluate(async () => (await (await fetch('/')).text()).match(/<link rel="stylesheet"/g)?.length),
    );
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });

  it('are current and belong to the page after each navigation', async () => {
    const { page, isSame } = await site.open('/');
    await page.locator('html[data-hydrated]').waitFor();
    await page.locator('header').getByText('Other').click();
    await page.locator('h1', { hasText: 'Other' }).waitFor();
    await site.edit('demos/second.css', () => '.box { color: rgb(23, 0, 0); }\n');
    await hasStyle(page, '.box', { color: 'rgb(23, 0, 0)' });
    await page.goBack();
    await page.getByLabel('Styled').waitFor();
    await site.edit('demos/first.css', () => '.box { color: rgb(12, 0, 0); }\n');
    await hasStyle(page, '.box', { color: 'rgb(12, 0, 0)' });
    expect(await isSame()).toBe(true);
  });
});

describe('styles of the site', () => {
  it('change without a reload, in the theme and in the public folder', async () => {
    const { page, messages, isSame } = await site.open('/');
    await page.getByLabel('Styled').fill('typed');
    await site.edit('docs/_theme/theme.css', () => '.own { border-top: 1px solid rgb(2, 2, 2); }\n');
    await hasStyle(page, '.own', { 'border-top-color': 'rgb(2, 2, 2)' });
    await site.edit('docs/public/brand.css', () => '.article { letter-spacing: 2px; }\n');
    await hasStyle(page, '.article', { 'letter-spacing': '2px' });
    await site.edit('docs/public/brand.css', () => '.article { letter-spacing: 3px; }\n');
    await hasStyle(page, '.article', { 'letter-spacing': '3px' });
    expect(await page.getByLabel('Styled').inputValue()).toBe('typed');
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });

  it('are loaded with a new document when a component of the theme changes', async () => {
    const { page, isSame } = await site.open('/');
    await page.getByText('Old footer').waitFor();
    await site.edit('docs/_theme/index.tsx', (text) => text.replace('Old footer', 'New footer'));
    await page.getByText('New footer').waitFor();
    expect(await isSame()).toBe(false);
  });
});
