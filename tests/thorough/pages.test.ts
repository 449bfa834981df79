import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { waitFor } from '../helpers/dev-site.ts';

const COUNT = 40;

const pagesOf = (text: (number: number) => string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: COUNT }, (_, number) => [`docs/g/p${number}.md`, `# Page ${number}\n\n${text(number)}\n`]),
  );

describe('the pages of a site', () => {
  it('write nothing after the build has been aborted', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 300 }, (_, number) => [
        `docs/g/p${number}.md`,
        `# Page ${number}\n\n${'Words.\n\n'.repeat(50)}`,
      ]),
    );
    const site = await createSite({ 'docs/index.md': '# Home\n', ...pages });
    const end = new AbortController();
    const before = await fs.readdir(site.root);
    const building = site.build({ signal: end.signal });
    const left = async () =>
      (await fs.readdir(site.root)).filter((name) => !before.includes(name) && name !== 'node_modules');
    const isWriting = async () => {
      const [folder = ''] = await left();
      return (await fs.readdir(path.join(site.root, folder, 'g')).catch(() => [])).length > 0;
    };
    await waitFor(isWriting);
    end.abort(new Error('enough'));
    await expect(building).rejects.toThrow('enough');
    // A pending page would create its folder again.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await left()).toEqual([]);
  });

  it('do not overwrite a public file of the same path', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      ...pagesOf(() => 'Text.'),
      'docs/public/g/p1.md': 'mine',
    });
    const built = await site.build({ cache: false });
    expect(built.text).toBe('');
    expect(await built.read('g/p1.md')).toBe('mine');
    expect(built.files.filter((file) => file === 'g/p1.md')).toHaveLength(1);
  });
});

describe('a page that takes longer only because the build gets no processor time', () => {
  it('is rendered', async () => {
    // A sleeping process uses no processor time, like one that a busy machine suspends.
    const sleep = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)';
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'cascader-docs.config.ts': "export default { theme: './theme.tsx', pageTimeout: 1000 };",
      'theme.tsx': `
        import theme from 'cascader-docs/theme';
        function Slow() {
          ${sleep};
          return <b>made in the end</b>;
        }
        export default { ...theme, builtins: { ...theme.builtins, Slow } };
      `,
      'docs/loads.mdx': `export const loaded = (() => { ${sleep}; return 'loaded in the end'; })();\n\n# Loads\n\n{loaded}\n`,
      ...pagesOf((number) => (number === 17 ? '<Slow />' : 'Text.')),
    });
    const built = await site.build({ cache: false });
    expect(built.text).toBe('');
    expect(await built.read('loads/index.html')).toContain('loaded in the end');
    expect(await built.read('g/p17/index.html')).toContain('made in the end');
  });
});

describe('a page that hangs', () => {
  it('is named', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'cascader-docs.config.ts': "export default { theme: './theme.tsx', pageTimeout: 2500 };",
      'theme.tsx': `
        import theme from 'cascader-docs/theme';
        function Hang() {
          for (;;);
        }
        export default { ...theme, builtins: { ...theme.builtins, Hang } };
      `,
      ...pagesOf((number) => (number === 5 ? '<Hang />' : 'Text.')),
    });
    const built = await site.build({ cache: false });
    expect(built.exitCode).toBe(1);
    expect(built.diagnostics.map(({ location }) => location?.file)).toEqual(['docs/g/p5.md']);
    expect(built.text).toContain('error CD336: The page exceeds the time limit of 2.5 s');
    expect(built.files).toEqual([]);
  });
});
