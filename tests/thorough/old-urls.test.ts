import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { type DevPages, openDev } from '../helpers/dev-pages.ts';
import { type OpenSite, openSite, wake } from '../helpers/pages.ts';

const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} of a page that scrolls.\n`).join('\n');
const files = {
  'docs/index.md': `# Home\n\n[Rows](/#row-two)\n\n[Guide](./guide.md)\n\n${long}\n\n## Here\n`,
  'docs/guide.md': `---\nredirectFrom: ['/#row-*']\n---\n\n# Guide\n\n[Home](/#row-one)\n\n${long}\n\n## One {#row-one}\n\n${long}\n\n## Two {#row-two}\n\n${long}`,
  'docs/other.md': '# Other\n\n[To a row](/#row-one) [Home](./index.md)\n',
};
let fixture: TestSite;
let site: OpenSite;

beforeAll(async () => {
  fixture = await createSite(files);
  expect((await fixture.build({ cache: false, base: '/lib/' })).text).toBe('');
  site = await openSite({ root: fixture.root, base: '/lib/' });
});

describe('an anchor that moved to another page', () => {
  it('leads there from its old address, without a step in the history', async () => {
    const { page, messages } = await site.open('/other');
    await page.goto(`${site.url}/#row-two`);
    await page.waitForURL(`${site.url}/guide#row-two`);
    await page.waitForFunction(() => scrollY > 0 && document.querySelector(':target')?.id === 'row-two');
    await page.goBack();
    await page.waitForURL(`${site.url}/other`);
    expect(messages).toEqual([]);
  });

  it('leads there if it is typed while the page is open, and other anchors stay', async () => {
    const { page } = await site.open('/');
    await page.evaluate(() => location.assign('#here'));
    await page.waitForFunction(() => document.querySelector(':target')?.id === 'here');
    await page.evaluate(() => location.assign('#row-one'));
    await page.waitForURL(`${site.url}/guide#row-one`);
  });

  it('leads there from links of this page and of other pages, without a new document', async () => {
    for (const [from, text, hash] of [
      ['/', 'Rows', 'row-two'],
      ['/other', 'To a row', 'row-one'],
      ['/guide', 'Home', 'row-one'],
    ] as const) {
      const { page, messages } = await site.open(from);
      await wake(page);
      await page.evaluate(() => Object.assign(window, { isSame: true }));
      await page.locator('main a', { hasText: text }).click();
      await page.waitForURL(`${site.url}/guide#${hash}`);
      await page.locator(`#${hash}`).waitFor();
      expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
      expect(messages).toEqual([]);
    }
  });

  it('leads there if it is typed after a navigation in the same document', async () => {
    const { page } = await site.open('/other');
    await wake(page);
    await page.locator('main a', { hasText: 'Home' }).click();
    await page.locator('h1', { hasText: 'Home' }).waitFor();
    await page.evaluate(() => location.assign('#row-two'));
    await page.waitForURL(`${site.url}/guide#row-two`);
  });
});

describe('in dev', () => {
  let dev: DevPages;
  beforeAll(async () => {
    dev = await openDev(files);
  });

  it('an anchor leads to its new page, and follows an edit of the front matter', async () => {
    const { page, messages } = await dev.open('/#row-two');
    await page.waitForURL(/\/guide#row-two$/);
    await dev.edit('docs/other.md', () => "---\nredirectFrom: '/#moved'\n---\n\n# Other\n\n## Moved\n");
    await expect
      .poll(async () => {
        const { origin } = new URL(page.url());
        await page.goto(`${origin}/guide`);
        await page.goto(`${origin}/#moved`);
        return new URL(page.url()).pathname;
      })
      .toBe('/other');
    expect(messages).toEqual([]);
  });
});

describe('an address of Storybook', () => {
  it('leads to the page of the story, or to the demo alone', async () => {
    const stories = await createSite({
      'docs/index.md': '# Home\n',
      'cascader-docs.config.ts': "export default { stories: 'src/*.stories.tsx', base: '/lib/' };\n",
      'src/Button.stories.tsx':
        "export default { title: 'UI/Button', component: 'button' };\nexport const First = {};\nexport const SecondOne = {};\n",
    });
    expect((await stories.build({ cache: false })).text).toBe('');
    const opened = await openSite({ root: stories.root, base: '/lib/' });
    const { page, messages } = await opened.open('/');
    for (const [address, target] of [
      ['/?path=/story/ui-button--second-one&args=a:b', '/ui/button#docs-ui-button-demo-button-secondone'],
      ['/?path=%2Fdocs%2Fui-button--docs', '/ui/button'],
      ['/iframe.html?id=ui-button--first&viewMode=story', '/~demos/docs-ui-button-demo-button-first'],
      ['/iframe.html?viewMode=docs&id=ui-button--docs', '/ui/button'],
      ['/iframe.html?id=ui-button--first:is-there', '/~demos/docs-ui-button-demo-button-first'],
    ]) {
      await page.goto(`${opened.url}${address}`);
      await page.waitForURL(`${opened.url}${target}`, { waitUntil: 'networkidle' });
    }
    await page.goto(`${opened.url}/iframe.html?id=ui-button--gone`);
    expect(await page.locator('a').allTextContents()).toEqual([
      'UI/Button',
      'UI/Button: First',
      'UI/Button: Second One',
    ]);
    // The scripts end the loading of their own documents.
    expect(messages.filter((message) => !/^failed: .*\?.* net::ERR_ABORTED$/.test(message))).toEqual([]);
  });
});
