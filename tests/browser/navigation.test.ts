import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { denyStorage, hold, type OpenSite, openSite, wake, whileNothingHappens } from '../helpers/pages.ts';

const long = Array.from({ length: 60 }, (_, i) => `Paragraph ${i} of the page, long enough to scroll.\n`).join('\n');
const numbers = Array.from({ length: 60 }, (_, i) => String(i + 10));
let fixture: TestSite;
let site: OpenSite;

beforeAll(async () => {
  fixture = await createSite({
    'docs/index.md': `# Home\n\n[One](./guide/one.md)\n\n${long}\n\n[Far](./guide/two.md)\n`,
    'docs/guide/one.md':
      '# One\n\nText.\n\n## Part of it\n\n<code src="../../demos/popup.tsx"></code>\n\n[Two](./two.md) [Three](./three.md)\n',
    'docs/guide/two.md': `# Two\n\n[One](./one.md)\n\n${long}`,
    'docs/guide/three.md':
      '# Three\n\n<code src="../../demos/themed.tsx" iframe="true"></code>\n\n<code src="../../demos/themed.tsx" id="edited"></code>\n',
    'docs/deep/section/first.md': '# First\n',
    'docs/deep/section/second.md': '# Second\n',
    'docs/deep/section/folder/inner.md': '# Inner\n',
    'docs/guide/tabs.md': '# Tabs\n\nMain text.\n\n[To its part](./tabs.md#part)\n\n## Part\n',
    'docs/guide/tabs.$tab-more.md': '# More\n\nTab text.\n',
    'docs/guide/loaded.mdx':
      "---\nserverLoader: true\n---\n\nimport { Answer } from '../answer.tsx';\n\n# Loaded\n\n<Answer />\n",
    'docs/guide/quiet.md': '---\nserverLoader: true\n---\n\n# Quiet\n',
    'docs/guide/links.mdx': "import { Links } from '../links.tsx';\n\n# Links\n\n<Links />\n",
    'docs/guide/scheme.mdx':
      "import { Place, Scheme } from '../answer.tsx';\n\n# Scheme\n\n<Scheme />\n\n<Place />\n\n[Elsewhere](?x=2#scheme)\n",
    ...Object.fromEntries(
      numbers.map((number) => [`docs/long/p${number}.md`, `---\ntitle: P${number}\n---\n\n# P${number}\n\n${long}`]),
    ),
    'docs/links.tsx': `
import { useState } from 'react';
import { Link } from 'cascader-docs/runtime';
export function Links() {
  const [more, setMore] = useState(false);
  return <p>
    <Link to="/guide/one" prefetch="render">now</Link>
    <Link to="/guide/two" prefetch prefetchTimeout={10}>hovered</Link>
    <Link to="/guide/tabs" prefetch={false}>never</Link>
    <button type="button" onClick={() => setMore(true)}>more</button>
    {more && <Link to="/guide/three" prefetch="render">later</Link>}
  </p>;
}
`,
    'docs/answer.tsx': `
import { useState } from 'react';
import { Outlet, useColorScheme, useLocation, useServerLoaderData } from 'cascader-docs/runtime';
import { Route, Routes, useLocation as useRouterLocation, useParams } from 'react-router-dom';
export function Answer() {
  const data = useServerLoaderData<{ text: string }>();
  return <output>{data ? data.text : 'nothing'}</output>;
}
export function Place() {
  const ours = useLocation();
  const { pathname, search, hash } = useRouterLocation();
  const text = [ours, { pathname, search, hash }].map((place) => Object.values(place).join(' ')).join(', ');
  return <Routes><Route element={<p><Outlet /></p>}><Route path="*" element={<output>{text}, {useParams()['*']}</output>} /></Route></Routes>;
}
export function Scheme() {
  const [seen] = useState<string[]>([]);
  const scheme = useColorScheme();
  if (seen.at(-1) !== scheme) seen.push(scheme);
  return <output>{seen.join(' ')}</output>;
}
`,
    'demos/popup.tsx': `
import { useState } from 'react';
import { createPortal } from 'react-dom';
export default function Popup() {
  const [open, setOpen] = useState(false);
  return <><button type="button" onClick={() => setOpen(true)}>open</button>{open && createPortal(<div id="popup">popup</div>, document.body)}</>;
}
`,
    'demos/themed.tsx': 'export default function Themed() {\n  return <p>themed</p>;\n}\n',
  });
  const { exitCode, text } = await fixture.build({ cache: false });
  expect(text).toBe('');
  expect(exitCode).toBe(0);
  site = await openSite({ root: fixture.root });
});

const schemeOf = () => document.documentElement.getAttribute('data-prefers-color');
const faults = (messages: string[]) =>
  messages.filter((message) => /^(uncaught|error|warning)/.test(message) && !message.includes('404 (Not Found)'));
const headed = (page: Page, text: string) => page.locator('h1', { hasText: text }).waitFor();
const announced = (page: Page, text: string) =>
  expect.poll(() => page.locator('[data-announcer]').textContent()).toBe(text);
const focused = (page: Page, tagName: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe(tagName);

/** Changes the page data of the documents that are opened, as another configuration would. */
const configure = (page: Page, change: (html: string) => string) =>
  page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
const prefetching = (mode: string) => (page: Page) =>
  configure(page, (html) => html.replace('"defaultPrefetch":"none"', `"defaultPrefetch":"${mode}"`));
const fetchesOf = (page: Page): string[] => {
  const fetched: string[] = [];
  page.on('request', (request: Request) => {
    if (request.resourceType() === 'fetch') fetched.push(new URL(request.url()).pathname);
  });
  return fetched;
};

describe('prefetching', () => {
  it('does nothing by default', async () => {
    const { page } = await site.open('/guide/one');
    const fetched = fetchesOf(page);
    await wake(page);
    await page.locator('main a', { hasText: 'Two' }).hover();
    await whileNothingHappens(page);
    expect(fetched).toEqual([]);
  });

  it('treats hover, focus and touch on any link as intent, after a short delay', async () => {
    const { page } = await site.open('/guide/one', { before: prefetching('intent'), hasTouch: true });
    const fetched = fetchesOf(page);
    await wake(page);
    await whileNothingHappens(page);
    expect(fetched).toEqual([]);
    await page.locator('.sidebar a', { hasText: 'Two' }).hover();
    await expect.poll(() => fetched).toEqual(['/guide/two']);
    await page.locator('main a', { hasText: 'Three' }).focus();
    await expect.poll(() => fetched).toEqual(['/guide/two', '/guide/three']);
    await page.locator('.sidebar a', { hasText: 'Tabs' }).dispatchEvent('touchstart');
    await expect.poll(() => fetched).toEqual(['/guide/two', '/guide/three', '/guide/tabs']);
  });

  it('fetches the pages of rendered links, or of links near the viewport, also of static links', async () => {
    let ofAll: string[] = [];
    await site.open('/', {
      before: async (opened) => {
        ofAll = fetchesOf(opened);
        await prefetching('render')(opened);
      },
    });
    await expect.poll(() => ofAll).toEqual(expect.arrayContaining(['/guide/one', '/guide/two']));
    const near = await site.open('/', { before: prefetching('viewport') });
    const ofNear = fetchesOf(near.page);
    await expect.poll(() => ofNear).toContain('/guide/one');
    await whileNothingHappens(near.page);
    expect(ofNear).not.toContain('/guide/two');
    await near.page.locator('main a', { hasText: 'Far' }).scrollIntoViewIfNeeded();
    await expect.poll(() => ofNear).toContain('/guide/two');
  });

  it('can be configured for each link, also for one that is added later', async () => {
    const { page } = await site.open('/guide/links', { before: prefetching('intent') });
    const fetched = fetchesOf(page);
    await wake(page);
    await expect.poll(() => fetched).toEqual(['/guide/one']);
    await page.locator('main a', { hasText: 'never' }).hover();
    await whileNothingHappens(page);
    await page.locator('main a', { hasText: 'hovered' }).hover();
    await expect.poll(() => fetched).toEqual(['/guide/one', '/guide/two']);
    await page.getByRole('button', { name: 'more' }).click();
    await expect.poll(() => fetched).toEqual(['/guide/one', '/guide/two', '/guide/three']);
  });

  it('does nothing when the reader wants to save data', async () => {
    const { page } = await site.open('/', {
      before: async (opened) => {
        await prefetching('render')(opened);
        await opened.addInitScript(() =>
          Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
        );
      },
    });
    const fetched = fetchesOf(page);
    await wake(page);
    await whileNothingHappens(page);
    expect(fetched).toEqual([]);
  });
});

describe('a navigation', () => {
  it('removes demos and their popups, announces the new title, and starts at the top of the page', async () => {
    const { page, messages } = await site.open('/guide/one');
    await wake(page);
    await page.getByRole('button', { name: 'open', exact: true }).click();
    await page.locator('#popup').waitFor();
    await page.locator('main a', { hasText: 'Two' }).click();
    await headed(page, 'Two');
    await page.locator('#popup, [data-demo]').first().waitFor({ state: 'detached' });
    await focused(page, 'H1');
    await announced(page, 'Two');
    expect(faults(messages)).toEqual([]);
  });

  it('briefly fades only the main column, and nothing when reduced motion is preferred', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const { page, messages } = await site.open('/guide/two', { reducedMotion });
      await wake(page);
      await page.evaluate(() => {
        const names = new Set<string>();
        const look = (): void => {
          for (const { effect } of document.getAnimations())
            if (effect instanceof KeyframeEffect && effect.pseudoElement) names.add(effect.pseudoElement);
          Object.assign(window, { faded: [...names] });
          requestAnimationFrame(look);
        };
        look();
      });
      await page.locator('main a', { hasText: 'One' }).first().click();
      await page.waitForFunction(() => document.querySelector('h1')?.textContent?.startsWith('One'));
      await page.waitForFunction(() => !document.documentElement.hasAttribute('data-fading'));
      const faded = await page.evaluate(() => (window as { faded?: string[] }).faded ?? []);
      const pieces = faded.filter((name) => name.startsWith('::view-transition'));
      expect(pieces.every((name) => name.includes('(main)'))).toBe(true);
      expect(pieces.length > 0).toBe(reducedMotion === 'no-preference');
      await focused(page, 'H1');
      expect(messages).toEqual([]);
    }
  });

  it('is undone immediately from memory, at the previous scroll position', async () => {
    const { page } = await site.open('/guide/two');
    await wake(page);
    await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
    await page.evaluate(() => document.querySelector<HTMLElement>('main a[href$="/one"]')?.click());
    await headed(page, 'One');
    await page.context().setOffline(true);
    const places = await page.evaluate(async () => {
      history.back();
      while (document.querySelector('h1')?.textContent !== 'Two') await new Promise(requestAnimationFrame);
      return [Math.round(scrollY), document.activeElement?.tagName];
    });
    expect(places).toEqual([700, 'H1']);
    await page.goForward();
    await headed(page, 'One');
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(0);
  });

  it('shows and announces that it takes a while, and ends both when the page arrives', async () => {
    const { before, release } = hold('**/guide/two');
    const { page } = await site.open('/guide/one', { before });
    await wake(page);
    await page.evaluate(() => {
      const states: (string | null)[] = [];
      const root = document.documentElement;
      new MutationObserver(() => states.push(root.getAttribute('data-navigating'))).observe(root, {
        attributeFilter: ['data-navigating'],
      });
      Object.assign(window, { states });
    });
    await page.locator('main a', { hasText: 'Two' }).click();
    await page.locator('html[data-navigating=slow]').waitFor();
    await announced(page, 'Loading...');
    const bar = await page.evaluate(() => {
      const { content, animationName, height } = getComputedStyle(document.documentElement, '::before');
      return [content, animationName, height];
    });
    expect(bar).toEqual(['""', 'navigating', '3px']);
    release();
    await headed(page, 'Two');
    await expect
      .poll(() => page.evaluate(() => (window as { states?: (string | null)[] }).states))
      .toEqual(['', 'slow', '', null]);
    await announced(page, 'Two');
  });

  it('updates the routes that components read, with the query and hash of the window', async () => {
    const { page, messages } = await site.open('/guide/scheme?x=1#y');
    await wake(page);
    const place = page.locator('output').last();
    const routesText = (rest: string) => `/guide/scheme ${rest}, /guide/scheme ${rest}, guide/scheme`;
    await place.filter({ hasText: routesText('?x=1 #y') }).waitFor();
    await page.locator('main a', { hasText: 'Elsewhere' }).click();
    await place.filter({ hasText: routesText('?x=2 #scheme') }).waitFor();
    expect(faults(messages)).toEqual([]);
  });

  it('ends the progress bar when the page cannot be fetched, and animates nothing under reduced motion', async () => {
    const { before, release } = hold('**/guide/two', (route) => route.fulfill({ status: 204 }));
    const { page } = await site.open('/guide/one', { reducedMotion: 'reduce', before });
    await wake(page);
    await page.locator('main a', { hasText: 'Two' }).click();
    await page.locator('html[data-navigating=slow]').waitFor();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    release();
    await page.locator('html:not([data-navigating])').waitFor();
    await announced(page, '');
  });

  it('shows the page that was requested last', async () => {
    const { before, release } = hold('**/guide/two');
    const { page } = await site.open('/guide/one', { before });
    await wake(page);
    await page.locator('main a', { hasText: 'Two' }).click();
    await page.locator('main a', { hasText: 'Three' }).click();
    await headed(page, 'Three');
    release();
    await whileNothingHappens(page);
    expect(await page.locator('h1').first().textContent()).toContain('Three');
    expect(await page.evaluate(() => location.pathname)).toBe('/guide/three');
  });
});

describe('the sidebar', () => {
  const place = () => {
    const frame = document.querySelector('.drawer:popover-open, .sidebar')?.getBoundingClientRect();
    const entry = document.querySelector('.sidebar [aria-current=page]')?.getBoundingClientRect();
    return frame && entry ? entry.top >= frame.top && entry.bottom <= Math.min(frame.bottom, innerHeight) : undefined;
  };

  it('scrolls the current page into view, and moves nothing else', async () => {
    const { page } = await site.open('/long/p60');
    await page.waitForFunction(place);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await wake(page);
    await page.evaluate(() => document.querySelector<HTMLElement>('.sidebar a[href$="/p12"]')?.click());
    await headed(page, 'P12');
    await page.waitForFunction(place);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    const before = await page.evaluate(() => document.querySelector('.sidebar')?.scrollTop);
    await page.locator('.sidebar a', { hasText: 'P13' }).click();
    await headed(page, 'P13');
    await whileNothingHappens(page);
    expect(await page.evaluate(() => document.querySelector('.sidebar')?.scrollTop)).toBe(before);
  });

  it('scrolls it into view when it opens as a drawer', async () => {
    const { page } = await site.open('/long/p60', { viewport: { width: 390, height: 800 } });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.waitForFunction(place);
  });

  it('keeps its folders as the reader left them', async () => {
    const { page } = await site.open('/deep/section/first');
    await wake(page);
    const folder = page.locator('.sidebar details');
    const folderIs = (state: 'open' | 'closed') =>
      expect.poll(() => folder.evaluate((details: HTMLDetailsElement) => details.open)).toBe(state === 'open');
    await folderIs('closed');
    await folder.locator('summary').click();
    await page.locator('.sidebar a', { hasText: 'Second' }).click();
    await headed(page, 'Second');
    await folderIs('open');
    await folder.locator('summary').click();
    await page.locator('.sidebar a', { hasText: 'First' }).click();
    await headed(page, 'First');
    await folderIs('closed');
    await folder.locator('summary').click();
    await page.locator('.sidebar a', { hasText: 'Inner' }).click();
    await headed(page, 'Inner');
    await folderIs('open');
  });
});

describe('the link of a heading', () => {
  const permissions = ['clipboard-read', 'clipboard-write'];

  it.each(['before the runtime', 'with the runtime'])('leads to the heading, and copies its URL (%s)', async (when) => {
    const { page, messages } = await site.open('/guide/one?a=1', { permissions });
    if (when === 'with the runtime') await wake(page);
    await page.locator('h2').hover();
    await page.locator('h2 + .heading-anchor').click();
    const address = `${site.url}/guide/one?a=1#part-of-it`;
    await page.waitForFunction(async (wanted) => (await navigator.clipboard.readText()) === wanted, address);
    await expect.poll(() => page.url()).toBe(address);
    await announced(page, 'Copied');
    expect(faults(messages)).toEqual([]);
  });

  it('leads to the heading without a clipboard, and shows no prompt', async () => {
    const { page, messages } = await site.open('/guide/one', {
      before: (opened) =>
        opened.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined })),
    });
    let prompted = false;
    page.on('dialog', (dialog) => {
      prompted = true;
      void dialog.dismiss();
    });
    await page.locator('h2').hover();
    await page.locator('h2 + .heading-anchor').click();
    await page.waitForFunction(() => location.hash === '#part-of-it');
    await whileNothingHappens(page);
    expect(prompted).toBe(false);
    expect(faults(messages)).toEqual([]);
  });
});

describe('the server loader', () => {
  /** Answers as a server would, and records the requests. */
  const answering =
    (requested: URL[], answer: (count: number) => object = (count) => ({ text: `answer ${count}` })) =>
    async (page: Page): Promise<void> => {
      await page.context().addCookies([{ name: 'session', value: 'mine', url: site.url }]);
      await page.route('**/__serverLoader?*', async (route) => {
        expect((await route.request().allHeaders()).cookie).toContain('session=mine');
        requested.push(new URL(route.request().url()));
        await route.fulfill({ json: answer(requested.length) });
      });
    };

  it('is called when its data is used, once per visit', async () => {
    const requested: URL[] = [];
    const { page, messages } = await site.open('/guide/loaded?q=1&r=2', { before: answering(requested) });
    await wake(page);
    await page.getByText('answer 1').waitFor();
    expect(requested[0]?.pathname).toBe('/__serverLoader');
    expect(requested[0]?.search).toBe(
      `?route=${encodeURIComponent('/guide/loaded')}&url=${encodeURIComponent(`${site.url}/guide/loaded?q=1&r=2`)}`,
    );
    await page.locator('.sidebar a', { hasText: 'One' }).click();
    await headed(page, 'One');
    await page.locator('.sidebar a', { hasText: 'Loaded' }).click();
    await page.getByText('answer 2').waitFor();
    await whileNothingHappens(page);
    expect(requested).toHaveLength(2);
    expect(faults(messages)).toEqual([]);
  });

  it('is called only after a navigation for a page that does not use its data', async () => {
    const requested: URL[] = [];
    const { page } = await site.open('/guide/quiet', { before: answering(requested) });
    await wake(page);
    await page.locator('.sidebar a', { hasText: 'One' }).click();
    await headed(page, 'One');
    expect(requested).toHaveLength(0);
    await page.locator('.sidebar a', { hasText: 'Quiet' }).click();
    await expect.poll(() => requested.map((url) => url.searchParams.get('route'))).toEqual(['/guide/quiet']);
  });

  it('is not called when the document contains its data', async () => {
    const requested: URL[] = [];
    const { page, messages } = await site.open('/guide/loaded', {
      before: async (opened) => {
        await answering(requested)(opened);
        await opened.addInitScript(() =>
          Object.assign(window, { __UMI_LOADER_DATA__: { '/guide/loaded': { text: 'preloaded' } } }),
        );
      },
    });
    await wake(page);
    await page.getByText('preloaded').waitFor();
    expect(requested).toEqual([]);
    expect(faults(messages)).toEqual([]);
  });

  it('is called at the configured path, only logs failures, and is aborted when the reader leaves the page', async () => {
    const requested: string[] = [];
    const { page, messages } = await site.open('/guide/loaded', {
      before: async (opened) => {
        await configure(opened, (html) => html.replace('"routePrefetch"', '"serverLoaderPath":"/api","routePrefetch"'));
        await opened.route('**/api/__serverLoader?*', (route) => {
          requested.push(route.request().url());
          if (requested.length === 1) return route.fulfill({ status: 500 });
          // Never answered.
        });
      },
    });
    await wake(page);
    await expect
      .poll(() => messages.filter((message) => message.includes('The server loader answers 500')))
      .toHaveLength(1);
    expect(await page.locator('output').textContent()).toBe('nothing');
    await page.locator('.sidebar a', { hasText: 'One' }).click();
    await headed(page, 'One');
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('__serverLoader'));
    await page.locator('.sidebar a', { hasText: 'Loaded' }).click();
    await expect.poll(() => requested.length).toBe(2);
    const logged = messages.length;
    await page.locator('.sidebar a', { hasText: 'Two' }).click();
    expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED');
    expect(faults(messages.slice(logged))).toEqual([]);
  });
});

describe('color schemes', () => {
  const store = (value: string) => (page: Page) =>
    page.addInitScript((stored) => localStorage.setItem('dumi:prefers-color', stored), value);

  it("of a demo's own page are read from its URL, else from the storage, and follow another tab", async () => {
    const { page } = await site.open('/guide/three');
    const url = await page.locator('iframe').first().getAttribute('src');
    const alone = await page.context().newPage();
    // Records the color scheme with which the body begins.
    await alone.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body)
          Object.assign(window, {
            first: (window as { first?: string }).first ?? document.documentElement.dataset.prefersColor,
          });
      }).observe(document, { childList: true, subtree: true });
    });
    await alone.goto(`${site.url}${url}?theme=dark`);
    expect(await alone.evaluate(() => (window as { first?: string }).first)).toBe('dark');
    await alone.goto(`${site.url}${url}?theme=purple`);
    expect(await alone.evaluate(schemeOf)).toBe('light');
    await page.locator('input[name=color-scheme][value=dark]').check({ force: true });
    await alone.waitForFunction(() => document.documentElement.dataset.prefersColor === 'dark');
    await alone.reload();
    expect(await alone.evaluate(() => (window as { first?: string }).first)).toBe('dark');
    await alone.goto(`${site.url}${url}?theme=light`);
    expect(await alone.evaluate(schemeOf)).toBe('light');
  });

  it('of demos in frames follow the page, from the start and when they change, also without storage', async () => {
    const { page } = await site.open('/guide/three', {
      before: denyStorage,
    });
    await wake(page);
    const frame = page.frameLocator('iframe.demo-frame');
    await frame.getByText('themed').waitFor();
    const colours = () =>
      frame.locator('html').evaluate((root) => [root.dataset.prefersColor, getComputedStyle(root).colorScheme]);
    await expect.poll(colours).toEqual(['light', 'light']);
    await page.locator('input[name=color-scheme][value=dark]').check({ force: true });
    await expect.poll(colours).toEqual(['dark', 'dark']);
    await page.locator('.sidebar a', { hasText: 'Two' }).click();
    await headed(page, 'Two');
    await page.locator('.sidebar a', { hasText: 'Three' }).click();
    await frame.getByText('themed').waitFor();
    await expect.poll(colours).toEqual(['dark', 'dark']);
  });

  it('are available to components, which see light while they hydrate', async () => {
    const { page, messages } = await site.open('/guide/scheme', { before: store('dark') });
    await wake(page);
    await page.getByText('light dark', { exact: true }).waitFor();
    await page.locator('input[name=color-scheme][value=light]').check({ force: true });
    await page.getByText('light dark light', { exact: true }).waitFor();
    expect(faults(messages)).toEqual([]);
  });

  it.each([
    ['"default":"auto","switch":true', 'dark', 'light'],
    ['"default":"auto","switch":false', 'dark', 'light'],
    ['"default":"dark","switch":false', 'dark', 'dark'],
  ])('follow the system as far as the site allows it: %s', async (options, dark, light) => {
    const { page } = await site.open('/guide/two', {
      colorScheme: 'dark',
      before: async (opened) => {
        if (options.includes('false')) await store('light')(opened);
        await configure(opened, (html) => html.replace('"default":"light","switch":true', options));
      },
    });
    await page.waitForFunction((wanted) => document.documentElement.dataset.prefersColor === wanted, dark);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForFunction((wanted) => document.documentElement.dataset.prefersColor === wanted, light);
  });

  it.each<[string, () => void]>([
    [
      'throws',
      () =>
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new Error('denied');
          },
        }),
    ],
    ['is null', () => Object.defineProperty(window, 'localStorage', { value: null })],
    [
      'is full',
      () => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      },
    ],
    ['has another value', () => localStorage.setItem('dumi:prefers-color', '<svg onload=alert(1)>')],
  ])('are light when the storage %s, and can be changed', async (_, stub) => {
    const { page, messages } = await site.open('/guide/one', { before: (opened) => opened.addInitScript(stub) });
    expect(await page.evaluate(schemeOf)).toBe('light');
    await wake(page);
    await page.locator('input[name=color-scheme][value=dark]').check({ force: true });
    await expect.poll(() => page.evaluate(schemeOf)).toBe('dark');
    expect(faults(messages)).toEqual([]);
  });

  it('are light in a frame without an origin', async () => {
    const { page, messages } = await site.open('/guide/one');
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.src = '/guide/two';
      frame.id = 'opaque';
      document.body.append(frame);
    });
    const root = page.frameLocator('#opaque').locator('html');
    await page.frameLocator('#opaque').locator('h1').waitFor();
    expect(await root.getAttribute('data-prefers-color')).toBe('light');
    expect(messages.filter((message) => message.startsWith('uncaught'))).toEqual([]);
  });
});

describe('hostile URLs', () => {
  const paths = ['//evil.com/', '/\\evil.com', '///', '/%', '/%00', '/%E0%A4%A', '/guide//one'];
  const tails = [
    '?tab=%E0%A4%A',
    '?tab=__proto__',
    `?q=${'x'.repeat(8192)}`,
    '#%E0%A4%A',
    '#__proto__',
    '#edit=%.%',
    '#edit=__proto__.x',
    '#:~:text=%',
    '?%&=&',
    '/__proto__',
  ];
  const addresses = [...paths, ...tails.map((tail) => `/guide/tabs${tail}`), '/nowhere?tab=%00#%'];

  it('open a page or the not-found page, and throw nothing', async () => {
    const { page, messages } = await site.open('/');
    const notFound = await (await fetch(`${site.url}/nowhere`)).text();
    let refused = 0;
    for (const address of addresses) {
      const before = messages.length;
      await page.goto('about:blank');
      // Some servers refuse such a URL, others answer as for any page that does not exist.
      if ((await fetch(site.url + address)).status === 400) {
        refused++;
        await page.route('**/*', (route) =>
          route.request().isNavigationRequest()
            ? route.fulfill({ status: 404, contentType: 'text/html', body: notFound })
            : route.continue(),
        );
      }
      await page.goto(site.url + address);
      await wake(page);
      await page.unrouteAll();
      const uncaught = messages.slice(before).filter((message) => message.startsWith('uncaught'));
      const shown = await page.locator('main :is(h1, h2):visible').count();
      expect([address, uncaught, shown > 0]).toEqual([address, [], true]);
      expect(new URL(page.url()).host).toBe(new URL(site.url).host);
    }
    expect(refused).toBeGreaterThan(2);
  });

  it('keep tabs and hashes working when the path has two slashes', async () => {
    const { page, messages } = await site.open('/', {
      // Like a host that treats two slashes as one.
      before: (opened) =>
        opened.route('**//guide/tabs*', async (route) =>
          route.fulfill({ response: await route.fetch({ url: `${site.url}/guide/tabs` }) }),
        ),
    });
    await page.goto(`${site.url}//guide/tabs`);
    await page.getByRole('tab', { name: 'More' }).click();
    await page.waitForFunction(() => location.search === '?tab=more');
    await page.getByRole('tab', { name: 'Doc' }).click();
    await page.locator('main a', { hasText: 'To its part' }).hover();
    await page.locator('html[data-hydrated]').waitFor();
    await page.locator('main a', { hasText: 'To its part' }).click();
    await page.waitForFunction(() => location.hash === '#part');
    expect(messages.filter((message) => message.startsWith('uncaught'))).toEqual([]);
  });
});
