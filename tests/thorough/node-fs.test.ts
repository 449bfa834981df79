import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';

/** Returns the functions of `node:fs`, which a build replaces while it runs. */
function functionsOfFs(): Record<string, unknown> {
  const owners = { fs, promises: fs.promises, realpath: fs.realpath, realpathSync: fs.realpathSync };
  return Object.fromEntries(
    Object.entries(owners).flatMap(([owner, functions]) =>
      Object.entries(functions).map(([name, value]) => [`${owner}.${name}`, value]),
    ),
  );
}

/** Compiling it takes longer than the configuration allows. */
const LONG = `# Long\n\n${'Some *text* with [a link](./index.md), a name in `code` and <br> a line.\n\n'.repeat(20_000)}`;
const SHORT_TIME = { 'cascader-docs.config.ts': 'export default { pageTimeout: 60 };\n' };

const ORIGINALS = functionsOfFs();

describe('every function of node:fs is the original after a build', () => {
  it.each<[what: string, files: Record<string, string>, exitCode: number]>([
    ['that succeeds', {}, 0],
    ['with a page that is too long', { 'docs/long.md': LONG, ...SHORT_TIME }, 1],
    ['with an .mdx page that is too long', { 'docs/long.mdx': LONG.replaceAll('<br>', '<br />'), ...SHORT_TIME }, 1],
    [
      'with a page that reads files until it times out',
      {
        'docs/reads.mdx': `import fs from 'node:fs';\n\nexport const a = (() => { for (;;) fs.readdirSync('/'); })();\n\n# Reads\n`,
        ...SHORT_TIME,
      },
      1,
    ],
    [
      'with a component that hangs',
      {
        'cascader-docs.config.ts': "export default { pageTimeout: 300, theme: './theme.tsx' };\n",
        'theme.tsx': `import theme from 'cascader-docs/theme';
const Hang = () => {
  for (;;);
};
export default { ...theme, builtins: { ...theme.builtins, Hang } };
`,
        'docs/hangs.md': '# Hangs\n\n<Hang></Hang>\n',
      },
      1,
    ],
    ['with a configuration that throws', { 'cascader-docs.config.ts': 'throw new Error("no");\n' }, 2],
  ])('%s', async (_what, files, exitCode) => {
    const site = await createSite({ 'docs/index.md': '# Home\n', 'node_modules/.keep': '', ...files });
    for (const cache of [true, false]) {
      const built = await site.build({ cache });
      expect(built.exitCode, built.text).toBe(exitCode);
      const now = functionsOfFs();
      expect(Object.keys(now).filter((name) => now[name] !== ORIGINALS[name])).toEqual([]);
    }
  });
});
