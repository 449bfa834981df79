import { expect, it } from 'vitest';
import type { PageTexts, SourcePage } from '../../../src/node/content/types.ts';
import type { CompiledPage, EmbeddedDemo } from '../../../src/node/markdown/types.ts';
import { markdownTwin, type TwinForm } from '../../../src/node/render/markdown-twin.ts';

const LINKS = new Map([
  ['docs/guide.md', '/guide.md'],
  ['docs/part/guide.md', '/part/guide.md'],
]);

/** Returns the twin of the page `docs/index.md`. */
function twinOf(text: string, compiled: Partial<CompiledPage> = {}, form?: TwinForm): string {
  const page = {
    sourcePath: 'docs/index.md',
    bodyOffset: 0,
    tabs: [],
    title: 'Home',
    frontmatter: {},
  } as unknown as SourcePage;
  const parts = [{ hasHeading: true, demos: [], ...compiled } as CompiledPage];
  const texts = { of: () => text } as unknown as PageTexts;
  return markdownTwin(
    { page, parts },
    { demos: [], tables: [], twin: { path: 'index.md', links: LINKS } },
    texts,
    form,
  );
}

it.each([
  '- ```sh\n  [a](./guide.md)\n  ```',
  '> ~~~\n> [a](./guide.md)\n> ~~~',
])('a fence in a block is code: %j', (code) => {
  expect(twinOf(`${code}\n\nSee [the\nguide](./guide.md#a).`)).toBe(`${code}\n\nSee [the\nguide](/guide.md#a).\n`);
});

it('links of embedded files and `<Link>` tags are rewritten once, relative to their file', () => {
  const location = { file: 'docs/index.md', line: 1, column: 1 };
  const text = '<embed src="./part/a.md"></embed>\n\nSee <Link to="./guide.md">Guide</Link> [x](./guide.md)';
  const compiled: Partial<CompiledPage> = {
    embeds: [{ location, file: 'docs/part/a.md', line: 1, text: '[g](./guide.md)' }],
    linkTags: [{ location: { ...location, line: 3, column: 5 }, end: { line: 3, column: 39 }, href: './guide.md' }],
  };
  expect(twinOf(text, compiled)).toBe('[g](/part/guide.md)\n\nSee [Guide](/guide.md) [x](/guide.md)\n');
  const form: TwinForm = { linksIn: (file) => (target) => `${file}+${target}`, demo: () => '' };
  expect(twinOf(text, compiled, form)).toBe(
    '[g](docs/part/a.md+./guide.md)\n\nSee [Guide](docs/index.md+./guide.md) [x](docs/index.md+./guide.md)\n',
  );
});

it('blank lines separate demos on consecutive lines, but not a demo within a text', () => {
  const at = (line: number, column: number, inline = false) =>
    ({
      id: `d${line}`,
      title: `Demo ${line}`,
      inline,
      location: { file: 'docs/index.md', line, column },
    }) as EmbeddedDemo;
  const text = '<code src="./a.tsx"></code>\n<code src="./b.tsx"></code>\nSee <code src="./c.tsx"></code> here.';
  const form: TwinForm = { linksIn: () => undefined, demo: (title) => `**${title}**` };
  const demos = [at(1, 1), at(2, 1), at(3, 5, true)];
  expect(twinOf(text, { demos }, form)).toBe('**Demo 1**\n\n**Demo 2**\n\nSee **Demo 3** here.\n');
});
