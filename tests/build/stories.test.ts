import { describe, expect, it } from 'vitest';
import { buildSite, createSite } from '../helpers/build-site.ts';

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

  it('is rendered again after a change of its file', async () => {
    const site = await createSite(siteWith(STORIES));
    await site.build();
    await site.write({ 'src/Button.stories.tsx': STORIES.replace("'Save'", "'Send'") });
    const built = await site.build();
    expect(await built.read('index.html')).toContain('<button class="primary">Send</button>');
  });

  it('needs no package of Storybook', async () => {
    const stories = `import { fn } from 'storybook/test';
import { useArgs, useState } from '@storybook/preview-api';
import { withThemeByClassName } from '@storybook/addon-themes';
import { Button } from './Button';

const save = fn(() => 'Saved');
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
  it('an unknown story is reported with the nearest name', async () => {
    const { text } = await buildSite(siteWith(STORIES, '<code src="../src/Button.stories.tsx#Primery"></code>'));
    expect(text).toMatchInlineSnapshot(`
      "docs/index.md:3:12 - error CD355: \`../src/Button.stories.tsx#Primery\` is not a story. Did you mean "Primary"?

        3 │ <code src="../src/Button.stories.tsx#Primery"></code>
          ╵            ^

        → The file exports \`Primary\`"
    `);
  });

  it('a syntax error is reported', async () => {
    const { text } = await buildSite(siteWith('export const Primary = {;\n'));
    expect(text).toMatchInlineSnapshot(
      `"src/Button.stories.tsx:2:1 - error CD355: The stories of \`../src/Button.stories.tsx\` cannot be read: Unexpected token, expected ",""`,
    );
  });

  it('a story without a component is reported at its declaration', async () => {
    const { text } = await buildSite(siteWith('export default {};\n\nexport const Primary = { args: {} };\n'));
    expect(text).toMatchInlineSnapshot(`
      "src/Button.stories.tsx:3:1 - error CD355: The story \`Primary\` has nothing to render

        3 │ export const Primary = { args: {} };
          ╵ ^

        → Set \`component\` in the default export, or add a \`render\` function to the story"
    `);
  });

  it('a story that throws is reported at its line', async () => {
    const stories = `export default {};

export const Primary = {
  render: () => {
    throw new Error('Not today');
  },
};
`;
    const { text } = await buildSite(siteWith(stories));
    expect(text).toMatchInlineSnapshot(`
      "src/Button.stories.tsx:5:11 - error CD531: The demo docs-demo-button-primary throws an error: Not today

        5 │     throw new Error('Not today');
          ╵           ^

        → The demo is embedded at docs/index.md:3:1.
        → If the demo throws only on the server, set \`clientOnly: true\` on it."
    `);
  });

  it('a decorator that throws is reported at its line', async () => {
    const stories = `import { Button } from './Button';

const broken = () => {
  throw new Error('No theme');
};
export default { component: Button, decorators: [broken] };
export const Primary = {};
`;
    const { text } = await buildSite(siteWith(stories));
    expect(text).toMatchInlineSnapshot(`
      "src/Button.stories.tsx:4:9 - error CD531: The demo docs-demo-button-primary throws an error: No theme

        4 │   throw new Error('No theme');
          ╵         ^

        → The demo is embedded at docs/index.md:3:1.
        → If the demo throws only on the server, set \`clientOnly: true\` on it.
        at broken (fence:docs-demo-button-primary:4:9)
        at Decorated (fence:docs-demo-button-primary:14:11)"
    `);
  });

  it('a missing import is reported at its line', async () => {
    const stories =
      "import { Buton } from './Buton';\n\nexport default { component: Buton };\nexport const Primary = {};\n";
    const { text } = await buildSite(siteWith(stories));
    expect(text).toMatchInlineSnapshot(`
      "src/Button.stories.tsx:1:23 - error CD401: Cannot find module: ./Buton

        1 │ import { Buton } from './Buton';
          ╵                       ^^^^^^^^^

        → Create the file, or correct the import."
    `);
  });
});
