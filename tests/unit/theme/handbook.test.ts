import fs from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import messages from '../../../src/shared/messages/en-US.ts';
import * as door from '../../../src/theme/index.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const handbook = ['theme', 'theme-components'].map((page) => read(`docs/_handbook/docs/guide/${page}.md`)).join('\n');

/** Names in the first column of the table with this header. */
function tableOf(header: string): string[] {
  const table = handbook.split(`\n| ${header} |`)[1]?.split('\n\n')[0] ?? '';
  const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`(]+)/g)].map(([, name = '']) => name).filter(isName)).sort();
}

/** The text between two names in backticks is not a name. */
function isName(text: string): boolean {
  return /^[\w-]+$/.test(text);
}

function unique(names: Iterable<string>): string[] {
  return [...new Set(names)].sort();
}

/** Members of an interface in the contract. */
function membersOf(name: string): string[] {
  const body = new RegExp(`export interface ${name}\\b[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(
    read('src/theme/contract.ts'),
  )?.[1];
  return [...(body ?? '').matchAll(/^ {2}(\w+)\??:/gm)].map(([, member = '']) => member).sort();
}

describe('the handbook', () => {
  it('has at most 32 pages and 35,000 words, without the list of messages', () => {
    const folder = path.join(root, 'docs/_handbook/docs');
    const pages = globSync('**/*.{md,mdx}', { cwd: folder, ignore: ['reference/messages.md'] });
    expect(pages.length).toBeLessThanOrEqual(32);
    const words = pages.flatMap((page) =>
      fs.readFileSync(path.join(folder, page), 'utf8').split(/\s+/).filter(Boolean),
    );
    expect(words.length).toBeLessThanOrEqual(35_000);
  });

  it('lists every component of the contract, and the default theme has all of them', () => {
    const components = tableOf('component');
    expect(components).toEqual(membersOf('Theme'));
    expect(components.filter((name) => !name.startsWith('modify'))).toEqual(Object.keys(door.default).sort());
  });

  it('lists every slot', () => {
    expect(membersOf('Slots').length).toBeGreaterThan(10);
    expect(tableOf('slot')).toEqual(membersOf('Slots'));
  });

  it('lists every hook', () => {
    expect(tableOf('hook')).toEqual(
      Object.keys(door)
        .filter((name) => /^use[A-Z]/.test(name))
        .sort(),
    );
  });

  it('names the published file that has every interface string', () => {
    const [, file = ''] =
      /`node_modules\/cascader-docs\/(src\/[\w/.-]+)`/.exec(read('docs/_handbook/docs/guide/languages.md')) ?? [];
    const { files } = JSON.parse(read('package.json')) as { files: string[] };
    expect(files.some((folder) => file.startsWith(`${folder}/`))).toBe(true);
    const ids = [...read(file).matchAll(/^ {2}'?([\w.]+)'?:/gm)].map(([, id = '']) => id);
    expect(unique(ids)).toEqual(Object.keys(messages).sort());
    expect(read(file)).toContain('\nexport default {');
  });

  it('lists every custom property of the root element', () => {
    const properties = [...read('src/theme/styles/tokens.css').matchAll(/^ +(--[\w-]+):/gm)].map(
      ([, name = '']) => name,
    );
    expect(tableOf('property')).toEqual(unique(properties));
  });

  it('lists every cascade layer', () => {
    const [, layers = ''] = /@layer ([\w, ]+);/.exec(read('src/theme/theme.css')) ?? [];
    expect(tableOf('layer')).toEqual(layers.split(', ').sort());
  });
});
