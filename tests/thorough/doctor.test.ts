import { doctor } from 'cascader-docs';
import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { start } from '../helpers/command.ts';

/** A project with one example of each problem, and one of each thing that works. */
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
  it('reports the errors of all stages at once, warnings about lost content, and how much works', async () => {
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
      // Dead links are warnings, because dumi accepts them.
      'warning CD315 docs/index.md:5',
      'warning CD430 demos/borrows.tsx:2',
      'warning CD501 demos/throws.tsx:1',
    ]);
    expect(diagnostics.find(({ code }) => code === 'CD430')?.notes).toEqual([
      'Install it: `npm install --save-dev borrowed@2.1.0`.',
    ]);
    expect(score).toEqual({
      pages: { working: 2, of: 5 },
      // A demo that cannot be bundled does not count against the other demos, and neither does an error of its page.
      demos: { working: 3, of: 6 },
      routes: { working: 7, of: 11 },
      keys: { working: 2, of: 3 },
    });
    expect(isComplete).toBe(true);
  });

  it('predicts exactly what a build contains and lacks once its errors are fixed', async () => {
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
    const reported = ({ severity, code }: { severity: string; code: string }) => `${severity} ${code}`;
    // A build reports neither undeclared packages nor demos that need a browser by nature.
    expect(
      diagnostics
        .map(reported)
        .filter((text) => !/CD430|CD523/.test(text))
        .sort(),
    ).toEqual(built.diagnostics.map(reported).sort());
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

  it('exits with 1 when there is something to fix, writes nothing, and prints JSON', async () => {
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
      '! 2 of 5 pages without an error\n! 3 of 6 demos in the HTML\n! 7 of 11 URLs\n! 2 of 3 keys in the configuration\n✖ 3 errors to fix before the site can be built\n',
    );
  });

  it('counts what would be built without a failing module, style sheet, interactive page or theme', async () => {
    const demo = (imports = ''): string => `${imports}export default () => <i>text</i>;\n`;
    const { root } = await createSite({
      'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
      'theme.tsx': "import './no-such-file';\nexport default {};\n",
      'docs/index.md': ['one', 'two', 'deep', 'sheet']
        .map((name) => `<code src="../demos/${name}.tsx"></code>\n`)
        .join('\n'),
      'docs/fence.md': `# Fence\n\n\`\`\`tsx\n${demo()}\`\`\`\n\n\`\`\`tsx\n${demo("import 'no-such-package';\n")}\`\`\`\n`,
      'docs/live.mdx': "import '../demos/shared';\n\n# Live\n",
      'docs/alive.mdx': '# Alive\n\n{1 + 1}\n',
      'demos/one.tsx': demo(),
      'demos/two.tsx': demo(),
      'demos/deep.tsx': demo("import './shared';\n"),
      'demos/sheet.tsx': demo("import './broken.less';\n"),
      'demos/shared.ts': "import 'no-such-package';\nexport const shared = 1;\n",
      'demos/broken.less': '.a { color: @missing; }\n',
    });
    const { diagnostics, score, isComplete } = await doctor({ root });
    expect(diagnostics.map(({ code, location }) => `${code} ${location?.file}:${location?.line}`).sort()).toEqual([
      'CD400 demos/broken.less:1',
      'CD401 demos/shared.ts:1',
      'CD401 docs/fence.md:8',
      'CD401 theme.tsx:1',
    ]);
    expect(isComplete).toBe(true);
    expect(score).toMatchObject({ demos: { working: 3, of: 6 }, pages: { working: 1, of: 4 } });
  });

  it('names the option that removes most errors, or most warnings if there are no errors', async () => {
    const fence = "```tsx\nimport 'no-such-package';\nexport default () => null;\n```\n";
    const files = {
      'docs/index.md': '# Home\n\n[a](./a.md) [b](./b.md) [c](#c)\n\n<code src="./gone.tsx"></code>\n',
    };
    const site = await createSite(files);
    const remedyOf = async (): Promise<unknown> => (await doctor({ root: site.root })).remedy;
    expect(await remedyOf()).toEqual({ option: "deadLinks: 'warn'", removes: 3, of: 4, severity: 'error' });
    const text = start(['doctor', site.root]);
    await text.ended;
    expect(text.stdout()).toContain("→ `deadLinks: 'warn'` removes 3 of 4 errors\n");
    await site.write({ 'docs/index.md': `# Home\n\n${fence}\n${fence}\n[a](./a.md)\n` });
    expect(await remedyOf()).toEqual({
      option: "resolve: { codeBlockMode: 'passive' }",
      removes: 2,
      of: 3,
      severity: 'error',
    });
    await site.write({
      'docs/index.md': '# Home\n\n<API id="A" />\n\n<API id="B" />\n',
      'src/index.ts': 'export const size = 1;\n',
    });
    await site.write({ 'cascader-docs.config.ts': "export default { apiParser: { entry: './src/index.ts' } };\n" });
    expect(await remedyOf()).toMatchObject({ option: 'apiParser: false', removes: 2, severity: 'warning' });
    await site.write({ 'docs/index.md': '# Home\n' });
    expect(await remedyOf()).toBeUndefined();
  });

  it('reports when a global error prevents further checks', async () => {
    const { root } = await createSite({
      'cascader-docs.config.ts':
        "export default { esbuild: { plugins: [{ name: 'broken', setup() { throw new Error('No'); } }] } };\n",
      'docs/index.md': '# Home\n\n<code src="../demos/one.tsx"></code>\n',
      'demos/one.tsx': 'export default () => <i>one</i>;\n',
    });
    const { isComplete, score } = await doctor({ root });
    expect(isComplete).toBe(false);
    expect(score.demos).toEqual({ working: 0, of: 1 });
    const text = start(['doctor', root]);
    expect(await text.ended).toBe(1);
    expect(text.stdout()).toContain('✔ 1 of 1 page without an error\n! 0 of 1 demo in the HTML\n! 0 of 2 URLs\n');
  });
});
