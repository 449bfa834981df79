import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../../../src/node/base/diagnostics/diagnostic.ts';
import type { StoryDocs } from '../../../../src/node/content/story-pages.ts';
import { readStoryDocs } from '../../../../src/node/markdown/stories/story-docs.ts';
import { createSite, summary } from '../../content/temporary-site.ts';

const STORIES = `import { Button } from './Button';
export default { title: 'UI/Button', component: Button, parameters: { docs: { description: { component: 'Starts it.' } } } };
export const One = {};
export const Two = {};
`;
const IMPORTS = `import { ArgTypes, Canvas, ColorItem, ColorPalette as Palette, Controls, Description, DocsStory, Markdown, Meta, Primary, Source, Stories, Story, Subtitle, Title, Unstyled } from '@storybook/addon-docs/blocks';
import * as ButtonStories from './Button.stories';
import { Button } from './Button';
import Readme from './readme.md?raw';`;

async function read(text: string, { of = ' of={ButtonStories}', head = IMPORTS } = {}): Promise<StoryDocs> {
  const site = await createSite({
    'src/index.ts': "export { Button } from './Button';\n",
    'src/Button.tsx': 'export function Button() {}\n',
    'src/Button.stories.tsx': STORIES,
    'src/readme.md': 'Text.\n',
    'src/Button.mdx': `${head}\n\n<Meta${of} />\n\n${text}\n`,
  });
  return readStoryDocs(path.join(site.root, 'src/Button.mdx'), site);
}

/** Text below the imports and `<Meta>`. */
async function printed(text: string, options?: Parameters<typeof read>[1]): Promise<string> {
  const { text: all } = (await read(text, options)).print();
  return all.replace(/^import [^\n]*\n|^\n/gm, '').trim();
}

describe('a block of an MDX page of Storybook', () => {
  it.each([
    ['<Canvas of={ButtonStories.Two} />', '<code src="./Button.stories.tsx#Two"></code>'],
    ['<Story of={ButtonStories.Two} />', '<code src="./Button.stories.tsx#Two"></code>'],
    ['<Canvas of={ButtonStories} />', '<code src="./Button.stories.tsx#One"></code>'],
    ['<Primary />', '<code src="./Button.stories.tsx#One"></code>'],
    ['<Source of={ButtonStories.Two} />', '<code src="./Button.stories.tsx#Two"></code>'],
    ['<Controls />', '<Playground id="Button" src="./Button.stories.tsx#One" />'],
    ['<Controls of={ButtonStories.Two} />', '<Playground id="Button" src="./Button.stories.tsx#Two" />'],
    ['<ArgTypes of={Button} />', '<API id="Button" />'],
    ['<ArgTypes />', '<API id="Button" />'],
    ['<Title />', '# Button'],
    ['<Title>Own</Title>', '# Own'],
    ['<Subtitle>More</Subtitle>', 'More'],
    ['<Description />', 'Starts it.'],
    ['<Markdown>{Readme}</Markdown>', '<embed src="./readme.md"></embed>'],
    ['<Markdown>{`\n  ## A\n  Text`}</Markdown>', '## A\nText'],
    ['<Unstyled>**Text**</Unstyled>', '**Text**'],
    ['<Canvas>\n  <Button />\n</Canvas>', '<Button />'],
    ['<Source language="css" code={`a { b: \\`c\\` }`} />', '````css\na { b: `c` }\n````'],
    ['<Source code="<Button />" />', '````tsx | pure\n<Button />\n````'],
  ])('%s becomes %s', async (block, text) => {
    expect(await printed(block)).toBe(text);
  });

  it('lists all stories that the page has not shown yet', async () => {
    expect(await printed('<Primary />\n\n<Stories />')).toBe(
      '<code src="./Button.stories.tsx#One"></code>\n## Stories\n<code src="./Button.stories.tsx#Two"></code>',
    );
  });

  it('stays if it is a component', async () => {
    const { text } = (await read('<Palette><ColorItem title="A" colors={["red"]} /></Palette>')).print();
    expect(text).toContain("import { ColorPalette as Palette, ColorItem } from '@storybook/addon-docs/blocks';");
    expect(text).toContain('<Palette><ColorItem title="A" colors={["red"]} /></Palette>');
  });

  it.each([
    '<DocsStory />',
    '<Markdown>{other}</Markdown>',
    '<Story />',
  ])('%s is reported if it cannot be shown', async (block) => {
    const { diagnostics } = (await read(`Text.\n\n${block}`)).print();
    expect(summary(diagnostics)).toEqual([
      expect.stringMatching(/^src\/Button.mdx:10:1 error CD355 The Storybook block `<\w+>` cannot be shown$/),
    ]);
  });

  it('needs a file of stories or a component', async () => {
    const { diagnostics } = (
      await read('<Controls />\n\n<Description />\n\n<Stories />', { of: ' title="Guide"' })
    ).print();
    expect(diagnostics).toHaveLength(3);
  });

  it('may be a component of another package with the same name', async () => {
    const head = "import { Canvas } from './canvas';\nimport { Meta } from '@storybook/blocks';";
    const { text } = (await read('<Canvas />', { head, of: ' title="A"' })).print();
    expect(text).toContain('<Canvas />');
    expect(text).toContain("from './canvas'");
  });
});

describe('an MDX page of Storybook', () => {
  it('has the title and the name of its `Meta`', async () => {
    const docs = await read('Text.', { of: ' title="Guides/Colors" name="More"' });
    expect(docs).toMatchObject({ title: 'Guides/Colors', name: 'More', attached: undefined });
  });

  it('is attached to a file of stories, and names the others of its stories', async () => {
    const docs = await read('<Canvas of={ButtonStories.Two} />');
    expect(path.basename(docs.attached ?? '')).toBe('Button.stories.tsx');
    expect(docs.print().further).toEqual(['<code src="./Button.stories.tsx#One"></code>']);
    expect(docs.files.map((file) => path.basename(file))).toContain('Button.stories.tsx');
  });

  it('has the line of the file for each line', async () => {
    const { text, lines } = (await read('<Source code={`a\nb`} />\n\nLast.')).print();
    const at = text.split('\n').indexOf('Last.');
    expect([lines[at], lines[at - 2]]).toEqual([11, 8]);
    expect(lines).toHaveLength(text.split('\n').length);
  });

  it('is reported at a syntax error', async () => {
    const failing = read('Text {');
    await expect(failing).rejects.toThrow(DiagnosticError);
    const { diagnostics } = (await failing.catch((error: unknown) => error)) as DiagnosticError;
    expect(summary([...diagnostics])[0]).toMatch(/^src\/Button.mdx:\d+:\d+ error CD355 The stories of/);
  });
});
