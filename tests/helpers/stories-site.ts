/**
 * A site with a story in each form of the Component Story Format, for several components.
 * Sources, read on 29 November 2026, of Storybook 10.3: https://storybook.js.org/docs/api/csf and its tab "CSF Next",
 * https://storybook.js.org/docs/writing-stories with its pages on args, parameters, decorators, play functions, loaders, tags,
 * several components and TypeScript, and https://storybook.js.org/docs/writing-tests/interaction-testing (`beforeEach`).
 */

const COMPONENTS = ['Button', 'Field', 'Card'];

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
  Mixed:
    'const shared = { label: "x" };\nexport const Mixed = { args: { ...shared, on: "yes" } as const satisfies Props };',
  Default: 'export const Default = { args: { ...OnlyArgs.args } };',
  Delete: 'export const Delete = { name: "delete", args: { on: "yes" } };',
  Described:
    '/** In a **comment**. */\nexport const Described = { args: { on: "yes" }, parameters: { docs: { description: { story: "In a parameter." } } } };',
  Several: 'export const Several = { render: (args) => <div><C {...args} on="yes" /><hr /></div> };',
  Slots: 'export const Slots = { args: { on: "yes", children: [<b key="1">1</b>, <b key="2">2</b>] } };',
  SlotOfStory: 'export const SlotOfStory = { render: () => <div><C {...Args.args}>Text</C></div> };',
  OtherFile: 'export const OtherFile = { args: { ...OtherStories.Plain.args } };',
  Globals:
    'export const Globals = { globals: { on: "yes" }, render: (args, { globals }) => <C {...args} on={globals.on} /> };',
  Parameters:
    'export const Parameters = { parameters: { title: "yes", layout: "centered" }, args: { on: "yes" }, decorators: [(Story, { parameters }) => <div title={parameters.title}><Story /></div>] };',
  Labels:
    'export const Labels = { args: { on: "a" }, argTypes: { on: { options: ["a"], control: { type: "select", labels: { a: "Ay" } }, mapping: { a: "yes" } } } };',
  Updated:
    'export const Updated = { args: { on: "yes" }, render: function Render(args) { const [{ on }, update] = useArgs(); return <C {...args} onClick={() => update({ on: !on })} />; } };',
  Play: 'export const Play = { args: { on: "yes" }, play: async ({ canvasElement }) => { await expect(canvasElement.querySelector("i")).toBeInTheDocument(); } };',
  PlaySteps:
    'export const PlaySteps = { args: { on: "yes" }, play: async ({ step, canvasElement }) => { await step("Looks", async () => { await expect(canvasElement.querySelector("i")).toHaveAttribute("data-on", "yes"); }); } };',
  PlayOther:
    'export const PlayOther = { args: { on: "yes" }, play: async (context) => { await Play.play(context); } };',
  Spied:
    'export const Spied = { args: { on: "yes", onClick: fn(), label: "spied" }, play: async ({ args, canvasElement }) => { await userEvent.click(canvasElement.querySelector("i")); await expect(args.onClick).toHaveBeenCalledTimes(1); } };',
  Made: 'const make = (on) => ({ render: () => <C on={on} /> });\nexport const Made = make("yes");',
};

/** Forms that are rendered in the browser, after their loaders. */
const LOADED: Record<string, string> = {
  Loaded:
    'export const Loaded = { loaders: [async () => ({ on: "yes" })], render: (args, { loaded: { on } }) => <C {...args} on={on} /> };',
  LoadedTwice:
    'const load = async () => ({ on: "yes" });\nexport const LoadedTwice = { loaders: [async () => ({ on: "no" }), load], render: (args, { loaded }) => <C {...args} {...loaded} /> };',
  LoadedDecorated:
    'export const LoadedDecorated = { args: { on: "yes" }, loaders: async () => ({ title: "a" }), decorators: [(Story, { loaded }) => <div title={loaded.title}><Story /></div>] };',
  Prepared:
    'let prepared = "no";\nexport const Prepared = { beforeEach: async () => { prepared = "yes"; return () => { prepared = "no"; }; }, render: () => <C on={prepared} /> };',
  PreparedMethod:
    'export const PreparedMethod = { args: { on: "yes" }, async beforeEach({ args }) { await Promise.resolve(args); } };',
};

/** Forms of factories, which need a file of their own. */
const FACTORIES: Record<string, string> = {
  Base: 'export const Base = meta.story({ args: { on: "yes" } });',
  Extended: 'export const Extended = Base.extend({ args: { label: "x" } });',
  Composed: 'export const Composed = meta.story({ args: { ...Base.composed.args } });',
  Input: 'export const Input = meta.story({ args: { ...Base.input.args, label: "y" } });',
  Function: 'export const Function = meta.story(() => <C on="yes" />);',
  Empty: 'export const Empty = meta.story({ render: () => <C on="yes" /> });',
  Tested:
    'export const Tested = Base.extend({ tags: ["b"] });\nTested.test("is there", async ({ canvasElement }) => { await expect(canvasElement).toBeVisible(); });',
};

const IMPORTS = `import type { StoryObj } from '@storybook/react';
import { useArgs } from 'storybook/preview-api';
import { expect, fn, userEvent } from 'storybook/test';
import { useId, useState } from 'react';
import * as OtherStories from './Other.stories';
`;

const OTHER = `import type { Meta } from '@storybook/react';
import { Button } from './Button';

export default { component: Button, includeStories: /^[A-Z]/ } satisfies Meta<typeof Button>;
export const Plain = { args: { on: 'yes' } };
export const data = { on: 'no' };
`;

const COMPONENT = `import type { ReactNode } from 'react';
export interface Props { on?: string; label?: string; children?: ReactNode; onClick?: () => void }
export const NAME = ({ on, label, children, onClick }: Props) =>
  label === 'spied' ? <button type="button" onClick={onClick}><i data-c="NAME" data-on={on}>Press</i></button> : <i data-c="NAME" data-on={on}>{children}</i>;
`;

/** Stories of each page by its path, such as `forms/button`. `loaded`: those that are rendered in the browser. */
export const STORIES: Record<string, { built: string[]; loaded: string[] }> = Object.fromEntries([
  ...COMPONENTS.flatMap((name) => [
    [`forms/${name.toLowerCase()}`, { built: Object.keys(FORMS), loaded: Object.keys(LOADED) }],
    [`factories/${name.toLowerCase()}`, { built: Object.keys(FACTORIES), loaded: [] }],
  ]),
  ['stories/other', { built: ['Plain'], loaded: [] }],
]);

/** Returns the files of the site. */
export function storiesSite(): Record<string, string> {
  const named = (text: string, name: string): string => text.replace(/\bC\b/g, name);
  return {
    'cascader-docs.config.ts': "export default { stories: 'src/**/*.stories.tsx' };\n",
    'docs/index.md': '# Home\n',
    'src/Other.stories.tsx': OTHER,
    '.storybook/preview.ts':
      "import { definePreview } from '@storybook/react-vite';\nexport default definePreview({});\n",
    ...Object.fromEntries(
      COMPONENTS.flatMap((name) => [
        [`src/${name}.tsx`, COMPONENT.replaceAll('NAME', name)],
        [
          `src/${name}.stories.tsx`,
          `${IMPORTS}import { ${name}, type Props } from './${name}';\n\nconst meta = { title: 'Forms/${name}', component: ${name} };\nexport default meta;\n\n${named([...Object.values(FORMS), ...Object.values(LOADED)].join('\n\n'), name)}\n`,
        ],
        [
          `src/${name}Factory.stories.tsx`,
          `import { expect } from 'storybook/test';\nimport preview from '../.storybook/preview';\nimport { ${name} } from './${name}';\n\nconst meta = preview.meta({ title: 'Factories/${name}', component: ${name} });\n\n${named(Object.values(FACTORIES).join('\n\n'), name)}\n`,
        ],
      ]),
    ),
  };
}
