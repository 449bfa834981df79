import { build } from 'cascader-docs';
import { expect, it } from 'vitest';
import { editDemo } from '../helpers/live.ts';
import { createMonorepo } from '../helpers/monorepo.ts';
import { openSite } from '../helpers/pages.ts';

it('demos of several packages of a workspace hydrate without a word, and can be edited', async () => {
  const { docs } = await createMonorepo();
  await build({ root: docs });
  const site = await openSite({ root: docs });
  const { page, messages, close } = await site.open('/');
  const live = await editDemo(page, '[data-demo$="-both"]');
  await page.locator('[data-demo] p').filter({ hasText: 'demo 0' }).click();
  await page.locator('[data-demo] p').filter({ hasText: 'demo 1 <button> press <field> age' }).waitFor();
  await live.write((await live.read()).replace('demo {', 'edited {'));
  await (await live.frame()).getByText('edited 0').waitFor();
  expect(messages).toEqual([]);
  await close();
  await site.close();
});
