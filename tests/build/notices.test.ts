import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Returns the names and versions in a list of notices. */
const titlesOf = (text: string): string[] =>
  [...text.matchAll(/^-{80}\n\n(\S+ \S*) \(/gm)].map(([, title = '']) => title);

describe('notices', () => {
  it('of the tool name every package whose code is in its files', async () => {
    const lib = path.join(root, 'lib');
    const scripts = (await fs.readdir(lib)).filter((file) => file.endsWith('.js'));
    const named = new Set<string>();
    // The bundler writes the name of each module above its code.
    for (const file of scripts)
      for (const [, folder = ''] of (await fs.readFile(path.join(lib, file), 'utf8')).matchAll(
        /^(?:\/\/|\s*") ?(node_modules\/(?:[^\s"]*\/node_modules\/)?(?:@[^/\s]+\/)?[^/\s]+)\//gm,
      ))
        named.add(folder);
    expect(named.size).toBeGreaterThan(60);
    const text = await fs.readFile(path.join(lib, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const titles = titlesOf(text);
    for (const folder of named) {
      const { name, version } = JSON.parse(await fs.readFile(path.join(root, folder, 'package.json'), 'utf8'));
      expect(titles).toContain(`${name} ${version}`);
    }
    expect(text).toContain('Apache License');
    // Some packages do not contain the text of their license. Then their authors and its address are named.
    const [, ...without] = text.split('The package contains no license text.\n');
    for (const part of without)
      expect(part).toMatch(/^Authors: \S.*\nLicense: https:\/\/spdx\.org\/licenses\/[\w.-]+\.html\n/);
  });

  it('of a site name React, the packages of the tool, and what its demos import', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n\n<code src="../demos/a.tsx"></code>\n',
      'demos/a.tsx': "import { word } from 'words';\nexport default () => <p>{word}</p>;\n",
      'node_modules/words/package.json': '{"name": "words", "version": "1.2.3", "license": "ISC", "main": "index.js"}',
      'node_modules/words/index.js': "export const word = 'hello';\n",
      'node_modules/words/LICENSE.md': 'Words may be used.\r\n',
      'node_modules/unused/package.json': '{"name": "unused", "version": "1.0.0"}',
    });
    const built = await site.build();
    const text = await built.read('THIRD-PARTY-NOTICES.txt');
    const names = titlesOf(text).map((title) => title.split(' ')[0]);
    expect(names).toEqual(expect.arrayContaining(['react', 'react-dom', 'scheduler', 'react-router', 'words']));
    expect(names).not.toContain('unused');
    expect(text).toContain('words 1.2.3 (ISC)\n\nWords may be used.\n');
    // Cached results include them too.
    expect(await (await site.build()).read('THIRD-PARTY-NOTICES.txt')).toBe(text);
  });
});
