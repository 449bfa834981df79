import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { type OpenSite, openSite, wake } from '../helpers/pages.ts';

const HOSTILE = `
button { all: unset; }
a, ul li a { color: red; }
* { margin: 0; font-family: fantasy; }
h1 { font-size: 99px; }
p { line-height: 3; }
body { color: red; text-align: center; font-size: 30px; }
svg { width: 9px; }
table, td { border: 9px solid red; }
summary { display: block; }
div { padding: 3px; }
@layer base { ::before { margin: 0; border: 0 solid; } }
`;
const DEMO = `export default function Demo() {
  return (
    <div className="plain">
      <h1>Title</h1>
      <p>Text with a <a href="https://example.com/">link</a></p>
      <ul><li>one</li></ul>
      <table><tbody><tr><td>cell</td></tr></tbody></table>
      <button type="button">press</button>
      <blockquote>quoted</blockquote>
    </div>
  );
}
`;
const text = (demo: string): string =>
  `---\nnav: Guide\n---\n\n# Title\n\nText with a [link](https://example.com/) and \`code\`.\n\n- one\n\n| a |\n|---|\n| b |\n\n::: warning\nCareful.\n:::\n\n<code src="../_demos/${demo}.tsx">A demo</code>\n\n## Two\n\n\`\`\`ts\nconst a = 1;\n\`\`\`\n`;
const THEME = `import { useEffect, useState } from 'react';
import theme, { type Theme, useSite } from 'cascader-docs/theme';
import './theme.css';

function Footer() {
  const { name } = useSite();
  const [count, setCount] = useState(0);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <footer className="my-footer" data-ready={ready}>
      <button type="button" className="my-button" data-needs-runtime="" onClick={() => setCount(count + 1)}>{name}: {count}</button>
    </footer>
  );
}

function CrashBox({ error }: { error: unknown }) {
  return <b className="my-crash">{String(error)}</b>;
}

const HeaderEnd = () => <details className="my-menu" data-menu=""><summary>More</summary><a href="#two">One</a><button type="button">Two</button></details>;

export default { ...theme, Footer, CrashBox, HeaderEnd } satisfies Theme;
`;

const CRASH = `import { useState } from 'react';
export default function Demo() {
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error('broken');
  return <button type="button" onClick={() => setBroken(true)}>break</button>;
}
`;

/** Properties with tags: with and without descriptions, short and long. */
const LIBRARY = `export interface ButtonProps {
  /** How loud it is.
   * @since 1.2 */
  tone?: string;
  /** @since 1.3 */
  bare?: string;
  /** ${'Words that go on for longer than a line is. '.repeat(8)}
   * @since 2.0+
   * @beta */
  long?: string;
  /** The old one.
   * @deprecated Use \`tone\`. */
  old?: string;
  /** @deprecated */
  older?: string;
}
export const Button = (_: ButtonProps) => <button type="button" />;
`;

let site: OpenSite;

beforeAll(async () => {
  const fixture = await createSite({
    'cascader-docs.config.ts':
      "export default { theme: './theme/index.tsx', styles: ['/brand.css'], themeConfig: { name: 'Library' } };\n",
    'theme/index.tsx': THEME,
    'theme/theme.css': '.my-footer { padding: 11px; }\n.header { border-block-end-color: rgb(1, 2, 3); }\n',
    'docs/public/brand.css': '.my-footer { margin-top: 13px; }\n:root { --brand: rgb(120, 0, 0); }\n',
    'docs/guide/calm.md': text('calm'),
    'docs/guide/hostile.md': text('hostile'),
    'docs/_demos/calm.tsx': DEMO,
    'docs/_demos/hostile.tsx': `import './hostile.css';\n${DEMO}`,
    'docs/_demos/hostile.css': HOSTILE,
    'docs/guide/crash.md': '# Crash\n\n<code src="../_demos/crash.tsx"></code>\n',
    'docs/_demos/crash.tsx': CRASH,
    'docs/guide/api.md': '# API\n\n<API id="Button"></API>\n',
    'src/index.tsx': LIBRARY,
    'docs/guide/deep/er/inner.md': '# Inner\n\ntext\n',
    'docs/guide/deep/top.md': '---\nnav: { title: Guide, second: Deep }\n---\n\n# Top\n\ntext\n',
  });
  const { text: problems } = await fixture.build({ cache: false });
  expect(problems).toBe('');
  site = await openSite({ root: fixture.root });
});

/** Returns the computed style of every element of the shell, in document order. */
async function stylesOfShell(page: Page): Promise<[name: string, style: Record<string, string>][]> {
  await wake(page);
  // The driver passes one text much faster than 30,000.
  const json = await page.evaluate(() =>
    JSON.stringify(
      [...document.querySelectorAll('#root *')]
        .filter((element) => !element.matches('[data-static^="demo:"] *'))
        .map((element) => {
          const style = getComputedStyle(element);
          const values = [...style].map((property) => [property, style.getPropertyValue(property)]);
          return [`${element.localName}.${element.getAttribute('class')}`, Object.fromEntries(values)];
        }),
    ),
  );
  return JSON.parse(json);
}

/** Returns the properties, except inherited ones, of the first element of each kind within `scope`. */
async function plainStyles(page: Page, scope: string): Promise<Record<string, string>> {
  return await page.evaluate((selector) => {
    const properties = [
      'display',
      'margin',
      'padding',
      'border-width',
      'border-style',
      'font-size',
      'font-weight',
      'list-style-type',
      'text-decoration-line',
      'border-collapse',
      'box-sizing',
      'background-color',
      'max-width',
    ];
    return Object.fromEntries(
      ['h1', 'p', 'a', 'ul', 'li', 'table', 'td', 'button', 'blockquote'].map((name) => {
        const style = getComputedStyle(document.querySelector(`${selector} ${name}`) ?? document.body);
        return [name, properties.map((property) => style.getPropertyValue(property)).join(' | ')];
      }),
    );
  }, scope);
}

describe('the cascade', () => {
  it('keeps the shell unchanged next to a demo that styles bare elements', async () => {
    const { page } = await site.open('/guide/hostile');
    const found = await stylesOfShell(page);
    await page.evaluate(() => {
      for (const sheet of document.styleSheets)
        if ([...sheet.cssRules].some(({ cssText }) => cssText.includes('fantasy'))) sheet.disabled = true;
    });
    const calm = await stylesOfShell(page);
    // Without its style sheet, the demo has another size, and so has everything around it.
    const geometry = /size|rows|width|height|origin|^(inset|top|bottom|left|right)/;
    const changed = found.flatMap(([name, style], index) =>
      Object.keys(style)
        .filter((property) => style[property] !== calm[index]?.[1][property] && !geometry.test(property))
        .map((property) => `${name}: ${property}`),
    );
    expect(found.length).toBeGreaterThan(80);
    expect(changed).toEqual([]);
    await page.reload();
    const hit = await page.locator('.plain h1').evaluate((element) => getComputedStyle(element).fontSize);
    expect(hit).toBe('99px');
  });

  it.each([
    ['in its card', '/guide/calm', '[data-static^="demo:"]'],
    ['on its own page', '/~demos/', '#root'],
  ])("leaves plain elements of a demo with the browser's styles: %s", async (_place, address, scope) => {
    const { page } = await site.open('/guide/calm');
    if (address !== '/guide/calm') {
      const id = await page.locator('[data-demo]').first().getAttribute('data-demo');
      await page.goto(`${site.url}${address}${id}`);
      await page.locator('#root h1').waitFor();
    }
    const found = await plainStyles(page, scope);
    const html = await page.locator('.plain').evaluate((element) => element.outerHTML);
    await page.setContent(`<body>${html}</body>`);
    expect(found).toEqual(await plainStyles(page, 'body'));
  });

  it("leaves popups that a demo adds outside of the root with the browser's styles", async () => {
    const { page } = await site.open('/guide/calm');
    const html = await page.locator('.plain').evaluate((element) => element.outerHTML);
    await page.evaluate((inner) => {
      document.body.insertAdjacentHTML('beforeend', `<div id="popup"><div class="menu button">${inner}</div></div>`);
    }, html);
    const found = await plainStyles(page, '#popup');
    const box = await page.locator('#popup > div').evaluate((element) => getComputedStyle(element).display);
    await page.setContent(`<body>${html}</body>`);
    expect(found).toEqual(await plainStyles(page, 'body'));
    expect(box).toBe('block');
  });
});

describe('the mark of what opens', () => {
  it('is there once, also with the reset of a library', async () => {
    const { page } = await site.open('/guide/hostile');
    const marks = await page.evaluate(() =>
      [...document.querySelectorAll('#root summary')].map((summary) => {
        const { content, borderBottomWidth } = getComputedStyle(summary, '::before');
        return [Boolean(summary.querySelector('svg')), content !== 'none' && borderBottomWidth !== '0px'];
      }),
    );
    expect(marks).toContainEqual([true, false]);
    expect(marks).toContainEqual([false, true]);
    expect(marks.filter(([icon, mark]) => icon === mark)).toEqual([]);
  });
});

describe('a custom theme', () => {
  it('is hydrated with its state, and its style sheets and those of the site override the default ones', async () => {
    const { page, messages } = await site.open('/guide/calm');
    const style = (selector: string, property: string): Promise<string> =>
      page.locator(selector).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    expect(await (await page.request.get(page.url())).text()).toContain('data-ready="false"');
    await page.locator('.my-footer[data-ready="true"]').waitFor();
    await page.locator('.my-button').click();
    await page.getByRole('button', { name: 'Library: 1' }).click();
    await page.getByRole('button', { name: 'Library: 2' }).waitFor();
    expect(await page.evaluate('window.__cascaderDocs.recoverable')).toBe(0);
    expect(await style('.my-footer', 'padding-top')).toBe('11px');
    expect(await style('.my-footer', 'margin-top')).toBe('13px');
    expect(await style('.header', 'border-bottom-color')).toBe('rgb(1, 2, 3)');
    expect(await style('.markdown a.external', 'color')).toBe('rgb(120, 0, 0)');
    // The fixture has no icon.
    expect(messages.filter((message) => !message.includes('404'))).toEqual([]);
  });
});

/** Prints every key of the data that a theme receives, at every depth, whether it is set or not. */
const LISTING_THEME = `import theme, { usePage, useSite } from 'cascader-docs/theme';

const list = (value: unknown, path = ''): string[] =>
  typeof value !== 'object' || value === null
    ? [\`\${path} \${typeof value}\`]
    : Reflect.ownKeys(value).flatMap((key) => list(value[key], \`\${path}.\${String(key)}\`));
const Keys = ({ value }) => <pre className="keys">{list(value).join('\\n')}</pre>;

export default {
  ...theme,
  Footer: () => <footer><Keys value={useSite()} /><Keys value={usePage()} /></footer>,
  DemoCard: ({ demo }) => <><theme.DemoCard demo={demo} /><Keys value={demo} /></>,
};
`;

describe('data that a theme receives', () => {
  it('has the same keys on the server and in the browser, also those of unset options', async () => {
    const fixture = await createSite({
      'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
      'theme.tsx': LISTING_THEME,
      'docs/index.md': '---\nhero:\n  title: Home\nown:\n  deep: null\n---\n\n<code src="../demo.tsx"></code>\n',
      'docs/page.mdx': 'import { Live } from "../live.tsx";\n\n# Page\n\n<Live />\n',
      'live.tsx':
        'import { usePage } from \'cascader-docs/runtime\';\nexport const Live = () => <pre className="keys">{Object.keys(usePage()).join()}</pre>;\n',
      'demo.tsx': 'export default () => <b>demo</b>;\n',
    });
    expect((await fixture.build({ cache: false, development: true })).text).toBe('');
    const own = await openSite({ root: fixture.root });
    for (const [address, count] of [
      ['/', 3],
      ['/page', 3],
    ] as const) {
      const { page, messages } = await own.open(address);
      const listed = () => page.locator('.keys').evaluateAll((all) => all.map(({ textContent }) => textContent));
      const before = await listed();
      expect(before).toHaveLength(count);
      await wake(page);
      if (address === '/') await page.locator('[data-demo][data-hydrated]').waitFor();
      expect(await listed()).toEqual(before);
      expect(messages.filter((message) => !message.includes('React DevTools'))).toEqual([]);
    }
  });
});

describe('a custom menu', () => {
  it('closes on Escape, which gives the focus back, on a click elsewhere, and on a choice', async () => {
    const { page } = await site.open('/guide/calm');
    const menu = page.locator('.my-menu');
    const isOpen = () => menu.evaluate((details: HTMLDetailsElement) => details.open);
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.locator('h1').first().click(),
      () => menu.getByText('One').click(),
    ]) {
      await menu.locator('summary').click();
      await expect.poll(() => isOpen()).toBe(true);
      await close();
      expect(await isOpen()).toBe(false);
    }
    for (const key of ['Escape', 'Enter']) {
      await menu.locator('summary').click();
      await menu.getByText('Two').focus();
      await page.keyboard.press(key);
      await expect
        .poll(() => menu.locator('summary').evaluate((summary) => summary === document.activeElement))
        .toBe(true);
      expect(await isOpen()).toBe(false);
    }
  });
});

describe('a custom crash box', () => {
  it('replaces a demo that threw', async () => {
    const { page } = await site.open('/guide/crash');
    await page.getByRole('button', { name: 'break' }).click();
    await page.locator('.demo-stage .my-crash', { hasText: 'broken' }).waitFor();
  });
});

describe('headings', () => {
  it('are named by their text, and have a link beside them that is visible on hover', async () => {
    const { page } = await site.open('/guide/calm');
    expect(await page.getByRole('heading', { name: 'Two', exact: true }).count()).toBe(1);
    const link = page.getByRole('link', { name: 'Link to Two' });
    expect(await link.evaluate((element) => getComputedStyle(element).opacity)).toBe('0');
    await page.getByRole('heading', { name: 'Two' }).hover();
    await expect.poll(() => link.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    const [heading, mark] = [await page.locator('#two').boundingBox(), await link.boundingBox()];
    const bottom = (box: typeof mark): number => (box?.y ?? 0) + (box?.height ?? 0);
    expect(Math.abs(bottom(heading) - bottom(mark))).toBeLessThan(3);
    expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeLessThanOrEqual((heading?.x ?? 0) + 1);
  });
});

describe('badges of a property table', () => {
  it.each([
    400, 1200,
  ])('are at the edge of each row, before its description, at a width of %i pixels', async (width) => {
    const { page } = await site.open('/guide/api', { viewport: { width, height: 900 } });
    const rows = await page.locator('.api-table tbody > tr').evaluateAll((all) =>
      all.map((row) => {
        const words = row.querySelector('.api-words');
        const left = (selector: string) => words?.querySelector(selector)?.getBoundingClientRect().left;
        return {
          badges: [...row.querySelectorAll('.badge')].map(({ textContent }) => textContent),
          isAtEdge: left('.badge') === words?.getBoundingClientRect().left,
          isFirst: words?.firstElementChild?.className === 'api-tags',
        };
      }),
    );
    const isPlaced = { isAtEdge: true, isFirst: true };
    expect(rows).toEqual([
      { badges: ['1.2+'], ...isPlaced },
      { badges: ['1.3+'], ...isPlaced },
      { badges: ['Beta', '2.0+'], ...isPlaced },
      { badges: ['Deprecated'], ...isPlaced },
      { badges: ['Deprecated'], ...isPlaced },
    ]);
  });
});

describe('without JavaScript', () => {
  it('hides controls that would do nothing, and opens sidebar and contents', async () => {
    const phone = { javaScriptEnabled: false, viewport: { width: 390, height: 800 } };
    const { page } = await site.open('/guide/calm', phone);
    await page.locator('.menu-button').click();
    for (const dead of ['.color-switch', '.header-tools .menu', '.copy-button', '.edit-button', '.demo-menu button'])
      expect(await page.locator(dead).locator('visible=true').count(), dead).toBe(0);
    expect(await page.locator('.navbar').isVisible()).toBe(true);
    await page.goto(`${site.url}/guide/deep/top`);
    await page.locator('.menu-button').first().click();
    await page.locator('.sidebar').waitFor();
    const folder = page.locator('.sidebar details').first();
    expect(await folder.getByRole('link').count()).toBe(0);
    await folder.locator('summary').click();
    await folder.getByRole('link', { name: 'Inner' }).click();
    await expect.poll(() => page.locator('.breadcrumbs').innerText()).toMatch(/Guide\s+Deep\s+Er\s+Inner/);
  });
});

describe('printed pages', () => {
  it('are light, without the shell, and show the URLs of links', async () => {
    const { page } = await site.open('/guide/calm', {
      before: (opened) => opened.addInitScript(() => localStorage.setItem('dumi:prefers-color', 'dark')),
    });
    await page.emulateMedia({ media: 'print' });
    const read = (selector: string, property: string, pseudo?: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate(
          (element, [name, part]) => getComputedStyle(element, part).getPropertyValue(name ?? ''),
          [property, pseudo],
        );
    expect(await page.locator('html').getAttribute('data-prefers-color')).toBe('dark');
    expect(await read('body', 'background-color')).toBe('rgb(255, 255, 255)');
    expect(await read('.markdown p', 'color')).toBe('rgb(24, 33, 30)');
    for (const hidden of ['.header', '.sidebar', '.heading-anchor', '.to-top'])
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    expect(await read('.markdown a.external', 'content', '::after')).toContain('example.com');
    expect(await read('.code-block pre', 'white-space-collapse')).toBe('preserve');
    expect(await read('.code-block pre', 'text-wrap-mode')).toBe('wrap');
  });
});
