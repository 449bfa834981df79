import { build } from 'cascader-docs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Engine, startEngine } from '../../helpers/engines/start-engine.ts';
import { wake } from '../../helpers/engines/wake.ts';
import { copyLibrary, LIBRARIES } from '../../helpers/libraries.ts';
import { serveBuilt } from '../../helpers/serve-built.ts';

const FRAME = '.live-frame:not([data-waiting])';

/** Libraries whose demos need a setup, a class for the color scheme, or subpaths, with texts of their first demo. */
const TRIED = { tailwind: ['Save', 'Keep'], subpaths: ['Ada', 'Grace'] };

const libraries = LIBRARIES.filter(({ name }) => name in TRIED);

describe.each(libraries)('the library $name', (library) => {
  const [text = '', other = ''] = TRIED[library.name as keyof typeof TRIED];
  let site: string;
  let root: string;

  beforeAll(async () => {
    ({ root } = await copyLibrary(library, {
      // Files of an earlier build are ignored when there is source code.
      files: { 'dist/index.mjs': 'throw new Error("stale");\n', 'dist/headless.mjs': 'throw new Error("stale");\n' },
    }));
    const { diagnostics, outDir } = await build({ root, strict: true, cache: false });
    expect(diagnostics).toEqual([]);
    site = await serveBuilt({ root, outDir });
  });

  describe.each(inject('engines'))('in %s', (name) => {
    let engine: Engine;

    beforeAll(async () => {
      engine = await startEngine(name);
    });

    afterAll(() => engine?.close());

    it("logs nothing on its page, on a demo's own page, and where the demo is edited, in light and dark", async () => {
      const page = await engine.open(`${site}/`);
      await wake(page);
      const id = await page.evaluate(() => document.querySelector('[data-demo]')?.getAttribute('data-demo'));
      for (const scheme of ['dark', 'light']) {
        await page.evaluate((value) => document.querySelector<HTMLElement>(`input[value=${value}]`)?.click(), scheme);
        await page.waitFor((value) => document.documentElement.dataset.prefersColor === value, scheme);
      }
      await page.click('[data-demo] .demo-code > summary');
      await page.click('.edit-button');
      await page.click('.live-editor textarea');
      await page.evaluate(
        (before, after) => {
          const editor = document.querySelector<HTMLTextAreaElement>('.live-editor textarea');
          if (!editor) return;
          editor.value = editor.value.replace(before, after);
          editor.dispatchEvent(new InputEvent('input', { bubbles: true }));
        },
        text,
        other,
      );
      await page.waitFor((selector) => document.querySelector(selector) !== null, FRAME);
      await expect.poll(() => page.evaluateIn(FRAME, () => document.body.textContent)).toContain(other);
      expect(await page.messages()).toEqual([]);
      await page.close();
      const alone = await engine.open(`${site}/~demos/${id}?theme=dark`);
      await alone.waitFor((wanted) => document.body.textContent?.includes(wanted), text);
      expect(await alone.messages()).toEqual([]);
      await alone.close();
    });
  });
});
