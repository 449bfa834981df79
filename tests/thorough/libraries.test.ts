import fs from 'node:fs/promises';
import path from 'node:path';
import { build, check, doctor } from 'cascader-docs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { loadSite } from '../../src/node/build/site.ts';
import { bundleProjects } from '../../src/node/bundle/bundle-project.ts';
import type { DemoSource } from '../../src/shared/demo-source.ts';
import type { DemoData } from '../../src/shared/page-data.ts';
import { createSandboxProject } from '../../src/shared/sandbox-project.ts';
import { startDev } from '../helpers/dev-site.ts';
import { withoutScript } from '../helpers/exports.ts';
import { type CopiedLibrary, copyLibrary, type Edit, LIBRARIES } from '../helpers/libraries.ts';
import { editDemo } from '../helpers/live.ts';
import { packedByNpm } from '../helpers/npm-pack.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

/** Hydrates the page and all of its demos. */
async function enliven(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.locator('html[data-hydrated]').waitFor();
  for (const card of await page.locator('[data-demo]').all()) {
    await card.scrollIntoViewIfNeeded();
    await card.and(page.locator('[data-hydrated]')).waitFor();
  }
  await page.evaluate(() => scrollTo(0, 0));
}

/** Takes a screenshot of the main column, without the bars of cards: some of their buttons need scripts. No demo draws in effects. */
async function picture(page: Page): Promise<Buffer> {
  const style = '[data-demo] :is(button, summary):not([data-demo-root] *) { visibility: hidden }';
  return await page.locator('article').screenshot({ animations: 'disabled', style });
}

/** Returns the elements and texts of a demo. Attributes are omitted, because ids depend on where the demo is shown. */
const shown = (root: Locator): Promise<string> =>
  root.evaluate((element) => {
    const print = (node: Node): string =>
      node instanceof Element
        ? `<${node.localName}>${[...node.childNodes].map(print).join('')}</>`
        : node instanceof Text
          ? (node.nodeValue ?? '')
          : '';
    return [...element.childNodes].map(print).join('');
  });

/** Returns the number of hydration errors that React recovered from. */
const recoverable = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => window.__cascaderDocs?.recoverable);

/**
 * Bundles the exported project of a demo as an online editor does, and returns what it shows. The source of the library
 * replaces the package.
 */
async function exported(page: Page, root: string, id: string): Promise<string> {
  const demos = await page.evaluate(() => JSON.parse(document.getElementById('site:data')?.textContent ?? '').demos);
  const { source } = Object.values(demos as Record<string, DemoData>).find((demo) => demo.id === id) ?? {};
  const project = createSandboxProject((await (await fetch(new URL(source ?? '', page.url()))).json()) as DemoSource);
  const folder = path.join(root, 'exported');
  for (const [name, text] of Object.entries(project.files)) {
    await fs.mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await fs.writeFile(path.join(folder, name), text);
  }
  const { site } = await loadSite(root);
  const entry = Object.keys(project.files).find((name) => /^(?:src\/)?index\.[jt]sx?$/.test(name)) ?? '';
  const packages = new Set(Object.keys(project.dependencies));
  const bundle = await bundleProjects(site, [{ folder: await fs.realpath(folder), entry, packages }]);
  await fs.rm(folder, { recursive: true });
  const js = new TextDecoder().decode(bundle.get('exported/index.js'));
  const tab = await page.context().newPage();
  await tab.goto('about:blank');
  await tab.setContent(withoutScript(project.files));
  await tab.addScriptTag({ content: js, type: 'module' });
  await tab.locator('#root > *').first().waitFor();
  const said = await shown(tab.locator('#root'));
  await tab.close();
  return said;
}

/** Waits until the effect of an edit is visible. */
async function see(page: Page, seen: Edit[3]): Promise<void> {
  if (typeof seen === 'string') return await page.getByText(seen).filter({ visible: true }).first().waitFor();
  await page.waitForFunction(([selector, property, value]) => {
    const element = document.querySelector(selector);
    return element !== null && getComputedStyle(element).getPropertyValue(property) === value;
  }, seen);
}

/** Each library takes minutes, so two are tested by default. `LIBRARIES=all` tests all of them. */
const OFTEN = ['dumi-2', 'emotion'];
const libraries = LIBRARIES.filter(({ name }) => process.env.LIBRARIES === 'all' || OFTEN.includes(name));

describe.each(libraries)('the library $name', (library) => {
  let copy: CopiedLibrary;
  let site: OpenSite;
  const [home = '/'] = library.pages;

  beforeAll(async () => {
    copy = await copyLibrary(library);
    const { diagnostics, demos } = await build({ root: copy.root, strict: true, outDir: 'site' });
    const { diagnostics: predicted, score, isComplete } = await doctor({ root: copy.root });
    // The doctor reports exactly the diagnostics of the build, and predicts exactly what is lost.
    expect(predicted).toEqual(expect.arrayContaining(diagnostics));
    expect(predicted).toHaveLength(diagnostics.length);
    expect(diagnostics.every(({ severity }) => severity === 'info')).toBe(true);
    expect(diagnostics.flatMap(({ text }) => /["`](.*?)["`].* is ignored/.exec(text)?.[1] ?? [])).toEqual(
      library.lost ?? [],
    );
    const { keys, ...others } = score;
    for (const { working, of } of Object.values(others)) expect(working).toBe(of);
    expect(keys.of - keys.working).toBe(diagnostics.filter(({ code }) => code === 'CD118').length);
    expect([isComplete, others.demos.of]).toEqual([true, demos]);
    site = await openSite({ root: copy.root, outDir: 'site' });
  });

  // The workspace is private, and so is its site.
  it.skipIf(library.name === 'pnpm-workspace')('adds no file of the site to the package that npm packs', async () => {
    expect((await packedByNpm(copy.root)).filter((file) => file.startsWith('site/'))).toEqual([]);
  });

  it('has every demo with its styles in the HTML, and hydrates without console messages', async () => {
    for (const route of library.pages) {
      const still = await site.open(route, { javaScriptEnabled: false });
      for (const root of await still.page.locator('[data-demo-root]').all()) expect(await shown(root)).not.toBe('');
      const before = await picture(still.page);
      const alive = await site.open(route, { beside: true });
      await enliven(alive.page);
      expect(await recoverable(alive.page)).toBe(0);
      expect((await picture(alive.page)).equals(before), route).toBe(true);
      expect(alive.messages).toEqual([]);
    }
  });

  it('has no findings in check', async () => {
    const { demos, others } = await check({ root: copy.root, connect: inject('browser') });
    expect(demos.flatMap(({ findings }) => findings)).toEqual([]);
    expect(others).toEqual([]);
  });

  it('works in the same way in build, in dev, edited and exported, and follows edits without a reload', async () => {
    const written = await copyLibrary(library);
    const dev = await startDev(written.root);
    const seen: Record<string, string> = {};
    const { page, messages } = await site.open(home, { beside: true });
    await enliven(page);
    const card = page.locator('[data-demo]').first();
    const id = (await card.getAttribute('data-demo')) ?? '';
    seen.build = await shown(card.locator('[data-demo-root]'));
    const live = await editDemo(page);
    await live.write(`${await live.read()}\n// Edited.`);
    seen.edited = await shown((await live.frame()).locator('body > div').first());
    seen.exported = await exported(page, copy.root, id);
    expect(messages).toEqual([]);
    await page.goto(dev.url + home);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await enliven(page);
    seen.dev = await shown(card.locator('[data-demo-root]'));
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((place) => [place, seen.build])));
    await card.locator('[data-demo-root] button').first().click();
    for (const [file, from, to, seen] of library.edits) {
      await written.write({ [file]: (await written.read(file)).replace(from, to) });
      await see(page, seen);
    }
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    expect(messages.filter((message) => !message.includes('React DevTools'))).toEqual([]);
    expect(dev.errors).toEqual([]);
  });
});
