import { beforeAll, expect, it } from 'vitest';
import type {} from '../../src/runtime/dev/globals.ts';
import type { PageDocument } from '../../src/runtime/navigation/page-document.ts';
import { PAGE_DATA_ID } from '../../src/shared/page-data.ts';
import { type DevPages, openDev } from '../helpers/dev-pages.ts';
import { PLAYGROUND_SITE, segment } from '../helpers/playground-site.ts';

let site: DevPages;

beforeAll(async () => {
  site = await openDev(PLAYGROUND_SITE);
});

it('shows controls when they are known, and keeps values that still fit when types change', async () => {
  const { page, messages } = await site.open('/');
  const card = page.getByRole('group', { name: 'Generated', exact: true });
  await card.getByRole('button', { name: 'Copy link' }).waitFor();
  // Controls far below the window start when the reader comes near.
  await card.scrollIntoViewIfNeeded();
  await segment(card, 'ghost').click();
  await card.getByLabel('children', { exact: true }).fill('Kept');
  await expect.poll(() => card.locator('.button').getAttribute('data-variant')).toBe('ghost');
  await site.edit('src/index.tsx', (text) =>
    text.replace("'solid' | 'outline' | 'ghost'", "'solid' | 'outline' | 'plain'"),
  );
  await segment(card, 'plain').waitFor();
  await expect.poll(() => card.locator('.button').getAttribute('data-variant')).toBe('solid');
  expect(await card.locator('.button').innerText()).toBe('Kept');
  expect(messages).toEqual([]);
});

it('reports a use of the props that has no controls, and adds them once it is corrected', async () => {
  await site.edit('demos/counter.tsx', (text) =>
    text.replace('<Counter {...props} />', '<Counter count={props.count} />'),
  );
  const { page } = await site.open('/');
  await expect
    .poll(() => site.dev.diagnostics.map(({ code, location }) => `${code} ${location?.file}:${location?.line}`))
    .toContain('CD830 demos/counter.tsx:5');
  const card = page.getByRole('group', { name: 'Counter', exact: true });
  // The page is updated after the report.
  await expect.poll(() => card.locator('.demo-controls').count()).toBe(0);
  await site.edit('demos/counter.tsx', (text) =>
    text.replace('<Counter count={props.count} />', '<Counter {...props} />'),
  );
  await card.scrollIntoViewIfNeeded();
  await card.getByLabel('defaultCount', { exact: true }).fill('3');
  await expect.poll(() => card.locator('.counter').innerText()).toBe('3');
});

it('runs a demo whose card changes before it is hydrated', async () => {
  // Without events, the page does not update itself.
  const { page } = await site.open('/', { before: (tab) => tab.route('**/*token=*', (route) => route.abort()) });
  /** Fetches the page until it has a number of playgrounds. */
  const fetchPage = async (playgrounds: number): Promise<string> => {
    let text = '';
    const count = async () => {
      text = await page.evaluate(async () => await (await fetch(location.href)).text());
      return text.match(/class="demo-controls"/g)?.length;
    };
    await expect.poll(count).toBe(playgrounds);
    return text;
  };
  await site.edit('demos/counter.tsx', (text) => text.replace('{...props}', 'count={props.count}'));
  const before = await fetchPage(3);
  await page.reload();
  await page.locator('html[data-hydrated]').waitFor();
  await site.edit('demos/counter.tsx', (text) => text.replace('count={props.count}', '{...props}'));
  const texts = [before, await fetchPage(4)];
  await page.evaluate(
    async ({ texts, dataId }) => {
      const [old, next] = texts.map((text): PageDocument => {
        const parsed = new DOMParser().parseFromString(text, 'text/html');
        return { document: parsed, data: JSON.parse(parsed.getElementById(dataId)?.textContent ?? '') };
      }) as [PageDocument, PageDocument];
      const place = document.querySelector('[data-demo="docs-demo-counter"]');
      let isLoaded = false;
      const updating = window.cascaderDocsRuntime?.update(
        {
          data: next.data,
          /** The update reads it again once everything is loaded: then, the card begins to be hydrated. */
          get document() {
            if (isLoaded) place?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
            return next.document;
          },
        },
        old,
      );
      isLoaded = true;
      await updating;
      // React renders the card that was unmounted.
      await new Promise((resolve) => setTimeout(resolve, 500));
    },
    { texts, dataId: PAGE_DATA_ID },
  );
  const card = page.getByRole('group', { name: 'Counter', exact: true });
  await card.scrollIntoViewIfNeeded();
  await card.getByLabel('defaultCount', { exact: true }).fill('3');
  await expect.poll(() => card.locator('.counter').innerText()).toBe('3');
});

it('shows the problem of a playground instead of its demo, and the demo once the problem is fixed', async () => {
  const list =
    'export function List({ items }: { items: string[] }) {\n  return <ul>{items.map((item) => <li key={item}>{item}</li>)}</ul>;\n}\n';
  await site.edit('src/index.tsx', (text) => `${text}\n${list}`);
  await site.edit('docs/index.md', (text) => `${text}\n<Playground id="List" />\n`);
  const { page } = await site.open('/');
  const card = page.getByRole('group', { name: 'List', exact: true });
  await card.getByText('The controls need an initial value for items').waitFor();
  await site.edit('docs/index.md', (text) => text.replace('id="List"', `id="List" initial='{"items":["One"]}'`));
  await card.getByRole('listitem').getByText('One').waitFor();
  await card.getByLabel('items', { exact: true }).waitFor();
  await site.edit('docs/index.md', (text) => text.replace(` initial='{"items":["One"]}'`, ''));
  await card.getByText('The controls need an initial value for items').waitFor();
});
