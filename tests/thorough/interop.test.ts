import type { Frame, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DemoSource } from '../../src/shared/demo-source.ts';
import type { DemoData } from '../../src/shared/page-data.ts';
import { createSandboxProject } from '../../src/shared/sandbox-project.ts';
import { createSite, type TestBuild, type TestSite } from '../helpers/build-site.ts';
import { type RunningDev, startDev } from '../helpers/dev-site.ts';
import { bundleProject, renderProject } from '../helpers/exports.ts';
import { type Answers, CELLS, expectedAnswers, IMPORTERS, IN_DEMOS, interopSite, ruleOf } from '../helpers/interop.ts';
import { editDemo } from '../helpers/live.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

const PAGES = ['/', '/page'];
const namesOn = (page: string): string[] => Object.keys(IMPORTERS).filter((name) => IMPORTERS[name]?.page === page);

/** Returns the answers in the HTML of a page, by importer. */
function answersIn(html: string): Record<string, Answers> {
  const found: Record<string, Answers> = {};
  for (const [, name = '', text = ''] of html.matchAll(/<pre data-(?:now|later)="([^"]*)">(.*?)<\/pre>/gs)) {
    const json = text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
    found[name] = { ...found[name], ...JSON.parse(json) };
  }
  return found;
}

/** Waits until each importer has given all answers, and returns those of the scripts of a page. */
async function answersOf(page: Page | Frame, names: string[]): Promise<Record<string, Answers>> {
  const all = await page.waitForFunction(
    ({ names, count }) => {
      const { interop = {} } = globalThis as { interop?: Record<string, Record<string, string>> };
      return names.every((name) => Object.keys(interop[name] ?? {}).length === count) && interop;
    },
    { names, count: CELLS.length },
  );
  return (await all.jsonValue()) as Record<string, Answers>;
}

describe.each(['module', 'commonjs'] as const)('imports of packages, in a project of the type %s', (type) => {
  let fixture: TestSite;
  let built: TestBuild;
  let site: OpenSite;
  let dev: RunningDev;
  const expected = (names: string[]): Record<string, Answers> =>
    Object.fromEntries(names.map((name) => [name, expectedAnswers(ruleOf(name, type))]));
  /**
   * Omits answers that are not always in the HTML. Pages are rendered synchronously, so a dynamic import of a page or
   * of the theme is only there if another page has loaded it before. Demos are awaited.
   */
  const inHtml = (all: Record<string, Answers>, names: string[]): Record<string, Answers> =>
    Object.fromEntries(
      names.map((name) => {
        const cells = Object.entries(all[name] ?? {});
        return [
          name,
          Object.fromEntries(cells.filter(([cell]) => IN_DEMOS.includes(name) || !cell.startsWith('dynamic'))),
        ];
      }),
    );

  beforeAll(async () => {
    fixture = await createSite(interopSite(type));
    built = await fixture.build({ cache: false });
    expect(built.text).toBe('');
    [site, dev] = await Promise.all([openSite({ root: fixture.root }), startDev(fixture.root)]);
  });

  it.each(PAGES)('have the same meaning in the HTML of build (%s)', async (path) => {
    const html = await built.read(path === '/' ? 'index.html' : `${path.slice(1)}/index.html`);
    expect(inHtml(answersIn(html), namesOn(path))).toEqual(inHtml(expected(namesOn(path)), namesOn(path)));
  });

  it.each(PAGES)('have the same meaning in the HTML of dev (%s)', async (path) => {
    const html = await (await fetch(dev.url + path)).text();
    expect(inHtml(answersIn(html), namesOn(path))).toEqual(inHtml(expected(namesOn(path)), namesOn(path)));
  });

  it.each(PAGES)('have the same meaning in the browser, for build and dev (%s)', async (path) => {
    for (const url of [site.url, dev.url]) {
      const { page } = await site.open('/~pages', { beside: true });
      await page.goto(url + path);
      // The page hydrates first, and its demos hydrate when they are scrolled into view.
      await page.keyboard.press('Tab');
      for (const demo of await page.locator('[data-demo]').all()) await demo.scrollIntoViewIfNeeded();
      expect(await answersOf(page, namesOn(path))).toMatchObject(expected(namesOn(path)));
    }
  });

  it('have the same meaning in edited and in exported demos', async () => {
    const { page: exported } = await site.open('/~pages', { beside: true });
    for (const url of [site.url, dev.url]) {
      const { page } = await site.open('/~pages', { beside: true });
      await page.goto(url);
      const demos: Record<string, DemoData> = await page.evaluate(
        () => JSON.parse(document.getElementById('site:data')?.textContent ?? '').demos,
      );
      const found: Record<string, Answers>[] = [];
      for (const { id, source = '' } of Object.values(demos)) {
        const live = await editDemo(page, `[data-demo="${id}"]`);
        const names = IN_DEMOS.filter((name) => (name === 'demo fence') === id.endsWith('-0'));
        await live.write(`${await live.read()}\n// Edited.`);
        const project = createSandboxProject((await (await fetch(new URL(source, url))).json()) as DemoSource);
        await renderProject(exported, project.files, await bundleProject(project.files, fixture.root));
        for (const place of [await live.frame(), exported])
          expect(await answersOf(place, names)).toEqual(expected(names));
        found.push(await answersOf(exported, names));
      }
      expect(Object.assign({}, ...found)).toEqual(expected(IN_DEMOS));
    }
  });
});
