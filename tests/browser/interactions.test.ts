import { beforeAll, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { INTERACTION_SITE, INTERACTIONS } from '../helpers/interactions.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

let site: OpenSite;

beforeAll(async () => {
  const { root, build } = await createSite(INTERACTION_SITE);
  const { text } = await build({ cache: false });
  expect(text).toBe('');
  site = await openSite({ root });
});

it.each(Object.keys(INTERACTIONS))('the player of a reader plays the steps of a %s', async (name) => {
  const { page, messages } = await site.open('/');
  const card = page.getByRole('group', { name, exact: true });
  await card.locator('.demo-steps summary').click();
  await card.getByRole('button', { name: 'Play', exact: true }).click();
  const items = card.locator('.step-list li');
  const read = (): Promise<string[]> =>
    items.evaluateAll((all) =>
      all.map(
        (one) => (one.getAttribute('data-step') === 'failed' ? one.textContent : one.getAttribute('data-step')) ?? '',
      ),
    );
  await expect.poll(read, { timeout: 20_000 }).toEqual(Array(await items.count()).fill('done'));
  expect(messages).toEqual([]);
});
