/**
 * Compares sites that Node.js for Windows builds with those that this system builds. The handbook has the results on the
 * page "Guarantees and security".
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listFiles, writeFiles } from '../helpers/build-site.ts';
import { endSeen, run } from '../helpers/command.ts';
import { startOnWindows } from '../helpers/windows/wine.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The TypeScript server uses a named pipe, which hangs in Wine. */
const WITHOUT_TABLES = 'apiParser: false';

const folder = inject('windows');
const place = (system: 'linux' | 'windows', site: string): string => path.join(folder, system, site);

afterAll(endSeen);

/** Sites by name. Each function writes one into a folder. */
const SITES: Record<string, (root: string) => Promise<unknown> | unknown> = {
  plain: (root) =>
    writeFiles(root, {
      'package.json': '{ "name": "plain" }',
      'cascader-docs.config.ts': `export default { title: 'Plain', ${WITHOUT_TABLES} };`,
      'docs/index.md':
        '# Home\n\n![A dot](./dot.svg)\n\n[Start](./guide/start.md#one)\n\n<code src="../demos/first.tsx"></code>\n',
      'docs/dot.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle cx="4" cy="4" r="4"/></svg>\n',
      'docs/guide/start.md': '# Start\n\n## One\n\n<embed src="../parts/more.md"></embed>\n',
      'docs/guide/interactive.mdx': "import { useState } from 'react';\n\n# Interactive\n\nFour: {2 + 2}\n",
      'docs/parts/more.md': '---\nsidebar: false\n---\n\n# More\n\nText.\n',
      'docs/public/robots.txt': 'User-agent: *\n',
      'demos/first.tsx':
        "import './first.less';\nimport styles from './first.module.css';\nimport { label } from './parts/label';\n\nexport default () => <button className={styles.first}>{label}</button>;\n",
      'demos/parts/label.ts': "export const label = 'Press';\n",
      'demos/first.less':
        "@import './parts/more.less';\n@import './parts/colors.less';\n\nbutton { color: @accent; }\n",
      'demos/parts/more.less': "@import 'colors.less';\n\na { color: @accent; }\n",
      'demos/parts/colors.less': '@accent: #123;\n\n.shared { color: @accent; }\n',
      'demos/first.module.css': '.first { padding: 1px; }\n',
    }),
  starter: async (root) => {
    expect(await run(['init', root])).toMatchObject({ code: 0 });
    await configure(root, 'export default defineConfig({');
  },
  own: async (root) => {
    const parts = [
      'docs',
      'demos',
      'cascader-docs.config.ts',
      'package.json',
      'tsconfig.json',
      'CHANGELOG.md',
      'README.md',
    ];
    for (const part of parts) await fs.cp(path.join(ROOT, part), path.join(root, part), { recursive: true });
    await fs.rm(path.join(root, 'docs/_handbook'), { recursive: true });
    await configure(root, "  apiParser: { entry: '@rc-component/cascader' },", '');
  },
};

/** Inserts a setting that disables tables of types after the given line of the configuration. */
async function configure(root: string, line: string, kept = line): Promise<void> {
  const file = path.join(root, 'cascader-docs.config.ts');
  const text = await fs.readFile(file, 'utf8');
  expect(text).toContain(line);
  await fs.writeFile(file, text.replace(line, `${kept}\n  ${WITHOUT_TABLES},`));
}

/** Returns the contents of an output by path, without the marker. */
async function readOutput(root: string): Promise<Record<string, string>> {
  const outDir = path.join(root, 'dist');
  const files = await listFiles(outDir);
  const texts = await Promise.all(files.map((file) => fs.readFile(path.join(outDir, file), 'latin1')));
  return Object.fromEntries(files.map((file, index) => [file, texts[index] ?? '']));
}

describe.each(Object.keys(SITES))('the site "%s"', (name) => {
  beforeAll(async () => {
    await SITES[name]?.(place('linux', name));
    // The cache is in this folder.
    await fs.mkdir(path.join(place('linux', name), 'node_modules'));
    await fs.cp(place('linux', name), place('windows', name), { recursive: true });
  });

  it('has the same bytes as on this system', async () => {
    const bin = path.join(folder, 'linux/node_modules/cascader-docs/bin/cascader-docs.js');
    execFileSync(process.execPath, [bin, 'build'], { cwd: place('linux', name), stdio: 'pipe' });
    const { ended, output } = startOnWindows(folder, place('windows', name), ['build']);
    expect({ code: await ended, output: await output() }).toMatchObject({ code: 0 });
    // The output goes to a file, so it has no colors.
    expect(await output()).not.toContain('\u001b');
    const expected = await readOutput(place('linux', name));
    const actual = await readOutput(place('windows', name));
    expect(Object.keys(actual)).toEqual(Object.keys(expected));
    expect(Object.keys(expected).filter((file) => actual[file] !== expected[file])).toEqual([]);
  });

  it('is not built again if nothing has changed, whatever the letter case of the drive', async () => {
    const root = place('windows', name);
    const { ended, output } = startOnWindows(folder, root, ['build', `z:${root.replaceAll('/', '\\')}`]);
    expect({ code: await ended, output: await output() }).toEqual({
      code: 0,
      output: expect.stringContaining('nothing has changed'),
    });
  });
});
