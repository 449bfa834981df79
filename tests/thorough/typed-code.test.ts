import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSite, forgetOutput } from '../helpers/build-site.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';
import { growOld } from '../helpers/grow-old.ts';
import { changeEntry } from '../helpers/stored-entries.ts';

const PAGE = `# Types

## Sums

\`\`\`ts twoslash {1} [sum.ts]
const hidden = 1;
// ---cut---
/** Adds *numbers*. */
export function sum(...values: number[]): number {
  return values.reduce((total, value) => total + value, hidden);
}
const three = sum(1, 2);
//    ^?
\`\`\`

## Mistakes

- in a list

  \`\`\`tsx twoslash
  // @errors: 2322
  import { Button } from 'my-library';
  export default () => <Button tone="soft" />;
  \`\`\`
`;

const FILES = {
  'package.json': '{"name": "my-library", "version": "1.0.0"}',
  'src/index.tsx': `export interface ButtonProps {
  /** How loud it is. */
  tone?: 'quiet' | 'loud';
}
export const Button = ({ tone }: ButtonProps) => <button type="button">{tone}</button>;
`,
  'docs/index.md': '# Home\n',
};

describe('code blocks with types', () => {
  it('have their types in the HTML of .md and .mdx pages, in Markdown twins and in search', async () => {
    const site = await createSite({
      ...FILES,
      'docs/types.md': `${PAGE}\n\`\`\`math\nx^2\n\`\`\`\n\n\`\`\`mermaid\nflowchart LR\n  one --> two\n\`\`\`\n`,
      'docs/text.md': '# Text\n',
      'docs/more.mdx': `export const Now = () => <b>now</b>;\n\n<Now />\n\n${PAGE}`,
    });
    const built = await site.build();
    expect(built.text).toBe('');
    for (const page of ['types', 'more']) {
      const html = await built.read(`${page}/index.html`);
      const button = /<button [^>]*popovertarget="(types-0-\d)" interestfor="\1">three<\/button>/.exec(html);
      expect(html).toContain(`<div popover id="${button?.[1]}" class="type-hint">`);
      expect(textOf(html)).toContain('Type \'"soft"\' is not assignable to type');
      expect(textOf(html)).toContain('const three = sum(1, 2);\nconst three: number\n');
      // The doc comment of the function's declaration.
      expect(html).toContain('<p>Adds <em>numbers</em>.</p>');
      // Code above the cut is not shown, and the rest is copied as written.
      expect(html).not.toContain('>hidden</button></span> =');
      expect(html).toContain('data-copy="/** Adds *numbers*. */\nexport function sum');
      const twin = await built.read(`${page}.md`);
      expect(twin).toContain('\n//    ^? const three: number\n');
      expect(twin).toContain("\n  // error: Type '");
    }
    expect(await built.read('types/index.html')).toMatch(/<math[\s>][\s\S]*<svg[^>]*role="img"/);
    // Types, a formula and a diagram add no script to a text page.
    const scripts = async (page: string): Promise<string[]> =>
      (await built.read(page)).match(/<script(?! type="application)[^>]*>[^<]*/g) ?? [];
    expect(await scripts('types/index.html')).toEqual(await scripts('text/index.html'));
    const index = (
      await Promise.all(built.files.filter((file) => file.startsWith('~search/')).map((file) => built.read(file)))
    ).join('');
    expect(index).toContain('const three: number');
    expect(index).toContain('is not assignable to type');
  });

  it('are checked', async () => {
    const site = await createSite({
      ...FILES,
      'docs/types.md': '# Types\n\n> ```ts twoslash\n> const a: number = b;\n> //          ^?\n> ```\n',
    });
    const { text } = await site.build();
    expect(text).toContain("docs/types.md:4:21 - error CD810: Cannot find name 'b'");
    expect(text).toContain(
      'docs/types.md:4:1 - warning CD816: The `^?` below this line does not point to an identifier',
    );
  });

  it('are not compiled again while nothing has changed', async () => {
    const site = await createSite({ ...FILES, 'docs/types.md': PAGE });
    await fs.mkdir(path.join(site.root, 'node_modules'));
    await growOld();
    await site.build();
    type Kept = { result: { blocks: { words: { type: string }[] }[] } };
    changeEntry<Kept>(site.root, ['code-types'], ({ result }) =>
      Object.assign(result.blocks[0]?.words.at(-2) ?? {}, { type: 'from the cache' }),
    );
    // Without the records of the output, the build renders the unchanged page again.
    await forgetOutput(site);
    expect(await (await site.build()).read('types.md')).toContain('^? from the cache');
  });

  it('are plain code in dev until their types are known', async () => {
    const site = await createSite({ ...FILES, 'docs/types.md': PAGE });
    const dev = await startDev(site.root);
    const read = async () => await (await fetch(`${dev.url}/types`)).text();
    expect(textOf(await read())).toContain('const three = sum(1, 2);');
    await waitFor(async () => (await read()).includes('>three</button>'));
    expect(dev.errors).toEqual([]);
  });
});

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>');
}
