import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { build } from '../../src/cli/build.ts';
import { createDev } from '../../src/cli/dev.ts';
import type { Life } from '../../src/cli/process.ts';
import type { Command, CommandGroup } from '../../src/kit/kit.ts';
import { FRONTMATTER_KEYS } from '../../src/node/content/frontmatter-schema.ts';
import { DEMO_SCHEMA } from '../../src/node/markdown/transform/demo-options.ts';
import { COMMAND_NAMES } from '../../src/shared/command-names.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const page = (name: string): string => read(`docs/_handbook/docs/${name}.md`);

interface Node {
  type: string;
  start: number;
  end: number;
  id?: { name: string };
  key?: { name: string };
  body?: { body: Node[] };
  declaration?: Node;
}

/** Declarations of a source file, by name. */
function declarationsOf(file: string): Map<string, Node> {
  const program = parseSync(file, read(file)).program as unknown as { body: Node[] };
  const declared = program.body.map((node) => node.declaration ?? node);
  return new Map(declared.flatMap((node) => (node.id ? [[node.id.name, node]] : [])));
}

const namesOf = (members: Node[] = []): string[] => members.flatMap(({ key }) => key?.name ?? []);

/** Exports of the Node entries, each with its file and declaration. Types of `shared` are described by their doc comments. */
function exportsOfPackage(): { name: string; declaration: Node | undefined }[] {
  const groups = ['src/index.ts', 'src/kit/kit.ts'].flatMap((entry) =>
    [...read(entry).matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g)].map(
      ([, names = '', file = '']) => [names, path.posix.join(path.posix.dirname(entry), file)] as const,
    ),
  );
  return groups.flatMap(([names, file]) => {
    const declared = declarationsOf(file);
    return names.split(',').flatMap((text) => {
      const [from = '', name = from] = text
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      return from === '' ? [] : [{ name, declaration: declared.get(from) }];
    });
  });
}

/** Blocks of the page: paragraphs, lists items and tables, each with the paragraph before it. */
function blocksOf(text: string): string[] {
  const blocks = text.split(/\n\n|\n(?=- )/);
  return blocks.map((block, index) => `${blocks[index - 1] ?? ''}\n${block}\n${blocks[index + 1] ?? ''}`);
}

describe('the reference', () => {
  const configuration = declarationsOf('src/node/project/config/types.ts').get('UserConfig');

  it('has a section for each option of the configuration', () => {
    const options = namesOf(configuration?.body?.body);
    expect(options.length).toBeGreaterThan(50);
    const sections = [...page('reference/configuration').matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    // `themeConfig` is a part of the page.
    expect(options.filter((name) => name !== 'themeConfig' && !sections.includes(name))).toEqual([]);
  });

  it('has a section for each option of the theme', () => {
    const options = namesOf(declarationsOf('src/node/project/config/types.ts').get('ThemeOptions')?.body?.body);
    expect(options.length).toBeGreaterThan(15);
    const part = page('reference/configuration').split('\n## themeConfig\n')[1]?.split('\n## ')[0] ?? '';
    const sections = [...part.matchAll(/^(?:### |<h3 id="themeconfig-\w+">)(\w+)/gm)].map(([, name]) => name);
    expect(options.filter((name) => !sections.includes(name))).toEqual([]);
  });

  it('lists each key of front matter, and each option of a demo', () => {
    const cells = (text: string): string[] => [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
    const keys = cells(page('reference/front-matter'));
    expect(FRONTMATTER_KEYS.filter((key) => !keys.includes(key))).toEqual([]);
    const options = Object.keys(DEMO_SCHEMA.properties ?? {});
    expect(options.length).toBeGreaterThan(15);
    expect(options.filter((key) => !cells(page('guide/demos')).includes(key))).toEqual([]);
  });

  it.each(COMMAND_NAMES)('lists each flag of the command %s', async (name) => {
    const own: Record<string, Command | CommandGroup> = { build, dev: createDev({} as Life) };
    const command = own[name] ?? ((await import(`../../src/commands/${name}.ts`)) as Record<string, Command>)[name];
    const all = command && 'commands' in command ? Object.values(command.commands) : [command];
    const flags = all.flatMap((one) => Object.keys(one?.options ?? {}).flatMap((key) => key.match(/--[\w-]+/g) ?? []));
    const sections = page('reference/command-line').split(/^## /m);
    const section = sections.find((text) => text.split('\n', 1)[0]?.split(/[ ,]+/).includes(name)) ?? '';
    expect(section.match(/--[\w-]+/g) ?? []).toEqual(expect.arrayContaining(flags));
  });

  it('names each export of the package, with the fields of its interface', () => {
    const blocks = blocksOf(page('reference/node-api'));
    const exported = exportsOfPackage();
    expect(exported.length).toBeGreaterThan(80);
    const missing = exported.flatMap(({ name, declaration }) => {
      const near = blocks.filter((block) => new RegExp(`\\b${name}\\b`).test(block)).join('\n');
      if (near === '') return [name];
      const isShown = (field: string): boolean => new RegExp(`\`[^\`]*\\b${field}\\b[^\`]*\``).test(near);
      // The configuration has its own page.
      if (declaration?.type !== 'TSInterfaceDeclaration' || name === 'UserConfig') return [];
      return namesOf(declaration.body?.body).flatMap((field) => (isShown(field) ? [] : [`${name}.${field}`]));
    });
    expect(missing).toEqual([]);
  });
});
