import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { packageDir } from '../../src/node/base/package-dir.ts';
import type { DemoSource } from '../../src/shared/demo-source.ts';
import type { PageData } from '../../src/shared/page-data.ts';
import type { Playground } from '../../src/shared/playground/schema.ts';
import { createSandboxProject } from '../../src/shared/sandbox-project.ts';
import { buildSite, createSite } from '../helpers/build-site.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';
import { STORIES as FORMS, storiesSite } from '../helpers/stories-site.ts';

const BUTTON = `import type { ReactNode } from 'react';

export interface ButtonProps {
  variant?: 'plain' | 'primary';
  onClick?: () => void;
  children?: ReactNode;
}

export function Button({ variant = 'plain', onClick, children }: ButtonProps) {
  return <button className={variant} onClick={onClick}>{children}</button>;
}
`;

const STORIES = `import type { Meta, StoryObj } from '@storybook/react';
import { fn } from 'storybook/test';
import { Button } from './Button';

const meta = { component: Button, args: { onClick: fn(), children: 'Save' } } satisfies Meta<typeof Button>;
export default meta;

/** The **main** action. */
export const Primary: StoryObj<typeof meta> = { args: { variant: 'primary' } };
`;

const siteWith = (stories: string, tag = '<code src="../src/Button.stories.tsx#Primary"></code>') => ({
  'docs/index.md': `# Home\n\n${tag}\n`,
  'src/Button.tsx': BUTTON,
  'src/Button.stories.tsx': stories,
});

describe('a story in `<code src>`', () => {
  it('is a demo with the code of that story', async () => {
    const built = await buildSite(siteWith(STORIES));
    expect(built.text).toBe('');
    const html = await built.read('index.html');
    expect(html).toContain('<button class="primary">Save</button>');
    expect(html).toContain('The <strong>main</strong> action.');
    const twin = await built.read('index.md');
    expect(twin).toContain(`import { Button } from './Button';

export default function Primary() {
  return <Button onClick={() => {}} variant="primary">Save</Button>;
}`);
    expect(built.files.filter((file) => file.includes('button-primary'))).not.toEqual([]);
  });

  it.each([
    ["inline: false, height: '320px'", 320],
    ['inline: false', true],
    ['inline: true', undefined],
  ])('is in a frame with `parameters.docs.story`: %s', async (options, height) => {
    const built = await buildSite({
      ...siteWith(
        STORIES.replace('args: { onClick', `parameters: { docs: { story: { ${options} } } }, args: { onClick`),
      ),
      'cascader-docs.config.ts': "export default { stories: 'src/*.stories.tsx' };\n",
      'docs/index.md': '# Home\n',
      'src/index.ts': "export * from './Button';\n",
    });
    const html = await built.read('stories/button/index.html');
    const { demos } = JSON.parse(
      /<script type="application\/json" id="site:data">(.*?)<\/script>/s.exec(html)?.[1] ?? '',
    );
    const all = Object.values<{ iframe?: number | boolean }>(demos);
    expect(all.map(({ iframe }) => iframe || undefined)).toEqual(
      height === undefined ? [undefined, undefined] : [height],
    );
  });

  it('imports from the library what the library exports', async () => {
    const site = await createSite({
      ...siteWith(STORIES),
      'package.json': '{"name": "@acme/kit", "version": "1.0.0", "exports": "./dist/index.js"}',
      'src/index.ts': "export { Button as Main } from './Button';\n",
    });
    const built = await site.build({ cache: false });
    const source = JSON.parse(await built.read(built.files.find((file) => /^assets\/source-/.test(file)) ?? ''));
    expect(Object.keys(source.imports[source.asset.entry]).sort()).toEqual(['@acme/kit', 'react/jsx-runtime']);
    expect(await built.read('index.md')).toContain("import { Main as Button } from '@acme/kit';");
    await site.write({ 'src/index.ts': 'export {};\n' });
    expect(await (await site.build()).read('index.md')).toContain("import { Button } from './Button';");
  });

  it('is rendered again after a change of its file', async () => {
    const site = await createSite(siteWith(STORIES));
    await site.build();
    await site.write({ 'src/Button.stories.tsx': STORIES.replace("'Save'", "'Send'") });
    const built = await site.build();
    expect(await built.read('index.html')).toContain('<button class="primary">Send</button>');
  });

  it('needs no package of Storybook', async () => {
    const stories = `import { fn } from 'storybook/test';
import { addons, useArgs, useChannel, useState } from '@storybook/preview-api';
import { withThemeByClassName } from '@storybook/addon-themes';
import { DocsContainer, Title } from '@storybook/blocks';
import { create, themes } from 'storybook/theming';
import { Button } from './Button';

const save = fn(() => 'Saved');
addons.setConfig({ theme: create({ ...themes.light, page: [DocsContainer, Title, useChannel] }) });
addons.getChannel().on('x', save);
export default { component: Button, decorators: [withThemeByClassName({ themes: { light: 'lit' }, defaultTheme: 'light' })] };
export const Primary = {
  render: () => {
    const [args] = useArgs();
    const [text] = useState(save);
    return <Button {...args}>{text}</Button>;
  },
};
`;
    const built = await buildSite(siteWith(stories));
    expect(built.text).toBe('');
    expect(await built.read('index.html')).toContain('<div class="lit"><button class="plain">Saved</button></div>');
  });

  it('may be on several pages', async () => {
    const tag = '<code src="../src/Button.stories.tsx#Primary" id="/a"></code>';
    const { exitCode } = await buildSite({ ...siteWith(STORIES, tag), 'docs/other.md': `# Other\n\n${tag}\n` });
    expect(exitCode).toBe(0);
  });
});

describe('errors of stories', () => {
  const sites = (stories: Record<string, string>) => ({
    'src/Button.tsx': BUTTON,
    'docs/index.md': `# Home\n${Object.keys(stories)
      .map((name) => `\n<code src="../src/${name}.stories.tsx#Primary"></code>\n`)
      .join('')}`,
    ...Object.fromEntries(Object.entries(stories).map(([name, text]) => [`src/${name}.stories.tsx`, text])),
  });

  it('are shown in the line of a syntax error', async () => {
    const built = await buildSite(
      siteWith("export default { component: 'b' };\nexport const Primary = { args: 1 + };\n"),
    );
    expect(built.text).toMatch(/tsx:2:36 - error CD355: .*: Unexpected token\n\n {2}2 │ export const .*\n {4}╵ {36}\^/);
  });

  it('are reported at their lines: unknown stories, syntax errors, stories without a component, missing imports', async () => {
    const { text } = await buildSite(
      sites({
        Unknown: STORIES.replace('Primary', 'Primery'),
        Syntax: 'export const Primary = {;\n',
        Empty: 'export default {};\n\nexport const Primary = { args: {} };\n',
        Missing:
          "import { Buton } from './Buton';\n\nexport default { component: Buton };\nexport const Primary = {};\n",
      }),
    );
    expect(text).toMatchInlineSnapshot(`
      "docs/index.md:3:12 - error CD355: \`../src/Unknown.stories.tsx#Primary\` is not a story. Did you mean \`Primery\`?

        3 │ <code src="../src/Unknown.stories.tsx#Primary"></code>
          ╵            ^

        → The file exports \`Primery\`.
      src/Syntax.stories.tsx:2:1 - error CD355: The stories of \`../src/Syntax.stories.tsx\` cannot be read: Unexpected token, expected ","
      src/Empty.stories.tsx:3:1 - error CD355: The story \`Primary\` has nothing to render

        3 │ export const Primary = { args: {} };
          ╵ ^

        → Set \`component\` in the default export, or add a \`render\` function to the story.
      src/Missing.stories.tsx:1:23 - error CD401: Cannot find module: ./Buton

        1 │ import { Buton } from './Buton';
          ╵                       ^^^^^^^^^

        → Create the file, or correct the import."
    `);
  });

  it('are reported at their lines: stories, decorators and files that throw, and a play function does not run', async () => {
    const { text, exitCode } = await buildSite(
      sites({
        Story:
          "export default {};\n\nexport const Primary = {\n  render: () => {\n    throw new Error('Not today');\n  },\n};\n",
        Decorator:
          "import { Button } from './Button';\n\nconst broken = () => {\n  throw new Error('No theme');\n};\nexport default { component: Button, decorators: [broken] };\nexport const Primary = {};\n",
        File: "export default { component: 'p' };\nprocess.exit(3);\nexport const Primary = { play: async () => { for (;;); } };\n",
      }),
    );
    expect(text).toMatchInlineSnapshot(`
      "src/Story.stories.tsx:5:11 - warning CD501: The demo docs-demo-story-primary cannot be rendered on the server: Not today

        5 │     throw new Error('Not today');
          ╵           ^

        → The demo is embedded at docs/index.md:3:1, and will render only in the browser.
      src/Decorator.stories.tsx:4:9 - warning CD501: The demo docs-demo-decorator-primary cannot be rendered on the server: No theme

        4 │   throw new Error('No theme');
          ╵         ^

        → The demo is embedded at docs/index.md:5:1, and will render only in the browser.
        → If the component needs a provider, render the provider in the \`Wrapper\` that the \`demo.setup\` module exports.
        at broken (fence:docs-demo-decorator-primary:4:9)
        at Decorated (fence:docs-demo-decorator-primary:14:11)
      src/File.stories.tsx:2:9 - warning CD501: The demo docs-demo-file-primary cannot be rendered on the server: process.exit cannot be used in a demo

        2 │ process.exit(3);
          ╵         ^

        → The demo is embedded at docs/index.md:7:1, and will render only in the browser.
        → Demos run in a browser, where \`process\` does not exist."
    `);
    // The stories are rendered in the browser, where they may not throw.
    expect(exitCode).toBe(0);
  });
});

describe('the option `stories`', () => {
  const config = { 'cascader-docs.config.ts': "export default { stories: 'src/**/*.stories.@(tsx|jsx|ts|js)' };\n" };
  const library = {
    ...config,
    'docs/index.md': '# Home\n',
    'src/index.ts': "export * from './Button';\n",
    'src/Button.tsx': BUTTON,
  };
  const playgroundOf = async (read: (file: string) => Promise<string>): Promise<Playground> => {
    const [, data = ''] = /id="site:data">(.*?)<\/script>/s.exec(await read('ui/button/index.html')) ?? [];
    const { demos } = JSON.parse(data) as PageData;
    return demos['docs-ui-button-demo-playground-button']?.playground as Playground;
  };
  const titled = (title: string): string =>
    STORIES.replace('component: Button,', `title: '${title}', component: Button,`);

  it('makes a page with the table, the playground and the stories of each file', async () => {
    const built = await buildSite({
      ...library,
      'src/Button.stories.tsx': `${titled('UI/Button')}\nexport const Plain = {};\nexport const Hidden = { tags: ['!dev'] };\n`,
    });
    expect(built.text).toBe('');
    const html = await built.read('ui/button/index.html');
    expect(html).toContain('<button class="primary">Save</button>');
    expect(html).toContain('<button class="plain">Save</button>');
    expect(html).not.toContain('Hidden');
    expect(html).toContain('>variant<');
    expect(await built.read('ui/button.md')).toContain('export default function Primary()');
    expect(await built.read('index.html')).toContain('href="/ui/button"');
  });

  it('fills the playground with the args of the first story', async () => {
    const site = {
      ...library,
      'src/Button.tsx': BUTTON.replace('children?:', 'label: string;\n  children?:'),
      'src/Button.stories.tsx': titled('UI/Button').replace(
        "children: 'Save'",
        `label: "It's {{ x }}", children: \`b\``,
      ),
    };
    const built = await buildSite(site);
    expect(built.text).toBe('');
    const html = await built.read('ui/button/index.html');
    expect(html.split('<button class="primary">b</button>')).toHaveLength(3);
    expect(html).toContain('data-playground="true"');
  });

  it('leaves args out of the playground that are no props', async () => {
    const { text, read } = await buildSite({
      ...library,
      'src/Button.stories.tsx': titled('UI/Button').replace(
        "children: 'Save'",
        "children: 'Save', list: [{ a: null }]",
      ),
    });
    expect(text).toBe('');
    const { template, initial } = await playgroundOf(read);
    expect(initial).toEqual({ children: 'Save', variant: 'primary' });
    expect(JSON.stringify(template.parts)).not.toContain('list');
  });

  it('has `args`, `argTypes` and `tags` of the preview file below those of file and story', async () => {
    const site = await createSite({
      ...library,
      'src/Button.tsx': BUTTON.replace('children?:', 'label?: string;\n  size?: number;\n  children?:'),
      'src/Button.stories.tsx': `${titled('UI/Button')}\nexport const Own = { args: { label: 'Own' } };\nexport const Shown = { tags: ['dev'] };\n`,
      '.storybook/preview.tsx': `import { fn } from 'storybook/test';
import { theme } from './theme';
import type { Preview } from '@storybook/react';

const size = 2;
const preview: Preview = {
  args: { label: 'All', variant: 'plain', size, theme, onFocus: fn() },
  argTypes: { variant: { options: ['primary'] }, label: { description: 'Of all.', control: 'text' } },
  tags: ['autodocs'],
};
export default preview;
`,
    });
    const built = await site.build();
    expect(built.text).toBe('');
    const twin = await built.read('ui/button.md');
    expect(twin).toContain(
      '<Button label="All" variant="primary" size={2} onFocus={() => {}} onClick={() => {}}>Save</Button>',
    );
    expect(twin).toContain('label="Own"');
    expect(twin).toContain('Of all.');
    const { schema, initial } = await playgroundOf(built.read);
    expect(initial).toEqual({ label: 'All', size: 2, children: 'Save', variant: 'primary' });
    expect(JSON.stringify(schema)).not.toContain('"plain"');
    await site.write({
      '.storybook/preview.tsx': "export const args = { label: 'New' };\nexport const tags = ['!dev'];\n",
    });
    const again = await (await site.build()).read('ui/button.md');
    expect(again).toContain('label="New"');
    expect(again).not.toContain('function Primary');
  });

  it('narrows the controls of the playground to `argTypes`', async () => {
    const { text, read } = await buildSite({
      ...library,
      'src/Button.tsx': `import type { ReactElement, ReactNode } from 'react';

export interface ButtonProps {
  variant?: 'plain' | 'primary' | 'ghost';
  label?: string;
  icon?: ReactElement;
  width?: number;
  secret?: string;
  hidden?: boolean;
  hint?: string;
  data?: any;
  children?: ReactNode;
}

export function Button({ variant, icon, children }: ButtonProps) {
  return <button className={variant}>{icon}{children}</button>;
}
`,
      'src/Icons.tsx': 'export const Star = () => <b>*</b>;\nexport const Moon = () => <i>C</i>;\n',
      'src/Button.stories.tsx': `import { Button } from './Button';
import { Moon, Star } from './Icons';

const icons = { Star: <Star />, Moon: <Moon /> };

export default {
  title: 'UI/Button',
  component: Button,
  argTypes: {
    variant: { options: ['plain', 'primary'], control: 'radio', description: 'How **loud** | quiet' },
    label: { options: ['One', 'Two'], control: { type: 'select' } },
    icon: { options: Object.keys(icons), mapping: icons },
    width: { control: { type: 'range', min: 0, max: 10 } },
    secret: { control: false },
    hidden: { table: { disable: true } },
    hint: { if: { arg: 'label', eq: 'One' } },
    data: { control: 'text' },
    unknown: { control: 'text', description: 'Of no prop' },
  },
};
export const Primary = { args: { icon: 'Star', children: <em>Save</em> } };
`,
    });
    expect(text).toBe('');
    const { schema, initial, template } = await playgroundOf(read);
    expect(Object.fromEntries(schema.props.map(({ name, ...rest }) => [name, rest]))).toEqual({
      children: { control: { kind: 'node' }, presets: ['Primary'] },
      variant: { control: { kind: 'choice', options: [{ value: 'plain' }, { value: 'primary' }] } },
      label: { control: { kind: 'choice', options: [{ value: 'One' }, { value: 'Two' }] } },
      icon: { control: { kind: 'preset' }, presets: ['Star', 'Moon'] },
      width: { control: { kind: 'number', min: 0, max: 10 } },
      hint: { control: { kind: 'text' }, when: { arg: 'label', eq: 'One' } },
      data: { control: { kind: 'text' } },
    });
    expect(initial).toEqual({ icon: { preset: 'Star' }, children: { preset: 'Primary' } });
    expect(template.presets).toEqual({
      icon: { Star: { code: '<Star />' }, Moon: { code: '<Moon />' } },
      children: { Primary: { code: '<em>Save</em>' } },
    });
    expect(JSON.stringify(template.parts)).toContain('"from":"./Icons"');
    const html = await read('ui/button/index.html');
    expect(html.split('<button><b>*</b><em>Save</em></button>')).toHaveLength(3);
    expect(html).toContain('How <strong>loud</strong> | quiet');
    expect(html).not.toContain('Of no prop');
  });

  it("writes Storybook's index", async () => {
    const { read } = await buildSite({
      ...library,
      'docs/index.md': '# Home\n\n<code src="../src/Button.stories.tsx#Primary"></code>\n',
      'src/Button.stories.tsx': `${titled('UI/Button')}\nexport const Other = { name: 'Another', tags: ['new', '!test'] };\n`,
    });
    expect(JSON.parse(await read('index.json'))).toMatchInlineSnapshot(`
      {
        "entries": {
          "ui-button--docs": {
            "id": "ui-button--docs",
            "importPath": "./src/Button.stories.tsx",
            "name": "Docs",
            "storiesImports": [],
            "tags": [
              "dev",
              "test",
            ],
            "title": "UI/Button",
            "type": "docs",
          },
          "ui-button--other": {
            "exportName": "Other",
            "id": "ui-button--other",
            "importPath": "./src/Button.stories.tsx",
            "name": "Another",
            "subtype": "story",
            "tags": [
              "dev",
              "new",
            ],
            "title": "UI/Button",
            "type": "story",
          },
          "ui-button--primary": {
            "exportName": "Primary",
            "id": "ui-button--primary",
            "importPath": "./src/Button.stories.tsx",
            "name": "Primary",
            "subtype": "story",
            "tags": [
              "dev",
              "test",
            ],
            "title": "UI/Button",
            "type": "story",
          },
        },
        "v": 5,
      }
    `);
    expect(await read('iframe.html')).toContain(
      '<a id="ui-button--primary" href="/ui/button#docs-ui-button-demo-button-primary"',
    );
  });

  it('makes one page of files with one title, and reports stories with one id', async () => {
    const { text } = await buildSite({
      ...library,
      'src/A.stories.tsx': titled('UI/Button'),
      'src/B.stories.tsx': titled('UI/Button'),
    });
    expect(text).toMatchInlineSnapshot(`
      "src/B.stories.tsx:9:1 - error CD355: The story \`Primary\` has the same title and name as the story at src/A.stories.tsx:9
        → Change the title in the default export of one file."
    `);
  });

  it('reports errors of a page in the file of stories', async () => {
    const { text } = await buildSite({
      ...library,
      'src/A.stories.tsx': "export default { title: 'UI/A' };\n\nexport const Empty = {};\n",
      'src/B.stories.tsx': 'export default {;\n',
      'src/C.stories.tsx': `export default { title: 'UI/C' };\n\nexport const Bad = () => { throw new Error('No'); };\n`,
    });
    expect(text).toMatchInlineSnapshot(`
      "src/B.stories.tsx:2:1 - error CD355: The stories of \`src/B.stories.tsx\` cannot be read: Unexpected token, expected ","
      src/A.stories.tsx:3:1 - error CD355: The story \`Empty\` has nothing to render

        3 │ export const Empty = {};
          ╵ ^

        → Set \`component\` in the default export, or add a \`render\` function to the story.
      src/C.stories.tsx:3:1 - warning CD501: The demo docs-ui-c-demo-c-bad cannot be rendered on the server: No
        → The demo is embedded at src/C.stories.tsx:3:1, and will render only in the browser."
    `);
  });

  it('finds a new file', async () => {
    const site = await createSite(library);
    await site.build();
    // Without a title, the path of the file names the page.
    await site.write({ 'src/forms/Field/Field.stories.tsx': STORIES.replace('./Button', '../../Button') });
    expect((await site.build()).files).toContain('forms/field/index.html');
  });
});

const DOCS = `import { Meta, Canvas, Controls, ArgTypes, Markdown, ColorPalette, ColorItem } from '@storybook/addon-docs/blocks';
import * as ButtonStories from './Button.stories';
import { Button } from './Button';
import Readme from './readme.md?raw';

<Meta of={ButtonStories} />

# Use a button

<Canvas of={ButtonStories.Primary} />

<Controls />

<Button variant="primary">Own</Button>

<Markdown>{Readme}</Markdown>

<ColorPalette><ColorItem title="Brand" colors={{ Blue: '#1677ff' }} /></ColorPalette>

<ArgTypes of={Button} />
`;

describe('an MDX page of Storybook', () => {
  const site = {
    ...siteWith(`${STORIES}export const Further: StoryObj = {};\n`),
    'src/index.ts': "export { Button } from './Button';\n",
    'src/Button.mdx': DOCS,
    'src/readme.md': 'From the readme.\n',
    'cascader-docs.config.ts': "export default { stories: ['src/*.mdx', 'src/*.stories.tsx'] };\n",
  };

  it('takes the place of the generated page, with demos, a playground, and a table', async () => {
    const built = await buildSite(site);
    expect(built.text).toBe('');
    const html = await built.read('stories/button/index.html');
    expect(html).toContain('Use a button');
    for (const text of ['>Save</button>', '<button class="primary">Own</button>', 'From the readme.', 'fill="#1677ff"'])
      expect(html).toContain(text);
    expect(html.match(/id="src-button-demo-[\w-]+"/g)).toEqual([
      'id="src-button-demo-button-primary"',
      'id="src-button-demo-playground-button"',
      'id="src-button-demo-button-further"',
    ]);
    const twin = await built.read('stories/button.md');
    expect(twin).toContain('export default function Further()');
    expect(twin).toContain('| variant |');
    expect(twin).not.toContain('<API');
  });

  it("is in Storybook's index, and opens at its address", async () => {
    const built = await buildSite({
      ...site,
      'src/Guide.mdx': '<Meta title="Guides/Use Colors" />\n\n# Colors\n'.replace(
        /^/,
        "import { Meta } from '@storybook/blocks';\n\n",
      ),
      'src/Usage.mdx': DOCS.replace('# Use a button', '# Usage').replace(
        /<(?:Canvas|Controls|Markdown|ArgTypes).*/g,
        '',
      ),
    });
    expect(built.text).toBe('');
    const { entries } = JSON.parse(await built.read('index.json')) as {
      entries: Record<string, { importPath: string }>;
    };
    const docs = Object.values(entries).filter((entry) => 'storiesImports' in entry);
    expect(docs.sort((a, b) => (a.importPath < b.importPath ? -1 : 1))).toEqual([
      {
        ...{ id: 'button--docs', title: 'Button', name: 'Docs', importPath: './src/Button.mdx', type: 'docs' },
        storiesImports: ['./src/Button.stories.tsx'],
        tags: ['dev', 'test', 'attached-mdx'],
      },
      {
        ...{ id: 'guides-use-colors--docs', title: 'Guides/Use Colors', name: 'Docs', importPath: './src/Guide.mdx' },
        ...{ type: 'docs', storiesImports: [], tags: ['dev', 'test', 'unattached-mdx'] },
      },
      {
        ...{ id: 'button--usage', title: 'Button', name: 'Usage', importPath: './src/Usage.mdx', type: 'docs' },
        storiesImports: ['./src/Button.stories.tsx'],
        tags: ['dev', 'test', 'attached-mdx'],
      },
    ]);
    expect(await built.read('iframe.html')).toContain('<a id="guides-use-colors--docs" href="/guides/use-colors">');
    expect(await built.read('button/usage/index.html')).toContain('Usage');
  });

  it('that cannot be shown or bundled is reported at its lines', async () => {
    const text = DOCS.replace('<Controls />', '<DocsStory />').replace('ArgTypes, ', 'ArgTypes, DocsStory, ');
    const built = await buildSite({ ...site, 'src/Button.mdx': text.replace("'./Button'", "'./Missing'") });
    expect(built.text).toMatch(/src\/Button.mdx:12:1 - error CD355/);
  });
});

it('dev shows an edited story, and a new file of stories', async () => {
  const site = await createSite({
    ...siteWith(STORIES),
    'cascader-docs.config.ts': "export default { stories: 'src/*.stories.tsx' };\n",
  });
  const dev = await startDev(site.root);
  const textOf = async (page: string): Promise<string> => await (await fetch(new URL(page, dev.url))).text();
  expect(await textOf('/stories/button')).toContain('>Save</button>');
  await site.write({ 'src/Button.stories.tsx': STORIES.replace("'Save'", "'Send'") });
  await waitFor(async () => (await textOf('/stories/button')).includes('>Send</button>') || undefined);
  await waitFor(async () => (await textOf('/')).includes('>Send</button>') || undefined);
  await site.write({ 'src/More.stories.tsx': STORIES });
  await waitFor(async () => (await textOf('/stories/more')).includes('>Save</button>') || undefined);
});

it('every form of the Component Story Format is rendered at build', async () => {
  const built = await buildSite(storiesSite());
  expect(built.text).toMatch(/^src\/\S+:\d+:1 - info CD356: [^\n]*: `layout`$/);
  let count = 0;
  for (const [page, { built: stories, loaded }] of Object.entries(FORMS)) {
    const html = await built.read(`${page}/index.html`);
    expect({ page, rendered: html.match(/<i data-c="\w+" data-on="yes">/g)?.length }).toEqual({
      page,
      rendered: stories.length,
    });
    count += stories.length + loaded.length;
  }
  expect(count).toBeGreaterThanOrEqual(120);
});

it('a preview of Storybook is the setup of all demos', async () => {
  const setup = await readFile(path.join(packageDir, 'templates/preview/docs/setup.tsx'), 'utf8');
  const built = await buildSite({
    ...siteWith(STORIES),
    'cascader-docs.config.ts': "export default { demo: { setup: './docs/setup.tsx' } };\n",
    '.storybook/preview.tsx':
      "import type { Preview } from '@storybook/react';\nimport './preview.css';\nexport default { decorators: [(Story) => <main><Story /></main>, (Story) => <div>{Story()}</div>] } satisfies Preview;\n",
    '.storybook/preview.css': 'main { padding: 31px; }\n',
    'docs/setup.tsx': setup.replace('__PREVIEW__', '../.storybook/preview'),
  });
  expect(built.text).toBe('');
  // Its exported project has them, too.
  const source = built.files.find((file) => /^assets\/source-.*\.json$/.test(file)) ?? '';
  const exported = await built.read(source);
  for (const text of ['<main><Story /></main>', 'padding: 31px']) expect(exported).toContain(text);
  expect(await built.read('index.html')).toContain('<div><main><button class="primary">Save</button></main></div>');
});

it('an exported story needs no package of Storybook', async () => {
  const stories = `import { fn, expect } from 'storybook/test';
import { useArgs } from '@storybook/preview-api';
import { withThemeByClassName } from '@storybook/addon-themes';
import { Button } from './Button';

const save = fn(() => 'Saved');
export default { component: Button, decorators: [withThemeByClassName({ themes: { light: 'lit' }, defaultTheme: 'light' })] };
export const Primary = {
  args: { variant: 'primary', onClick: save },
  render: (args) => {
    const [{ variant }] = useArgs();
    return <Button {...args} variant={variant}>{save()}</Button>;
  },
  play: async ({ args }) => { await expect(args.onClick).toHaveBeenCalled(); },
};
`;
  const built = await buildSite({ 'src/index.ts': "export * from './Button';\n", ...siteWith(stories) });
  expect(built.text).toBe('');
  expect(await built.read('index.html')).toContain('<div class="lit"><button class="primary">Saved</button></div>');
  const source = JSON.parse(await built.read(built.files.find((file) => /^assets\/source-.*\.json$/.test(file)) ?? ''));
  const { files } = createSandboxProject(source as DemoSource);
  expect(JSON.parse(files['package.json'] ?? '').dependencies).not.toHaveProperty('storybook');
  const site = await createSite(files);
  const { errors } = await build({
    entryPoints: [path.join(site.root, 'src/index.tsx')],
    ...{ bundle: true, write: false, external: ['react', 'react-dom', 'fixture'] },
  });
  expect(errors).toEqual([]);
});
