import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { type OpenSite, openSite, wake } from '../helpers/pages.ts';
import { openSlashHost } from '../helpers/slash-host.ts';

const counter =
  'import { useState } from \'react\';\nexport default function Counter() {\n  const [count, setCount] = useState(0);\n  return <button type="button" onClick={() => setCount(count + 1)}>pressed {count}</button>;\n}\n';
const long = Array.from({ length: 60 }, (_, i) => `Paragraph ${i} of the page, long enough to scroll.\n`).join('\n');
let fixture: TestSite;
let site: OpenSite;

beforeAll(async () => {
  fixture = await createSite({
    'docs/index.md': `# Home\n\n[To the guide](./guide/one.md) [elsewhere](https://example.com/)\n\n${long}\n## End\n`,
    'docs/guide/one.md':
      '# One\n\n[Two](./two.md#there) [Zip](./x.zip)\n\n```sh\nnpm run one\n```\n\n<code src="../../demos/counter.tsx"></code>\n\n<code src="../../demos/other.tsx"></code>\n',
    'docs/guide/two.md': `---\ntitle: Two\nlang: de\ndescription: The second\n---\n\n# Two\n\n${long}\n## There\n\n${long}\n`,
    'docs/guide/tabs.md': '# Tabs\n\nMain text with a note[^1].\n\n[^1]: The note.\n\n## Part\n\n:::info\nTold.\n:::\n',
    'docs/guide/tabs.$tab-more.md': '# More\n\nTab text.\n\n## Part\n',
    'docs/guide/live.mdx':
      'import { Meter } from \'../meter.tsx\';\n\n# Live\n\nStatic text with **bold**.\n\n<Meter start={3} />\n\n## After\n\n<code src="../../demos/counter.tsx" id="in-mdx"></code>\n',
    'docs/guide/crash.md':
      '# Crash\n\n<code src="../../demos/crash.tsx"></code>\n\n<code src="../../demos/counter.tsx" id="beside"></code>\n',
    'docs/guide/far.md': `# Far\n\n${long}\n<code src="../../demos/counter.tsx" id="far"></code>\n`,
    'docs/guide/x.zip': 'PK',
    'docs/meter.tsx':
      'import { useState } from \'react\';\nexport function Meter({ start }: { start: number }) {\n  const [value, setValue] = useState(start);\n  return <button type="button" onClick={() => setValue(value + 1)}>meter {value}</button>;\n}\n',
    'demos/counter.tsx': counter,
    'demos/other.tsx': counter.replace('pressed', 'other'),
    'demos/crash.tsx':
      "import { useState } from 'react';\nexport default function Crash() {\n  const [bad, setBad] = useState(false);\n  if (bad) throw new Error('it broke');\n  return <button type=\"button\" onClick={() => setBad(true)}>break it</button>;\n}\n",
  });
  const { exitCode, text } = await fixture.build({ development: true, cache: false });
  expect(text).toBe('');
  expect(exitCode).toBe(0);
  site = await openSite({ root: fixture.root });
});

const quiet = (messages: string[]) => messages.filter((message) => !message.includes('React DevTools'));

describe('startup', () => {
  it('removes a trailing slash from the URL, and is not misled by two slashes', async () => {
    const { page, messages } = await site.open('/guide/two/?a=1#there');
    await page.waitForFunction(() => location.pathname === '/guide/two');
    expect(await page.evaluate(() => location.search + location.hash)).toBe('?a=1#there');
    await page.goto(`${site.url}//evil.example/`);
    expect(await page.evaluate(() => location.host)).toBe(new URL(site.url).host);
    expect(messages.filter((message) => message.startsWith('uncaught'))).toEqual([]);
  });

  it('restores the scroll position after a reload and a return, on a host that redirects to a slash', async () => {
    const host = await openSlashHost(site.url);
    const { page } = await site.open('/');
    const position = () => page.evaluate(() => scrollY);
    try {
      await page.goto(`${host.url}/guide/two`);
      await page.waitForFunction(() => location.pathname === '/guide/two');
      await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
      await page.reload();
      await expect.poll(position).toBe(700);
      await page.evaluate(() => {
        scrollTo({ top: 900, behavior: 'instant' });
        // When a font arrives late, the browser keeps the text in view, not the pixel.
        addEventListener('pagehide', () => sessionStorage.setItem('left', String(scrollY)));
      });
      await page.goto(`${site.url}/`);
      await page.goBack();
      const left = Number(await page.evaluate(() => sessionStorage.getItem('left')));
      expect(left).toBeGreaterThan(800);
      await expect.poll(position).toBe(left);
      // A visit by a link starts at the top.
      await page.goto(`${site.url}/`);
      await page.goto(`${host.url}/guide/two`);
      await page.waitForFunction(() => location.pathname === '/guide/two');
      expect(await position()).toBe(0);
    } finally {
      await host.close();
    }
  });

  it('hydrates article and demos when the header contains a foreign element', async () => {
    const { page } = await site.open('/guide/one', {
      before: (opened) =>
        opened.addInitScript(() => {
          document.addEventListener('DOMContentLoaded', () => {
            document
              .querySelector('header')
              ?.prepend(Object.assign(document.createElement('foreign-element'), { textContent: 'extension' }));
          });
        }),
    });
    await wake(page);
    await page.locator('button', { hasText: 'pressed 0' }).click();
    await page.locator('button', { hasText: 'pressed 1' }).waitFor();
    expect(await page.locator('h1').textContent()).toContain('One');
    expect(await page.locator('main').textContent()).toContain('npm run one');
  });
});

describe('navigation', () => {
  it('fetches the page, keeps the document, and updates focus, title, language and scroll position', async () => {
    const { page, messages } = await site.open('/guide/one');
    await wake(page);
    await page.evaluate(() => Object.assign(window, { same: true }));
    await page.locator('main a', { hasText: 'Two' }).first().click();
    await page.waitForFunction(() => document.title === 'Two');
    expect(await page.evaluate(() => (window as { same?: boolean }).same)).toBe(true);
    await expect
      .poll(() => page.evaluate(() => [location.pathname, location.hash, document.documentElement.lang]))
      .toEqual(['/guide/two', '#there', 'de']);
    await expect.poll(() => page.locator('meta[name=description]').getAttribute('content')).toBe('The second');
    await page.waitForFunction(
      () => Math.abs(document.getElementById('there')?.getBoundingClientRect().top ?? 9999) < 200,
    );
    await page.goBack();
    await page.locator('h1', { hasText: 'One' }).waitFor();
    await page.locator('button', { hasText: 'pressed 0' }).click();
    await page.locator('button', { hasText: 'pressed 1' }).waitFor();
    expect(quiet(messages)).toEqual([]);
  });

  it('leaves links to other files to the browser', async () => {
    const { page } = await site.open('/guide/one');
    await wake(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('main a', { hasText: 'Zip' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
  });
});

describe('demos', () => {
  it('crash in isolation, report it, and can be tried again', async () => {
    const { page } = await site.open('/guide/crash');
    await page.locator('button', { hasText: 'break it' }).click();
    await page.locator('[role=alert]', { hasText: 'it broke' }).waitFor();
    expect(await page.locator('summary', { hasText: 'Error stack' }).count()).toBe(1);
    await page.locator('button', { hasText: 'pressed' }).click();
    await page.locator('button', { hasText: 'pressed 1' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('button', { hasText: 'break it' }).waitFor();
  });
});

describe('preferences', () => {
  it('translate the shell into the chosen language, and leave the content in its own', async () => {
    const { page, messages } = await site.open('/guide/two');
    await page.evaluate(() => localStorage.setItem('cascader-docs:lang', 'zh-CN'));
    await page.reload();
    await page.getByText('上一篇').first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(quiet(messages)).toEqual([]);
  });

  it('translate interface strings in static HTML into the chosen language, and back', async () => {
    const { page, messages } = await site.open('/guide/tabs');
    const strings = () =>
      page.evaluate(() => ({
        tabs: [...document.querySelectorAll('[role="tab"]')].map(({ textContent }) => textContent),
        list: document.querySelector('[role="tablist"]')?.ariaLabel,
        notes: [...document.querySelectorAll('.toc a, .footnotes h2')].map(({ textContent }) => textContent),
        heading: document.querySelector('#part + .heading-anchor')?.ariaLabel,
        box: document.querySelector('.container-title')?.textContent,
      }));
    const english = {
      tabs: ['Doc', 'More'],
      list: 'Page tabs',
      notes: ['Footnotes', 'Part', 'Footnotes', 'More', 'Part'],
      heading: 'Link to Part',
      box: 'Info',
    };
    expect(await strings()).toEqual(english);
    const choose = async (from: string, to: string) => {
      await page.locator(`summary[aria-label="${from}"]`).click();
      await page.getByRole('button', { name: to }).click();
    };
    await choose('Language', '中文');
    await expect.poll(strings).toEqual({
      tabs: ['文档', 'More'],
      list: '页面标签',
      notes: ['脚注', 'Part', '脚注', 'More', 'Part'],
      heading: '链接到 Part',
      box: '提示',
    });
    await choose('界面语言', 'English');
    await expect.poll(strings).toEqual(english);
    await page.goto(`${site.url}/guide/live`);
    expect(quiet(messages)).toEqual([]);
  });
});

describe('a demo card that is not hydrated', () => {
  it('is translated into the chosen language, hydrates in it without a mismatch, and is translated back', async () => {
    const { page, messages } = await site.open('/guide/far');
    const labels = () =>
      page.evaluate(() => {
        const card = document.querySelector('[data-demo]');
        const texts = (selector: string) =>
          [...(card?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent);
        return {
          code: texts('summary span'),
          edit: card?.querySelector('.edit-button')?.textContent,
          labels: [...(card?.querySelectorAll('.demo-actions [aria-label]') ?? [])].map(({ ariaLabel }) => ariaLabel),
          actions: texts('.menu-item'),
        };
      });
    const english = {
      code: ['Show Code', 'Hide Code'],
      edit: 'Edit',
      labels: ['Copy code', 'More actions'],
      actions: ['Open in CodeSandbox', 'Open in StackBlitz', 'Open in separate page'],
    };
    expect(await labels()).toEqual(english);
    await page.evaluate(() => localStorage.setItem('cascader-docs:lang', 'zh-CN'));
    await page.reload();
    const chinese = {
      code: ['展开代码', '收起代码'],
      edit: '编辑',
      labels: ['复制代码', '更多操作'],
      actions: ['在 CodeSandbox 中打开', '在 StackBlitz 中打开', '在独立页面中打开'],
    };
    await expect.poll(labels).toEqual(chinese);
    expect(await page.locator('[data-demo][data-hydrated]').count()).toBe(0);
    await page.locator('[data-demo]').scrollIntoViewIfNeeded();
    await page.locator('[data-demo][data-hydrated]').waitFor();
    expect(await labels()).toEqual(chinese);
    await page.locator('summary[aria-label="界面语言"]').click();
    await page.getByRole('button', { name: 'English' }).click();
    await expect.poll(labels).toEqual(english);
    await page.getByRole('button', { name: 'pressed 0' }).click();
    await page.getByRole('button', { name: 'pressed 1' }).waitFor();
    expect(quiet(messages)).toEqual([]);
  });
});

describe('copying', () => {
  it('copies the code to the clipboard and confirms it', async () => {
    const { page } = await site.open('/guide/one', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.code-block').first().hover();
    await page.locator('.code-block [data-copy]').first().click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) === 'npm run one');
  });

  it('copies the page as Markdown to the clipboard at the first click', async () => {
    const { page } = await site.open('/guide/two', { permissions: ['clipboard-read', 'clipboard-write'] });
    const markdown = await (await page.request.get(`${site.url}/guide/two.md`)).text();
    expect(markdown).toContain('# Two');
    expect(await page.getByRole('link', { name: 'View as Markdown' }).getAttribute('href')).toBe('/guide/two.md');
    await page.getByRole('button', { name: 'Copy page' }).click();
    await page.waitForFunction(async (wanted) => (await navigator.clipboard.readText()) === wanted, markdown);
    await page.locator('.copy-page[data-copied]').waitFor();
  });

  it('shows a prompt when the clipboard is unavailable', async () => {
    const { page } = await site.open('/guide/one', {
      before: (opened) =>
        opened.addInitScript(() => {
          Object.defineProperty(navigator, 'clipboard', { value: undefined });
          document.execCommand = () => false;
        }),
    });
    const prompted = page.waitForEvent('dialog');
    await page.locator('.code-block').first().hover();
    await page.locator('.code-block [data-copy]').first().click({ noWaitAfter: true });
    const dialog = await prompted;
    expect(dialog.message()).toBe('Copy to clipboard: Ctrl+C, Enter');
    expect(dialog.defaultValue()).toContain('npm run one');
    await dialog.dismiss();
  });
});
