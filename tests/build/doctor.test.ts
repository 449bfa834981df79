import { doctor } from 'cascader-docs';
import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { start } from '../helpers/command.ts';

/** A project in which each thing that can be wrong is wrong once, and one of each that is right. */
const PROJECT = {
  'package.json': JSON.stringify({ name: 'chips', version: '1.0.0', devDependencies: { dumi: '^2.4.0' } }),
  '.dumirc.ts': "export default {\n  mfsu: false,\n  themeConfig: { name: 'Chips' },\n  title: 'Chips',\n};\n",
  'src/index.tsx': 'export const Chip = ({ children }) => <b className="chip">{children}</b>;\n',
  'docs/index.md': '# Chips\n\n<code src="../demos/good.tsx"></code>\n\n[Nowhere](./nowhere.md)\n',
  'docs/missing.md':
    '# Missing\n\n<code src="../demos/no-such.tsx"></code>\n\n<code src="../demos/other.tsx"></code>\n',
  'docs/unbundled.md': '# Unbundled\n\n<code src="../demos/unbundled.tsx"></code>\n',
  'docs/browser.md':
    '# Browser\n\n<code src="../demos/throws.tsx"></code>\n\n<code src="../demos/portal.tsx"></code>\n\n<code src="../demos/borrows.tsx"></code>\n',
  'docs/wrong.md': '---\ntitle: [\n---\n\n# Wrong\n',
  'demos/good.tsx': "import { Chip } from 'chips';\nexport default () => <Chip>good</Chip>;\n",
  'demos/other.tsx': 'export default () => <i>other</i>;\n',
  'demos/unbundled.tsx': "import nothing from 'no-such-package';\nexport default () => <i>{nothing}</i>;\n",
  'demos/throws.tsx': 'export default () => <i>{window.innerWidth}</i>;\n',
  'demos/portal.tsx':
    "import { createPortal } from 'react-dom';\nexport default () => createPortal(<i>portal</i>, { nodeType: 1 } as Element);\n",
  'demos/borrows.tsx': "\nimport word from 'borrowed';\nexport default () => <i>{word}</i>;\n",
  'node_modules/borrowed/package.json': '{"name": "borrowed", "version": "2.1.0", "main": "index.js"}',
  'node_modules/borrowed/index.js': "module.exports = 'a borrowed word';\n",
};

describe('doctor', () => {
  it('tells the faults of all stages at once, what is lost without being a fault, and how much works', async () => {
    const { root } = await createSite(PROJECT);
    const { diagnostics, score, isComplete } = await doctor({ root });
    const places = diagnostics.map(
      ({ severity, code, location }) => `${severity} ${code} ${location ? `${location.file}:${location.line}` : ''}`,
    );
    expect(places.sort()).toEqual([
      'error CD210 docs/wrong.md:2',
      'error CD307 docs/missing.md:3',
      'error CD401 demos/unbundled.tsx:1',
      'info CD117 ',
      'info CD118 .dumirc.ts:2',
      'info CD523 demos/portal.tsx:1',
      // As dumi lets them pass.
      'warning CD315 docs/index.md:5',
      'warning CD430 demos/borrows.tsx:2',
      'warning CD501 demos/throws.tsx:1',
    ]);
    expect(diagnostics.find(({ code }) => code === 'CD430')?.notes).toEqual([
      'Install it: `npm install --save-dev borrowed@2.1.0`',
    ]);
    expect(score).toEqual({
      pages: { working: 2, of: 5 },
      // Those of pages with errors are in no HTML either.
      demos: { working: 2, of: 6 },
      routes: { working: 6, of: 11 },
      keys: { working: 2, of: 3 },
    });
    expect(isComplete).toBe(true);
  });

  it('foretells what a build has and lacks once its errors are mended, and no more', async () => {
    const site = await createSite({
      ...PROJECT,
      'docs/index.md': '# Chips\n\n<code src="../demos/good.tsx"></code>\n',
      'docs/missing.md': '# Missing\n\n<code src="../demos/other.tsx"></code>\n',
      'docs/unbundled.md': '# Unbundled\n',
      'docs/wrong.md': '# Right\n',
    });
    const { diagnostics, score } = await doctor({ root: site.root });
    const built = await site.build({ cache: false });
    expect(built.exitCode).toBe(0);
    const told = ({ severity, code }: { severity: string; code: string }) => `${severity} ${code}`;
    // A build does not say what goes with other packages, or needs a browser by its nature.
    expect(
      diagnostics
        .map(told)
        .filter((text) => !/CD430|CD523/.test(text))
        .sort(),
    ).toEqual(built.diagnostics.map(told).sort());
    expect(score).toEqual({
      pages: { working: 5, of: 5 },
      demos: { working: 3, of: 5 },
      routes: { working: 10, of: 10 },
      keys: { working: 2, of: 3 },
    });
    const html = await built.read('browser/index.html');
    expect(html).toContain('a borrowed word');
    for (const id of ['throws', 'portal']) expect(html).toMatch(new RegExp(`data-demo="[^"]*${id}[^"]*"`));
    expect(html).not.toContain('<i>portal</i>');
  });

  it('ends with 1 when there is something to mend, writes nothing, and speaks JSON', async () => {
    const { root } = await createSite(PROJECT);
    const command = start(['doctor', root, '--format', 'json']);
    expect(await command.ended).toBe(1);
    const lines = command
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ score: { pages: { working: 2, of: 5 } }, isComplete: true });
    expect(lines.filter(({ severity }) => severity === 'error').length).toBe(3);
    const text = start(['doctor', root]);
    expect(await text.ended).toBe(1);
    expect(text.stdout()).toBe(
      '! 2 of 5 pages without an error\n! 2 of 6 demos in the HTML\n! 6 of 11 addresses\n! 2 of 3 keys of the configuration\n✖ 3 errors to mend before the site can be built\n',
    );
  });

  it('says so when an error of no page keeps the rest from being looked at', async () => {
    const { root } = await createSite({
      'docs/index.md': '# Home\n\n<code src="../demos/one.tsx"></code>\n',
      'demos/one.tsx': "import './deep';\nexport default () => <i>one</i>;\n",
      'demos/deep.ts': "import 'no-such-package';\n",
    });
    const { diagnostics, isComplete, score } = await doctor({ root });
    expect(diagnostics.map(({ code }) => code)).toEqual(['CD401']);
    expect(isComplete).toBe(false);
    expect(score.demos).toEqual({ working: 0, of: 1 });
    const text = start(['doctor', root]);
    expect(await text.ended).toBe(1);
    expect(text.stdout()).toContain('✔ 1 of 1 page without an error\n! 0 of 1 demo in the HTML\n! 0 of 2 addresses\n');
  });
});
