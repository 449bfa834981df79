import fs from 'node:fs/promises';
import path from 'node:path';
import { apiCoverage } from 'cascader-docs';
import { parse } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Dependencies } from '../../src/node/store/dependencies.ts';
import { shownPath } from '../../src/node/store/relocate.ts';
import { createSite, forgetOutput, type TestBuild } from '../helpers/build-site.ts';
import { growOld } from '../helpers/grow-old.ts';
import { changeEntry, storedEntries } from '../helpers/stored-entries.ts';

const LIBRARY = {
  'package.json': '{"name": "my-library", "version": "1.0.0", "repository": "github:me/my-library"}',
  'src/index.tsx': `import { forwardRef, type ReactNode } from 'react';
export interface Colours { /** Of the text. */ text?: string; ground?: string }
export interface ButtonProps {
  /** How loud the button *is*.
   * @default 'quiet'
   * @since 1.2 */
  tone?: 'quiet' | 'loud';
  label: string;
  icon?: ReactNode;
  colours?: Colours;
  /** @deprecated Use \`tone\` instead. */
  loud?: boolean;
  /** Called when it is pressed. */
  onPress?: (times: number) => void;
}
/** What is chosen. */
export type Chosen<Item, Many> = false extends Many ? Item : Item[];
export interface PickerProps<Item extends Colours = Colours, Many extends boolean = false> {
  many?: Many;
  value?: Chosen<Item, Many>;
}
export function Picker<Item extends Colours = Colours, Many extends boolean = false>({ many }: PickerProps<Item, Many>) {
  return <b>{String(many)}</b>;
}
export interface ButtonRef {
  /** Takes the focus. */
  focus(): void;
}
/** Something to press. */
export const Button = forwardRef<ButtonRef, ButtonProps>(({ tone = 'quiet', label, icon }, _ref) => <button type="button" data-tone={tone}>{icon}{label}</button>);
`,
  'demos/hello.tsx': `import { Button } from 'my-library';\nexport default function Hello() { return <Button tone="loud" label="Hello" />; }\n`,
};

/** Creates a site with the library and with `page` as the page of its button. */
const siteWith = (page: string, files: Record<string, string> = {}) =>
  createSite({ ...LIBRARY, 'docs/index.md': '# Home\n', 'docs/button.md': page, ...files });

/** Returns the cell texts of each table row, by property name. */
function rowsOf(html: string): Map<string, string[]> {
  type Node = { nodeName: string; value?: string; childNodes?: Node[] };
  const rows = new Map<string, string[]>();
  const textOf = (node: Node): string =>
    node.nodeName === '#text' ? (node.value ?? '') : (node.childNodes ?? []).map(textOf).join('');
  const visit = (node: Node): void => {
    if (node.nodeName === 'tr') {
      const cells = (node.childNodes ?? []).filter(({ nodeName }) => nodeName === 'td').map(textOf);
      // The row that contains the members of the property above has only one cell.
      if (cells[0] && cells.length > 1)
        rows.set(
          cells[0].trim(),
          cells.map((cell) => cell.trim()),
        );
    }
    for (const child of node.childNodes ?? []) visit(child);
  };
  visit(parse(html) as unknown as Node);
  return rows;
}

it('links from a table to the demos and tables of the same language', async () => {
  const page = (title: string): string =>
    `# ${title}\n\n<code src="../demos/hello.tsx"></code>\n\n<API id="Button"></API>\n`;
  const demo =
    "/**\n * title: Hello\n * title.de: Hallo\n */\nimport { Button } from 'my-library';\nexport default () => <Button tone='loud' label='' />;\n";
  const locales = [
    { id: 'en', name: 'English', base: '/en' },
    { id: 'de', name: 'Deutsch', base: '/de' },
  ];
  const own = await siteWith('', {
    'cascader-docs.config.js': `export default ${JSON.stringify({ locales })};\n`,
    'docs/index.en.md': '# Home\n',
    'docs/button.en.md': page('Button'),
    'docs/button.de.md': page('Knopf'),
    'demos/hello.tsx': demo,
  });
  await fs.rm(path.join(own.root, 'docs/button.md'));
  await fs.rm(path.join(own.root, 'docs/index.md'));
  const built = await own.build();
  expect(built.text).toBe('');
  const demosIn = async (file: string): Promise<string[]> =>
    Array.from(
      (await built.read(file)).matchAll(/<a href="(\/[^"]*#docs-button-demo-hello)"[^>]*>([^<]*)/g),
      ([, href, text]) => `${href} ${text}`,
    );
  expect(new Set(await demosIn('en/button/index.html'))).toEqual(new Set(['/en/button#docs-button-demo-hello Hello']));
  expect(new Set(await demosIn('de/button/index.html'))).toEqual(new Set(['/de/button#docs-button-demo-hello Hallo']));
  const components = await built.read('components.json');
  expect(JSON.parse(components)).toMatchObject({
    demos: [{ title: 'Hello', url: '/en/button#docs-button-demo-hello' }],
  });
  expect(components).not.toContain('Hallo');
  expect(await built.read('~demos/docs-button-demo-hello/index.html')).toContain('/en/button#docs-button-demo-hello');
});

let built: TestBuild;

beforeAll(async () => {
  const site = await siteWith('# Button\n\n<API id="Button" />\n\n<code src="../demos/hello.tsx"></code>\n', {
    'docs/index.md': '# Home\n\n[tone](./button.md#api-button-tone), [all](./button.md#api-button)\n',
    'docs/picker.md': '# Picker\n\n<API id="Picker" />\n',
    'docs/more.mdx': '# More\n\nexport const three = 3;\n\n{three}\n\n<API id="Colours" />\n',
    'docs/parts.md':
      '# Parts\n\n<API id="Button" type="events" />\n\n## Slots\n\n<API id="Button" type="slots" />\n\n## Ref\n\n<API id="Button" type="imperative" />\n',
  });
  built = await site.build({ cache: false });
  expect(built.text).toBe('');
});

describe('a property table', () => {
  it('is generated from the types in the source code', async () => {
    const html = await built.read('button/index.html');
    const rows = rowsOf(html);
    expect([...rows.keys()].slice(0, 8)).toEqual([
      'tone',
      'label required',
      'icon',
      'colours',
      'text',
      'ground',
      'loud',
      'onPress',
    ]);
    expect(rows.get('tone')?.slice(1)).toEqual([
      expect.stringMatching(/^1\.2\+\s*How loud the button is\.\s*More: toneDemos ButtonSource: tone$/),
      expect.stringMatching(/^"quiet" \| "loud"/),
      '"quiet"',
    ]);
    expect(rows.get('onPress')?.[2]).toMatch(/^\(times: number\) => void/);
    expect(html).toContain('<em>is</em>');
    expect(html).toContain('Use <code>tone</code> instead.');
    expect(html).toContain('href="https://github.com/me/my-library/blob/main/src/index.tsx#L');
    expect(html).toContain('<a href="/button#docs-button-demo-hello">Button</a>');
    expect(rows.get('focus')?.[1]).toContain('Takes the focus.');
  });

  it('links to source lines as configured', async () => {
    const addresses = async (sourceLink: string): Promise<string[]> => {
      const config = `export default { themeConfig: { sourceLink: ${sourceLink} } };\n`;
      const site = await siteWith('# Button\n\n<API id="Button" />\n', { 'cascader-docs.config.ts': config });
      const html = await (await site.build({ cache: false })).read('button/index.html');
      return [...html.matchAll(/href="(https:[^"]*index\.tsx[^"]*)"/g)].map(([, address = '']) => address);
    };
    expect(await addresses("'https://git.test/{fileName}?line={line}'")).toContain(
      'https://git.test/src/index.tsx?line=27',
    );
    expect(await addresses('false')).toEqual([]);
  });

  it('shows which types a generic component accepts, and the declared type in a disclosure', async () => {
    const html = await built.read('picker/index.html');
    const [, words, type] = rowsOf(html).get('value') ?? [];
    expect(type).toBe('Colours | Colours[]');
    expect(words).toContain('Declared type Chosen<Item, Many>');
    expect(html).toMatch(/<details class="api-more"><summary>.{1,200}?<span[^>]*>Declared type<\/span> <code>/);
    expect(await built.read('picker.md')).toContain('| value |  | `Colours \\| Colours[]` | - |');
    const { components } = JSON.parse(await built.read('components.json'));
    const picker = components.find(({ id }: { id: string }) => id === 'Picker');
    expect(picker.props[1]).toMatchObject({
      type: 'Chosen<Item, Many>',
      plainType: 'Colours | Colours[]',
    });
    const index = built.files.filter((file) => file.startsWith('~search/'));
    const texts = await Promise.all(index.map((file) => built.read(file)));
    expect(texts.join()).toContain('Colours | Colours[] · Chosen<Item, Many>');
  });

  it('has rows that links can target and search can find', async () => {
    const html = await built.read('button/index.html');
    expect(html).toContain('id="api-button-tone"');
    expect(html).toContain('<div class="api" id="api-button" data-rich="">');
    const index = built.files.find((file) => /^~search\/.*\.json$/.test(file)) ?? '';
    expect(await built.read(index)).toContain('Called when it is pressed');
  });

  it('shows the properties that `pick` selects, which link to the rows of the complete table', async () => {
    const site = await siteWith(
      '# Button\n\n<API id="Button">\n\n| Name | Description | Default |\n| --- | --- | --- |\n| label | What it *says* | none |\n\n</API>\n',
      {
        'docs/index.md': '# Home\n\n<API id="Button" pick="label, colours.text tone"></API>\n',
      },
    );
    const built = await site.build({ cache: false, base: '/lib/' });
    expect(built.text).toBe('');
    const html = await built.read('index.html');
    expect([...rowsOf(html)].map(([name, cells]) => [name, ...cells.slice(1)])).toEqual([
      ['label required', 'What it says', 'string', 'none'],
      ['colours.text', '', 'string', '-'],
      ['tone', '1.2+How loud the button is.', '"quiet" | "loud"', '"quiet"'],
    ]);
    expect(html).toContain('<a href="/lib/button#api-button-colours-text">colours.text</a>');
    expect(html).not.toMatch(/id="api-|class="api-more"/);
    expect(await built.read('index.md')).toContain('| label (required) | What it *says* | `string` | `none` |');
    const index = built.files.find((file) => /^~search\/.*\.json$/.test(file)) ?? '';
    expect((await built.read(index)).match(/What it says/g)).toHaveLength(1);
  });

  it('shows only the part that `type` selects', async () => {
    const rows = rowsOf(await built.read('parts/index.html'));
    expect([...rows.keys()]).toEqual(['onPress', 'icon', 'focus']);
  });

  it('takes descriptions, order and captions from the page', async () => {
    const page = `# Button

<API id="Button">

To be *pressed*.

What it does:

| Name | Description | Default |
| --- | --- | --- |
| onPress | My [words](./index.md) | none |

What it looks like:

| Name | Description |
| --- | --- |
| colours.text | Colour of the label |
| colours.ground | Colour behind it |

</API>

## Colours

<API id="Colours">Two of them.</API>
`;
    const built = await (await siteWith(page)).build({ cache: false });
    expect(built.text).toBe('');
    const html = await built.read('button/index.html');
    const rows = rowsOf(html.slice(0, html.lastIndexOf('Two of them.')));
    expect([...rows.keys()].slice(0, 4)).toEqual(['onPress', 'colours', 'text', 'ground']);
    // A title has no colon, though the paragraph that introduces a table has one.
    expect(html).toContain('<div>What it does</div>');
    expect(html.indexOf('To be <em>pressed</em>.')).toBeLessThan(html.indexOf('What it does<'));
    expect(html.indexOf('What it does<')).toBeLessThan(html.indexOf('api-button-onPress'));
    expect(html).toContain('My <a href="/">words</a>');
    expect(rows.get('onPress')?.[3]).toBe('none');
    expect(rows.get('text')?.[1]).toBe('Colour of the labelMore: textSource: text');
    // A description on the page applies wherever the same declaration is shown.
    const others = rowsOf(html.slice(html.lastIndexOf('Two of them.')));
    expect(others.get('ground')?.[1]).toBe('Colour behind itMore: groundSource: ground');
    expect(others.get('text')?.[1]).toBe('Colour of the labelMore: textSource: text');
    // `components.json` keeps the doc comments of the source code.
    const { components } = JSON.parse(await built.read('components.json'));
    expect(components.map(({ id, description }: { id: string; description: string }) => [id, description])).toEqual(
      expect.arrayContaining([
        ['Button', 'Something to press.'],
        ['Colours', 'Two of them.'],
      ]),
    );
  });

  it('is included in the Markdown twin and in .mdx pages', async () => {
    expect(await built.read('button.md')).toContain('| label (required) |  | `string` | - |');
    expect([...rowsOf(await built.read('more/index.html')).keys()]).toEqual(['text', 'ground']);
  });

  it('accepts other names of an export, and its anchors use the canonical id', async () => {
    const site = await createSite({
      'package.json': '{"name": "my-library"}',
      'src/index.tsx': "export { default } from './Picker';\nexport * from './Card';\n",
      'src/Picker.tsx': 'export default function Picker({ open }: { open?: boolean }) { return <b>{open}</b>; }\n',
      'src/Card.tsx': `import { forwardRef } from 'react';
export const Card = forwardRef<HTMLElement, { wide?: boolean }>(function CardBase({ wide }, ref) {
  return <b ref={ref}>{wide}</b>;
});
Card.displayName = 'CardRoot';
`,
      'docs/index.md': '# Home\n\n<API id="default">\n\nPicks one.\n\n</API>\n\n[Open](#api-picker-open)\n',
      'docs/card.md': '# Card\n\n<API id="CardRoot" />\n\n[Wide](#api-card-wide)\n',
      'docs/base.md': '# Base\n\n<API id="CardBase" />\n',
    });
    const built = await site.build({ cache: false });
    expect(built.text).toBe('');
    expect(await built.read('index.html')).toContain('id="api-picker-open"');
    for (const page of ['card', 'base']) {
      const html = await built.read(`${page}/index.html`);
      expect(html).toContain('id="api-card-wide"');
      expect(rowsOf(html).get('wide')).toBeDefined();
    }
    const { components } = JSON.parse(await built.read('components.json'));
    expect(
      components.map(({ id, aliases, description }: Record<string, unknown>) => [id, aliases, description]),
    ).toEqual([
      ['Picker', ['default'], 'Picks one.'],
      ['Card', ['CardBase', 'CardRoot'], ''],
    ]);
  });

  it('is generated from the types of an installed package', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n\n<API id="Panel" />\n',
      'cascader-docs.config.ts':
        "export default { apiParser: { entry: '@rc-component/cascader', importCost: true } };\n",
    });
    const root = path.join(site.root, 'node_modules/@rc-component');
    await fs.mkdir(root, { recursive: true });
    await fs.symlink(path.resolve('node_modules/@rc-component/cascader'), path.join(root, 'cascader'));
    const built = await site.build({ cache: false });
    expect(built.text).toBe('');
    const html = await built.read('index.html');
    const rows = rowsOf(html);
    expect(html.match(/id="api-panel-/g)).toHaveLength(29);
    expect(rows.get('expandIcon')?.[2]).toContain('ReactNode');
    expect(html).toContain('href="https://unpkg.com/@rc-component/cascader@');
    const { components } = JSON.parse(await built.read('components.json'));
    const { importCost } = components.find(({ id }: { id: string }) => id === 'Panel');
    expect(importCost).toEqual({ gzip: expect.any(Number), brotli: expect.any(Number) });
    const shown = (size: number): string => `${(size / 1000).toFixed(1)} kB`;
    expect(html.replace(/<[^>]*>/g, '')).toContain(
      `Import: ${shown(importCost.gzip)} gzip, ${shown(importCost.brotli)} Brotli`,
    );
  });
});

describe('mistakes', () => {
  it('in names are warnings, with the nearest names, and a table of an unknown export is an explanation', async () => {
    const pages = {
      'docs/pick.md': '# Pick\n\n<API id="Button" pick="label, tnoe" />\n\n<API id="Button" pick="label.none" />\n',
      'docs/own.md': '# Own\n\n<API id="Box" pick="contant, tabInde" />\n',
      'docs/unknown.md': '# Unknown\n\n<API id="Buton" />\n\n<API id="ButonProp" />\n\n<API id="default" />\n',
      'docs/table.md':
        '# Table\n\n<API id="Button">\n\n| Name | Description |\n| --- | --- |\n| onPres | Wrong |\n\n</API>\n\n## Button\n\n| Property | What |\n| --- | --- |\n| tone, colour | Colours |\n\n## Other\n\n| Name | What |\n| --- | --- |\n| anything | goes |\n',
      'src/index.tsx': `import type { HTMLAttributes } from 'react';\n${LIBRARY['src/index.tsx']}export const Box = (props: HTMLAttributes<HTMLElement> & { contents?: string }) => <b {...props} />;\n`,
    };
    const { diagnostics, read } = await (await siteWith('# Button\n', pages)).build({ cache: false });
    expect(
      diagnostics.map(
        ({ severity, code, text, location: { file, line, column } = {} }) =>
          `${file}:${line}:${column} ${severity} ${code}: ${text}`,
      ),
    ).toEqual([
      'docs/own.md:3:21 warning CD806: `Box` has no property `contant`. Did you mean `contents`?',
      'docs/own.md:3:30 warning CD806: `Box` has no property `tabInde`. Did you mean `tabIndex`?',
      'docs/pick.md:3:31 warning CD806: `Button` has no property `tnoe`. Did you mean `tone`?',
      // A name of a member is unknown too if the property has no members, because the table would lack it.
      'docs/pick.md:5:24 warning CD806: `Button` has no property `label.none`',
      'docs/table.md:7:3 warning CD806: `Button` has no property `onPres`. Did you mean `onPress`?',
      'docs/table.md:15:9 warning CD806: `Button` has no property `colour`. Did you mean `colours`?',
      'docs/unknown.md:3:10 warning CD803: The library does not export `Buton`. Did you mean `Button`?',
      'docs/unknown.md:5:10 warning CD803: The library does not export `ButonProp`. Did you mean `ButtonProps`?',
      'docs/unknown.md:7:10 warning CD803: The library has no default export',
    ]);
    const notesOf = (id: string) => diagnostics.find(({ text }) => text.includes(id))?.notes?.join('\n') ?? '';
    // The advice about tables does not apply.
    expect(notesOf('`tnoe`')).not.toContain('heading');
    expect(notesOf('ButonProp')).toContain('Similar exports: `ButtonRef`, `Button`, `Colours`');
    expect(notesOf('no default export')).toContain('It exports `Picker`, `Button`');
    expect(await read('unknown/index.html')).toContain('Properties definition not found for Buton component');
  });

  it('in links to rows and in the attributes of a table are errors', async () => {
    const { text, exitCode } = await (
      await siteWith('# Button\n\n<API id="Button" />\n', {
        'docs/index.md': '# Home\n\n[tone](./button.md#api-button-tome)\n',
        'docs/none.md': '# None\n\n<API />\n',
        'docs/part.md': '# Part\n\n<API id="Button" type="events?" />\n',
      })
    ).build({ cache: false });
    for (const message of [
      'docs/index.md:3:8 - error CD321: Page `/button` has no anchor `#api-button-tome`. Did you mean `#api-button-tone`?',
      'docs/none.md:3:1 - error CD333: `<API>` needs an `id`',
      'error CD334: Unknown `type` of `<API>`: `events?`',
    ])
      expect(text).toContain(message);
    expect(exitCode).toBe(1);
  });

  it('in the configuration are explained: types that are disabled, and a library that is missing', async () => {
    const off = await siteWith('# Button\n\n<API id="Button" />\n', {
      'cascader-docs.config.ts': 'export default { apiParser: false };\n',
    });
    expect(await (await off.build({ cache: false })).read('button/index.html')).toContain(
      'apiParser must be enabled to use auto-generated API',
    );
    await expect(apiCoverage({ root: off.root })).rejects.toMatchObject({ diagnostics: [{ code: 'CD807' }] });
    const bare = await createSite({ 'docs/index.md': '# Home\n\n<API id="Button" />\n' });
    expect((await bare.build({ cache: false })).text).toContain(
      'docs/index.md:3:10 - error CD800: The API table requires a library, but none is configured',
    );
  });
});

describe('components.json', () => {
  it('lists every export with the demos that show it, and matches its schema', async () => {
    const file = JSON.parse(await built.read('components.json'));
    const schema = z.fromJSONSchema(JSON.parse(await built.read('components.schema.json')));
    expect(schema.safeParse(file).error).toBeUndefined();
    expect(schema.safeParse({ ...file, components: [{ id: 1 }] }).success).toBe(false);
    expect(file.components.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['Button', 'ButtonProps', 'Colours']),
    );
    const button = file.components.find(({ id }: { id: string }) => id === 'Button');
    expect(button.demos).toEqual([
      { id: 'docs-button-demo-hello', title: 'Button', url: '/button#docs-button-demo-hello' },
    ]);
    expect(button.props[0]).toMatchObject({
      name: 'tone',
      type: '"quiet" | "loud"',
      default: '"quiet"',
      since: '1.2',
      demos: ['docs-button-demo-hello'],
    });
    expect(await built.read('components.json')).not.toContain(path.dirname(built.result?.outDir ?? '?'));
  });

  it('counts inherited DOM attributes, and lists only those that a demo uses', async () => {
    const site = await siteWith('# Button\n\n<API id="Field" />\n\n<code src="../demos/field.tsx"></code>\n', {
      'src/index.tsx':
        "import type { ComponentProps } from 'react';\nexport const Field = ({ hint, ...rest }: ComponentProps<'input'> & { hint?: string }) => <input title={hint} {...rest} />;\n",
      'demos/field.tsx': 'import { Field } from \'my-library\';\nexport default () => <Field placeholder="Name" />;\n',
    });
    const built = await site.build({ cache: false });
    const file = JSON.parse(await built.read('components.json'));
    const schema = z.fromJSONSchema(JSON.parse(await built.read('components.schema.json')));
    expect(schema.safeParse(file).error).toBeUndefined();
    const [field] = file.components;
    expect(field.props.map(({ name }: { name: string }) => name).sort()).toEqual(['hint', 'placeholder']);
    expect(field.inherited).toBeGreaterThan(200);
  });

  it('is not written when no page shows types', async () => {
    const built = await (
      await siteWith('# Button\n\nWrite `<API id="Button" />`.\n\n```md\n<API id="Button" />\n```\n')
    ).build({ cache: false });
    expect(built.text).toBe('');
    expect(built.files).not.toContain('components.json');
  });
});

describe('cached types', () => {
  it('are reused while the files are unchanged', async () => {
    const site = await siteWith('# Button\n\n<API id="Button" />\n');
    await fs.mkdir(path.join(site.root, 'node_modules'), { recursive: true });
    await growOld();
    const first = await (await site.build()).read('button/index.html');
    expect(await (await site.build()).read('button/index.html')).toBe(first);
    // The page shows the changed cache entry, so the compiler did not run again.
    interface Kept {
      dependencies: Dependencies;
      result: { components: { id: string; props: { description: string }[] }[] };
    }
    changeEntry<Kept>(site.root, ['api'], ({ dependencies, result }) => {
      expect(dependencies.files.map(([name]) => shownPath(name))).toContain('src/index.tsx');
      const [button] = result.components.filter(({ id }) => id === 'Button');
      Object.assign(button?.props[0] ?? {}, { description: 'From the cache.' });
    });
    const entry = storedEntries(site.root).get('api');
    // Without the records of the output, the build renders the unchanged page again.
    await forgetOutput(site);
    expect(await (await site.build()).read('button/index.html')).toContain('From the cache.');
    // With `cache: false`, the entry is neither read nor written.
    expect(await (await site.build({ cache: false })).read('button/index.html')).toBe(first);
    expect(storedEntries(site.root).get('api')).toBe(entry);
    await site.write({ 'src/index.tsx': LIBRARY['src/index.tsx'].replace('label: string', 'caption: string') });
    const changed = await (await site.build()).read('button/index.html');
    expect(changed).toContain('api-button-caption');
    expect(changed).not.toContain('From the cache.');
    const folder = path.join(site.root, 'node_modules/.cache/cascader-docs');
    for (const name of await fs.readdir(folder))
      if (name.startsWith('entries-')) await fs.writeFile(path.join(folder, name), 'cut o');
    expect(await (await site.build()).read('button/index.html')).toBe(changed);
    // Types are read before the pages are known. If no page needs them any more, their errors do not matter.
    await site.write({ 'docs/button.md': '# Button\n', 'src/index.tsx': 'export const Button = (' });
    const without = await site.build();
    expect(without.text).toBe('');
    expect(without.files).not.toContain('components.json');
  });
});
