import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { fileImportsSite } from '../helpers/file-imports-site.ts';
import { fixturePackages } from '../helpers/fixture-packages.ts';
import { editDemo } from '../helpers/live.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

let site: OpenSite;

beforeAll(async () => {
  process.env.CASCADER_PUBLIC_GREETING = 'hello';
  const fixture = await createSite(fileImportsSite);
  await fs.symlink(await fixturePackages('svgr'), path.join(fixture.root, 'node_modules'));
  expect((await fixture.build({ cache: false })).text).toBe('');
  site = await openSite({ root: fixture.root });
});
afterAll(async () => {
  delete process.env.CASCADER_PUBLIC_GREETING;
});

it('text, URLs and components of files, and environment variables, are the same on the page and in the editor', async () => {
  const { page, messages } = await site.open('/');
  const live = await editDemo(page, '[data-demo$="-files"]');
  await page.locator('.files').first().click();
  await page.getByText('count 1').first().waitFor();
  await live.write((await live.read()).replace('demo {text}', 'edited {text}'));
  const frame = await live.frame();
  await frame.getByText(/edited some text data:application\/octet-stream\S* later/).waitFor();
  expect(await frame.locator('svg.demo circle, svg.both circle').count()).toBe(2);
  expect(await frame.locator('em').innerText()).toBe('library library text');
  await page.goto(`${site.url}/env`);
  await page.getByText('demo production false true / hello browser library hello').waitFor();
  const env = await editDemo(page, '[data-demo$="-env"]');
  await env.write((await env.read()).replace('>demo {', '>edited {'));
  await (await env.frame()).getByText('edited production false true / hello browser library hello browser').waitFor();
  expect(messages).toEqual([]);
});
