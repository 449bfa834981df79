import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { morph } from '../../src/runtime/dev/morph.ts';
import type { createOverlay, Overlay } from '../../src/runtime/dev/overlay.ts';
import { ERROR_PAGE_CSS, errorDocumentBody } from '../../src/shared/dev-error-page.ts';
import type { DevDiagnostic } from '../../src/shared/dev-protocol.ts';
import { findFaults, setScheme, WINDOWS } from '../helpers/accessibility.ts';
import { createSite } from '../helpers/build-site.ts';
import { type OpenPage, type OpenSite, openSite } from '../helpers/pages.ts';
import type { TabOptions } from '../helpers/tabs.ts';

declare global {
  interface Window {
    parts: {
      morph: typeof morph;
      createOverlay: typeof createOverlay;
      overlay: Overlay;
      /** Returns the element that an HTML parser creates. */
      parse(html: string): Element;
      /** Returns a function for numbers below a limit. The same seed gives the same numbers. */
      createRandom(seed: number): (below: number) => number;
    };
  }
}

const paragraphs = Array.from({ length: 80 }, (_, i) => `Paragraph ${i} of the page.\n`).join('\n');
const groupPage = (second: string): string =>
  `# Group\n\nStart.\n\n::::code-group\n\`\`\`sh [npm]\nnpm run one\n\`\`\`\n\n\`\`\`sh [pnpm]\n${second}\n\`\`\`\n::::\n\nEnd.\n`;
let site: OpenSite;
let script = '';

beforeAll(async () => {
  const fixture = await createSite({
    'docs/index.md': `# Home\n\n${paragraphs}`,
    'docs/group.md': groupPage('pnpm one'),
    'docs/group-after.md': groupPage('pnpm two'),
  });
  const { text } = await fixture.build({ cache: false });
  expect(text).toBe('');
  site = await openSite({ root: fixture.root });
  const bundle = await build({
    stdin: {
      contents: `
        import { morph } from './src/runtime/dev/morph.ts';
        import { createOverlay } from './src/runtime/dev/overlay.ts';
        import { createRandom } from './tests/helpers/random.ts';
        const parse = (html) => new DOMParser().parseFromString(html, 'text/html').body.firstElementChild;
        window.parts = { morph, createOverlay, parse, createRandom, overlay: createOverlay() };`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    write: false,
    format: 'iife',
  });
  script = bundle.outputFiles[0]?.text ?? '';
});

async function open(path = '/', options: TabOptions = {}): Promise<OpenPage> {
  const opened = await site.open(path, options);
  await opened.page.evaluate(script);
  return opened;
}

describe('morph', () => {
  let opened: OpenPage;
  let page: Page;
  beforeAll(async () => {
    opened = await open();
    page = opened.page;
  });

  it('makes the page equal to the new HTML, whatever changed, and keeps what scripts did to the rest', async () => {
    const faults = await page.evaluate(() => {
      const { createRandom, morph } = window.parts;
      const found: string[] = [];
      for (let seed = 1; seed <= 400; seed++) {
        const random = createRandom(seed);
        let count = 0;
        const name = (): string => `${seed}-${count++}`;
        const leaf = (): Element => {
          const element = document.createElement(['p', 'p', 'li', 'pre', 'details'][random(5)] ?? 'p');
          element.title = name();
          element.textContent = random(3) === 0 ? 'the same' : `text ${name()}`;
          if (random(3) === 0) element.append(document.createElement('br'), ` more ${name()}`);
          return element;
        };
        const container = (depth: number): Element => {
          const element = document.createElement(['div', 'section', 'ul'][random(3)] ?? 'div');
          element.id = name();
          for (let left = random(6); left > 0; left--)
            element.append(depth < 3 && random(3) === 0 ? container(depth + 1) : leaf(), ...(random(2) ? ['\n'] : []));
          return element;
        };
        const before = container(0);
        before.append(container(1), leaf(), leaf());
        const after = before.cloneNode(true) as Element;
        const live = before.cloneNode(true) as Element;

        // Edits the source at random, and records edited elements by their title.
        const edited = new Set<string>();
        for (let left = random(6); left > 0; left--) {
          const leaves = [...after.querySelectorAll('[title]')];
          const [one, other] = [leaves[random(leaves.length)], leaves[random(leaves.length)]];
          if (!one || !other) break;
          const title = one.getAttribute('title') ?? '';
          const kind = random(6);
          if (kind === 0) one.before(leaf());
          else if (kind === 1) one.after(container(2));
          else if (kind === 5) other.parentElement?.toggleAttribute('data-edited');
          else {
            edited.add(title);
            if (kind === 2) one.remove();
            else if (kind === 3) one.firstChild?.replaceWith(`text ${name()}`);
            else other.before(one);
          }
        }
        // Scripts set attributes here and there.
        const touched = [...live.querySelectorAll('*')].filter(() => random(3) === 0);
        for (const element of touched) element.setAttribute('data-state', name());
        const states = new Map(
          touched
            .filter((element) => element.hasAttribute('title') && !edited.has(element.getAttribute('title') ?? ''))
            .map((element) => [element, element.getAttribute('data-state')]),
        );

        morph(live, before, after, { keep: () => false });
        for (const [element, state] of states)
          if (!live.contains(element) || element.getAttribute('data-state') !== state)
            found.push(`${seed}: lost ${element.outerHTML}`);
        for (const element of live.querySelectorAll('[data-state]')) element.removeAttribute('data-state');
        if (!live.isEqualNode(after)) found.push(`${seed}: differs`);
      }
      return found;
    });
    expect(faults).toEqual([]);
  });

  it('changes the text of one paragraph and nothing else', async () => {
    const changes = await page.evaluate(() => {
      const { morph, parse } = window.parts;
      const html = (text: string) =>
        `<main>\n<h2 id="a">A</h2>\n<p>One <b>${text}</b> three</p>\n<p>Other</p>\n</main>`;
      const live = parse(html('two'));
      const observer = new MutationObserver(() => undefined);
      observer.observe(live, { subtree: true, childList: true, attributes: true, characterData: true });
      morph(live, parse(html('two')), parse(html('2')), { keep: () => false });
      return observer.takeRecords().map(({ type, target }) => `${type} ${target.nodeValue}`);
    });
    expect(changes).toEqual(['characterData 2']);
  });

  it('moves a block without recreating it', async () => {
    const outcome = await page.evaluate(() => {
      const { morph, parse } = window.parts;
      const [a, b, c] = ['<details><summary>A</summary>a</details>', '<p>b</p>', '<p>c</p>'];
      const [before, after] = [`<main>${a}${b}${c}</main>`, `<main>${b}<p>new</p>${c}${a}</main>`].map(parse);
      const live = parse(`<main>${a}${b}${c}</main>`);
      const details = live.querySelector('details');
      details?.setAttribute('open', '');
      morph(live, before as Element, after as Element, { keep: () => false });
      return { isSame: live.lastElementChild === details, html: live.innerHTML };
    });
    expect(outcome).toEqual({
      isSame: true,
      html: '<p>b</p><p>new</p><p>c</p><details open=""><summary>A</summary>a</details>',
    });
  });

  it('keeps an opened element open when its content changes and a sibling is added', async () => {
    const html = await page.evaluate(() => {
      const { morph, parse } = window.parts;
      const details = (name: string, text: string) => `<details><summary>${name}</summary><p>${text}</p></details>`;
      const [before, live] = Array.from({ length: 2 }, () => parse(`<main>${details('A', 'one')}</main>`));
      live?.firstElementChild?.setAttribute('open', '');
      const after = parse(`<main>${details('New', 'x')}${details('A', 'two')}</main>`);
      morph(live as Element, before as Element, after, { keep: () => false });
      return live?.innerHTML;
    });
    expect(html).toBe(
      '<details><summary>New</summary><p>x</p></details><details open=""><summary>A</summary><p>two</p></details>',
    );
  });

  it('keeps every script-filled element that still exists, however the page is rearranged', async () => {
    const faults = await page.evaluate(() => {
      const { createRandom, morph } = window.parts;
      const found: string[] = [];
      for (let seed = 1; seed <= 300; seed++) {
        const random = createRandom(seed);
        const arrange = (ids: number[], depth = 0): Element => {
          const element = document.createElement(['div', 'section', 'ul'][random(3)] ?? 'div');
          while (ids.length > 0 && random(6) > 0) {
            if (random(3) === 0) element.append(document.createElement('p'), `text ${random(9)}`);
            if (depth < 3 && random(3) === 0) element.append(arrange(ids, depth + 1));
            const id = ids.shift();
            if (id === undefined) break;
            const place = document.createElement('div');
            place.setAttribute('data-demo', String(id));
            place.textContent = `server ${random(3)}`;
            element.append(place);
          }
          return element;
        };
        const shuffled = (): number[] =>
          Array.from({ length: 8 }, (_, id) => ({ id, at: random(100) }))
            .sort((a, b) => a.at - b.at)
            .map(({ id }) => id);
        const [before, after] = [arrange([0, 1, 2, 3, 4, 5, 6, 7]), arrange(random(2) ? shuffled() : [1, 2, 0, 3, 4])];
        const live = before.cloneNode(true) as Element;
        const places = [...live.querySelectorAll('[data-demo]')];
        for (const place of places) place.textContent = 'live';
        morph(live, before, after, { keep: (place) => place.hasAttribute('data-demo') });
        for (const place of places) {
          const selector = `[data-demo="${place.getAttribute('data-demo')}"]`;
          const isWanted = after.querySelector(selector) !== null;
          if (live.contains(place) !== isWanted) found.push(`${seed}: ${isWanted ? 'lost' : 'kept'} ${selector}`);
        }
        for (const place of [...after.querySelectorAll('[data-demo]'), ...live.querySelectorAll('[data-demo]')])
          place.textContent = '';
        if (live.innerHTML !== after.innerHTML) found.push(`${seed}: differs`);
      }
      return found;
    });
    expect(faults).toEqual([]);
  });

  it('keeps the focus and the scroll position of unchanged elements', async () => {
    const outcome = await page.evaluate(() => {
      const { morph, parse } = window.parts;
      const html = (before: string) =>
        `<main>${before}<div style="height:50px;overflow:auto"><p style="height:500px">tall</p></div><p><button>b</button></p><p>end</p></main>`;
      const live = parse(html('<p>x</p><p>y</p>'));
      document.body.prepend(live);
      const [box, button] = [live.querySelector('div'), live.querySelector('button')];
      if (box) box.scrollTop = 120;
      button?.focus();
      morph(live, parse(html('<p>x</p><p>y</p>')), parse(html('<p>y</p><h2>new</h2><p>x</p><p>z</p>')), {
        keep: () => false,
      });
      const seen = {
        top: box?.scrollTop,
        focused: document.activeElement === button,
        html: live.innerHTML.slice(0, 40),
      };
      live.remove();
      return seen;
    });
    expect(outcome).toEqual({ top: 120, focused: true, html: '<p>y</p><h2>new</h2><p>x</p><p>z</p><div' });
  });

  it('replaces the smallest element around nodes that it cannot match', async () => {
    const outcome = await page.evaluate(() => {
      const { morph, parse } = window.parts;
      const source = (text: string) => `<main><p>first</p><div><p>Hello <b>you</b> ${text}</p></div></main>`;
      const live = parse(source('there'));
      const [first, div, p] = live.querySelectorAll('p:first-child, div, div p');
      // As the browser's translation does.
      if (p) p.innerHTML = '<font>Bonjour <b>vous</b></font>';
      if (first) first.innerHTML = '<font>premier</font>';
      morph(live, parse(source('there')), parse(source('here')), { keep: () => false });
      return { html: live.innerHTML, kept: [first, div, p].map((element) => live.contains(element ?? null)) };
    });
    expect(outcome).toEqual({
      html: '<p><font>premier</font></p><div><p>Hello <b>you</b> here</p></div>',
      kept: [true, true, false],
    });
  });

  it('does not mistake an added element for a changed one', async () => {
    const html = await page.evaluate(() => {
      const { morph, parse } = window.parts;
      const source = (text: string) => `<main><section><div>${text}</div></section><p>end</p></main>`;
      const live = parse(source('one'));
      const section = live.querySelector('section');
      if (section) section.innerHTML = '<div>added</div><div><font>un</font></div>';
      morph(live, parse(source('one')), parse(source('two')), { keep: () => false });
      return live.innerHTML;
    });
    expect(html).toBe('<section><div>two</div></section><p>end</p>');
  });

  it('edits the right row of a table that a script has sorted', async () => {
    const rows = await page.evaluate(() => {
      const { morph, parse } = window.parts;
      const table = (...texts: string[]) =>
        `<table><tbody>${texts.map((text) => `<tr><td>${text}</td><td>x</td></tr>`).join('')}</tbody></table>`;
      const live = parse(table('c', 'a', 'b'));
      const [c, a, b] = live.querySelectorAll('tr');
      live.querySelector('tbody')?.append(a ?? '', b ?? '', c ?? '');
      morph(live, parse(table('c', 'a', 'b')), parse(table('c', 'a', 'b2')), { keep: () => false });
      return [...live.querySelectorAll('tr')].map((row) => row.textContent);
    });
    expect(rows).toEqual(['ax', 'b2x', 'cx']);
  });

  it('accepts attribute names that only a parser can create', async () => {
    const html = await page.evaluate(() => {
      const { morph, parse } = window.parts;
      const [live, before] = [parse('<p a="1" (x)="1">t</p>'), parse('<p a="1" (x)="1">t</p>')];
      morph(live, before, parse('<p @click="1" "b=\'2\' style="color:red">t</p>'), { keep: () => false });
      return live.isEqualNode(parse('<p @click="1" "b=\'2\' style="color:red">t</p>'));
    });
    expect(html).toBe(true);
  });

  it('keeps the selected tab of a code group when one of its blocks changes', async () => {
    const { page: group } = await open('/group');
    await group.getByRole('tab', { name: 'pnpm', exact: true }).click();
    const state = async () =>
      await group.locator('.code-group').evaluate((element) => ({
        tabs: [...element.querySelectorAll('[role=tab]')].map((tab) => tab.getAttribute('aria-selected')),
        shown: [...element.querySelectorAll('[data-title]:not([hidden]) code')].map((code) => code.textContent?.trim()),
      }));
    expect(await state()).toEqual({ tabs: ['false', 'true'], shown: ['pnpm one'] });
    await group.evaluate(async (url) => {
      const { morph } = window.parts;
      const load = async (address: string): Promise<Element> => {
        const text = await (await fetch(address)).text();
        return new DOMParser().parseFromString(text, 'text/html').querySelector('main') as Element;
      };
      const live = document.querySelector('main') as Element;
      morph(live, await load(location.href), await load(url), { keep: () => false });
    }, `${site.url}/group-after`);
    expect(await state()).toEqual({ tabs: ['false', 'true'], shown: ['pnpm two'] });
  });
});

const error: DevDiagnostic = {
  severity: 'error',
  code: 'CD301',
  text: 'The file ./missing.tsx does not exist',
  place: 'docs/a.md:3:10',
  frame: `  3 │ <code src="./missing.tsx"> ${'and a long line '.repeat(20)}\n    ╵            ^^^^^^^^^^^^^`,
  notes: ['Did you mean ./missed.tsx?', '<b>not bold</b>'],
};
const crash: DevDiagnostic = {
  severity: 'error',
  code: 'CD501',
  text: 'The demo threw: too deep',
  place: 'demos/b.tsx:1:7',
  notes: [],
  stack: Array.from({ length: 30 }, (_, i) => `at f${i} (demos/b.tsx:${i}:7)`).join('\n'),
};
const warning: DevDiagnostic = { ...error, severity: 'warning', code: 'CD302', text: 'The page has no title' };

const show = (page: Page, diagnostics: DevDiagnostic[]) =>
  page.evaluate((list) => window.parts.overlay.show(list), diagnostics);
const dialogOf = (page: Page) => page.getByRole('dialog');
const badgeOf = (page: Page) => page.locator('cascader-docs-errors .badge');

describe('overlay', () => {
  it('shows the error, its location, and how to fix it', async () => {
    const { page, messages } = await open();
    await show(page, [error, crash]);
    const dialog = page.getByRole('dialog', { name: '2 errors' });
    expect(await dialog.locator('.place code').allTextContents()).toEqual(['docs/a.md:3:10', 'demos/b.tsx:1:7']);
    expect(await dialog.locator('.marked').textContent()).toContain('<code src="./missing.tsx">');
    expect(await dialog.locator('.note').allTextContents()).toEqual(error.notes);
    expect(await dialog.locator('details pre').isVisible()).toBe(false);
    await dialog.locator('summary').click();
    expect(await dialog.locator('details pre').textContent()).toBe(crash.stack);
    // The content security policy of the page allows the style sheet of the overlay, and the site's own style sheet
    // does not apply.
    expect(await dialog.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
    expect(messages).toEqual([]);
  });

  it('inherits no styles from the page', async () => {
    const { page } = await open();
    await show(page, [error]);
    const styleOf = () =>
      dialogOf(page)
        .locator('.text')
        .evaluate((element) => {
          const { font, color, letterSpacing, textTransform, display } = getComputedStyle(element);
          return { font, color, letterSpacing, textTransform, display };
        });
    const own = await styleOf();
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { font: 40px serif !important; color: red !important; letter-spacing: 1em !important; } body * { display: none } body > * { text-transform: uppercase; visibility: hidden }',
      );
      document.adoptedStyleSheets = [sheet];
    });
    expect(await styleOf()).toEqual(own);
    expect(await dialogOf(page).isVisible()).toBe(true);
  });

  it('is dismissed by Escape and by its button, stays dismissed, and comes back for other errors', async () => {
    const { page } = await open();
    await show(page, [error]);
    expect(
      await dialogOf(page).evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element),
    ).toBe(true);
    await page.keyboard.press('Escape');
    expect(await dialogOf(page).count()).toBe(0);
    expect(await badgeOf(page).textContent()).toBe('1 error');
    await show(page, [error]);
    expect(await dialogOf(page).count()).toBe(0);
    await badgeOf(page).click();
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    expect(await dialogOf(page).count()).toBe(0);
    await show(page, [error, crash]);
    expect(await page.getByRole('dialog', { name: '2 errors' }).isVisible()).toBe(true);
    expect(await badgeOf(page).isVisible()).toBe(false);
    await page.evaluate(() => window.parts.overlay.clear());
    expect(await page.locator('cascader-docs-errors').count()).toBe(0);
    expect(await page.evaluate(() => window.parts.overlay.element)).toBeUndefined();
    // An error that was fixed and occurs again is new.
    await show(page, [error, crash]);
    expect(await dialogOf(page).isVisible()).toBe(true);
  });

  it('does not take the focus from a reader who is typing, and gives it back otherwise', async () => {
    const { page } = await open();
    await page.evaluate(() => {
      const field = document.createElement('textarea');
      document.body.append(field);
      field.focus();
    });
    await show(page, [error]);
    await page.keyboard.type('ab');
    expect(await page.locator('textarea').inputValue()).toBe('ab');
    await page.keyboard.press('Escape');
    expect(await dialogOf(page).count()).toBe(0);
    await page.locator('a.logo').focus();
    await show(page, [crash]);
    expect(await page.evaluate(() => document.activeElement === window.parts.overlay.element)).toBe(true);
    await page.evaluate(() => window.parts.overlay.clear());
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('logo');
  });

  it('updates in place: unfolded details and the scroll position stay', async () => {
    const { page } = await open('/', { viewport: { width: 800, height: 300 } });
    await show(page, [crash, error]);
    await dialogOf(page).locator('summary').click();
    const before = await dialogOf(page).evaluate((element) => {
      element.scrollTop = 200;
      (window as unknown as { panel: Element }).panel = element;
      return element.scrollTop;
    });
    expect(before).toBe(200);
    await show(page, [crash, { ...error, text: 'Another one' }]);
    const after = await dialogOf(page).evaluate((element) => ({
      isSame: (window as unknown as { panel: Element }).panel === element,
      top: element.scrollTop,
      isOpen: element.querySelector('details')?.open,
      texts: [...element.querySelectorAll('.text')].map((text) => text.textContent),
    }));
    expect(after).toEqual({
      isSame: true,
      top: 200,
      isOpen: true,
      texts: ['error CD501 The demo threw: too deep', 'error CD301 Another one'],
    });
  });

  it('lets the reader scroll and use the page below', async () => {
    const { page } = await open();
    await show(page, [error]);
    await page.mouse.move(400, 100);
    await page.mouse.wheel(0, 400);
    await page.waitForFunction(() => scrollY > 200);
  });

  it('shows only a badge for warnings, and closes when the errors are fixed', async () => {
    const { page } = await open();
    await show(page, [warning]);
    expect(await dialogOf(page).count()).toBe(0);
    expect(await badgeOf(page).textContent()).toBe('1 warning');
    await show(page, [warning, error]);
    expect(await page.getByRole('dialog', { name: '1 error, 1 warning' }).isVisible()).toBe(true);
    await show(page, [warning]);
    expect(await dialogOf(page).count()).toBe(0);
  });

  it('does not animate when the reader prefers reduced motion', async () => {
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      const { page } = await open('/', { reducedMotion });
      await show(page, [error]);
      const moving = await dialogOf(page).evaluate((element) => getComputedStyle(element).animationName);
      expect(moving).toBe(reducedMotion === 'reduce' ? 'none' : 'appear');
    }
  });

  it.each(
    Object.entries(WINDOWS),
  )('has no accessibility violation in either color scheme on a %s', async (_, viewport) => {
    const { page } = await open('/', { viewport });
    const backgrounds = new Set<string>();
    for (const scheme of ['light', 'dark'] as const) {
      await setScheme(page, scheme);
      await show(page, [{ ...error, text: `In ${scheme}` }, crash, warning]);
      await dialogOf(page).evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
      await dialogOf(page)
        .locator('details')
        .evaluate((details: HTMLDetailsElement) => {
          details.open = true;
        });
      backgrounds.add(await dialogOf(page).evaluate((element) => getComputedStyle(element).backgroundColor));
      expect(await findFaults(page, { within: 'cascader-docs-errors' })).toEqual([]);
      const box = await dialogOf(page).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
      expect(await dialogOf(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      await page.keyboard.press('Escape');
      expect(await findFaults(page, { within: 'cascader-docs-errors' })).toEqual([]);
    }
    expect(backgrounds.size).toBe(2);
  });
});

describe('the error page', () => {
  it.each(
    Object.entries(WINDOWS),
  )('has no accessibility violation and needs no script on a %s', async (_, viewport) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await site.open('/', { viewport, colorScheme });
      await page.goto('about:blank');
      await page.setContent(
        `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Errors</title><style>${ERROR_PAGE_CSS}</style></head><body>${errorDocumentBody([error, crash, warning])}</body></html>`,
      );
      expect(await page.locator('h1').textContent()).toBe('2 errors, 1 warning');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      expect(await findFaults(page)).toEqual([]);
    }
  });
});
