/**
 * A site with a story in each form of the Component Story Format, for several components.
 * The list was written without its documentation at hand, so forms may be missing.
 */

const COMPONENTS = ['Button', 'Field', 'Card', 'Badge'];

/** Statements of each form. `C` is the component; each story renders `<i data-c="C" data-on="yes">`. */
const FORMS: Record<string, string> = {
  Args: 'export const Args = { args: { on: "yes" } };',
  Typed: 'export const Typed: StoryObj<typeof meta> = { args: { on: "yes" } satisfies Props };',
  Named: 'export const Named = { name: "A name", args: { on: "yes" } };',
  Tagged: 'export const Tagged = { tags: ["autodocs"], args: { on: "yes" } };',
  Spread: 'export const Spread = { ...Args, args: { ...Args.args } };',
  OnlyArgs: 'export const OnlyArgs = { args: Args.args };',
  Render: 'export const Render = { args: { on: "yes" }, render: (args) => <C {...args} /> };',
  RenderRead: 'export const RenderRead = { args: { on: "yes" }, render: (args) => <C on={args.on} /> };',
  RenderBlock:
    'export const RenderBlock = { args: { on: "yes" }, render: ({ on }) => { const [v] = useState(on); return <C on={v} />; } };',
  RenderMethod: 'export const RenderMethod = { args: { on: "yes" }, render(args) { return <C {...args} />; } };',
  RenderFunction:
    'export const RenderFunction = { args: { on: "yes" }, render: function Render(args) { return <C {...args} />; } };',
  RenderContext:
    'export const RenderContext = { args: { on: "yes" }, render: (args, { globals }) => <C {...args} key={globals.x} /> };',
  RenderNamed:
    'const show = (args) => <C {...args} />;\nexport const RenderNamed = { args: { on: "yes" }, render: show };',
  Fn: 'export const Fn = () => <C on="yes" />;',
  FnArgs: 'export const FnArgs = (args) => <C {...args} />;\nFnArgs.args = { on: "yes" };',
  FnDeclared: 'export function FnDeclared(args) { return <C {...args} />; }\nFnDeclared.args = { on: "yes" };',
  FnName: 'export const FnName = () => <C on="yes" />;\nFnName.storyName = "Other";',
  FnStory: 'export const FnStory = (args) => <C {...args} />;\nFnStory.story = { name: "Old", args: { on: "yes" } };',
  Bind: 'const Template = (args) => <C {...args} />;\nexport const Bind = Template.bind({});\nBind.args = { on: "yes" };',
  BindMore: 'export const BindMore = Template.bind({});\nBindMore.args = { ...Bind.args };',
  Assign: 'export const Assign = Object.assign((args) => <C {...args} />, { args: { on: "yes" } });',
  Listed: 'const Listed = { args: { on: "yes" } };\nexport { Listed };',
  Decorated: 'export const Decorated = { args: { on: "yes" }, decorators: [(Story) => <div><Story /></div>] };',
  DecoratedCall: 'export const DecoratedCall = { args: { on: "yes" }, decorators: [(story) => <div>{story()}</div>] };',
  DecoratedContext:
    'export const DecoratedContext = { args: { on: "yes" }, decorators: [(Story, { args }) => <div title={args.on}><Story /></div>] };',
  DecoratedList:
    'const frame = (Story) => { const id = useId(); return <div id={id}><Story /></div>; };\nexport const DecoratedList = { args: { on: "yes" }, decorators: [frame, frame] };',
  Mapped: 'export const Mapped = { args: { on: "a" }, argTypes: { on: { options: ["a"], mapping: { a: "yes" } } } };',
  Other: 'export const Other = { component: C, args: { on: "yes", children: <b>deep</b> } };',
  Hook: 'export const Hook = { render: () => { const [args] = useArgs(); return <C on="yes" {...args} />; } };',
  Made: 'const make = (on) => ({ render: () => <C on={on} /> });\nexport const Made = make("yes");',
};

/** Forms of factories, which need a file of their own. */
const FACTORIES: Record<string, string> = {
  Base: 'export const Base = meta.story({ args: { on: "yes" } });',
  Extended: 'export const Extended = Base.extend({ args: { label: "x" } });',
  Composed: 'export const Composed = meta.story({ args: { ...Base.composed.args } });',
};

const IMPORTS = `import type { StoryObj } from '@storybook/react';
import { useArgs } from 'storybook/preview-api';
import { useId, useState } from 'react';
`;

const COMPONENT = `import type { ReactNode } from 'react';
export interface Props { on?: string; label?: string; children?: ReactNode }
export const NAME = ({ on, children }: Props) => <i data-c="NAME" data-on={on}>{children}</i>;
`;

/** Stories of each page by its path, such as `forms/button`. */
export const STORIES: Record<string, string[]> = Object.fromEntries(
  COMPONENTS.flatMap((name) => [
    [`forms/${name.toLowerCase()}`, Object.keys(FORMS)],
    [`factories/${name.toLowerCase()}`, Object.keys(FACTORIES)],
  ]),
);

/** Returns the files of the site. */
export function storiesSite(): Record<string, string> {
  const named = (text: string, name: string): string => text.replace(/\bC\b/g, name);
  return {
    'cascader-docs.config.ts': "export default { stories: 'src/**/*.stories.tsx' };\n",
    'docs/index.md': '# Home\n',
    '.storybook/preview.ts':
      "import { definePreview } from '@storybook/react-vite';\nexport default definePreview({});\n",
    ...Object.fromEntries(
      COMPONENTS.flatMap((name) => [
        [`src/${name}.tsx`, COMPONENT.replaceAll('NAME', name)],
        [
          `src/${name}.stories.tsx`,
          `${IMPORTS}import { ${name}, type Props } from './${name}';\n\nconst meta = { title: 'Forms/${name}', component: ${name} };\nexport default meta;\n\n${named(Object.values(FORMS).join('\n\n'), name)}\n`,
        ],
        [
          `src/${name}Factory.stories.tsx`,
          `import preview from '../.storybook/preview';\nimport { ${name} } from './${name}';\n\nconst meta = preview.meta({ title: 'Factories/${name}', component: ${name} });\n\n${Object.values(FACTORIES).join('\n\n')}\n`,
        ],
      ]),
    ),
  };
}
