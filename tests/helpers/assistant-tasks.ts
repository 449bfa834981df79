/** A library that an assistant changes, through `cascader-docs mcp` alone except for the edits. */
import { expect } from 'vitest';
import { createSite, type TestSite } from './build-site.ts';
import { createRepository } from './git.ts';
import { startClient } from './mcp-client.ts';

const TOGGLE = `import { useState } from 'react';
export interface ToggleProps {
  /** Its label. */
  label: string;
}
/** Shows details. */
export function Toggle({ label }: ToggleProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="toggle" data-state={isOpen ? 'open' : 'closed'}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>{label}</button>
      {isOpen && <section aria-label="Details">Text</section>}
    </div>
  );
}
`;
const LIST = `export interface ListProps {
  /** Its entries. */
  items: string[];
}
/** A list of texts. */
export function List({ items }: ListProps) {
  return <ul>{items.map((item) => <li key={item}>{item}</li>)}</ul>;
}
`;
const FIELD = `export interface FieldProps {
  /** Its label. */
  label: string;
}
/** A field with its label. */
export function Field({ label }: FieldProps) {
  return (
    <p>
      <label>{label} <input type="text" name="field" /></label>
      <button type="button">Clear</button>
    </p>
  );
}
`;

const FILES: Record<string, string> = {
  'package.json': '{"name": "library", "version": "1.0.0", "sideEffects": ["*.css"]}',
  '.gitignore': 'node_modules\ndist\n',
  'cascader-docs.config.ts': "export default { library: { entry: './src/index.ts' } };\n",
  'src/index.ts': "export * from './toggle';\nexport * from './list';\nexport * from './field';\n",
  'src/toggle.tsx': `import './toggle.css';\n${TOGGLE}`,
  'src/toggle.css': ':root { --toggle-gap: 4px; }\n.toggle { display: grid; gap: var(--toggle-gap); color: #222; }\n',
  'src/list.tsx': LIST,
  'src/field.tsx': FIELD,
  'demos/toggle.tsx': 'import { Toggle } from \'library\';\nexport default () => <Toggle label="More" />;\n',
  'demos/toggle.steps.js': `export const steps = [
  { name: 'Opens', async run({ user, find, expect, state }) {
    await user.click(find('button', 'More'));
    await expect(find('region', 'Details')).toBeVisible();
    await state('open');
  } },
];
`,
  'demos/list.tsx': "import { List } from 'library';\nexport default () => <List items={['One', 'Two']} />;\n",
  'demos/field.tsx': 'import { Field } from \'library\';\nexport default () => <Field label="Name" />;\n',
  'docs/index.md': '# Home\n\n<code src="../demos/toggle.tsx" title="Details"></code>\n',
  'docs/forms.md':
    '# Forms\n\n<code src="../demos/list.tsx" title="Entries"></code>\n\n<code src="../demos/field.tsx" title="Name"></code>\n',
};

/** A change of a component or demo, and the verdict that it must get. */
export interface Task {
  name: string;
  /** Export whose demo the assistant finds. */
  component: 'Toggle' | 'List' | 'Field';
  file: keyof typeof FILES;
  edit: [before: string, after: string];
  /** `✖`: something fails. `△`: users can be affected. `✔`: neither. */
  mark: '✖' | '△' | '✔';
  /** Text in the answer. */
  says?: string;
}

export const TASKS: Task[] = [
  {
    name: 'a comment',
    component: 'Toggle',
    file: 'src/toggle.tsx',
    edit: ['return (', '// A group.\n  return ('],
    mark: '✔',
  },
  {
    ...{ name: 'a data attribute with another value', component: 'Toggle', file: 'src/toggle.tsx', mark: '△' },
    ...{ edit: ["'open' : 'closed'", "'shown' : 'hidden'"], says: 'removed div[data-state="closed"]' },
  },
  {
    ...{ name: 'a click without effect', component: 'Toggle', file: 'src/toggle.tsx', mark: '✖' },
    ...{ edit: ['setOpen(!isOpen)', 'setOpen(isOpen)'], says: '  Step 1 `Opens` fails: ' },
  },
  {
    ...{ name: 'a syntax error', component: 'List', file: 'src/list.tsx', mark: '✖' },
    ...{ edit: ['return <ul>', 'return <ul'], says: 'src/list.tsx:7' },
  },
  {
    ...{ name: 'a required prop with another name', component: 'List', file: 'src/list.tsx', mark: '✖' },
    ...{ edit: ['  items: string[];', '  items?: string[];\n  entries: string[];'], says: 'demos/list.tsx:2' },
  },
  {
    ...{ name: 'a list without keys', component: 'List', file: 'src/list.tsx', mark: '✖' },
    ...{ edit: [' key={item}', ''], says: 'console-error: Each child in a list' },
  },
  {
    ...{ name: 'a logged error', component: 'Field', file: 'src/field.tsx', mark: '✖' },
    ...{ edit: ['  return (', "  console.error('Lost');\n  return ("], says: 'console-error: Lost' },
  },
  {
    ...{ name: 'an error while rendering', component: 'Field', file: 'src/field.tsx', mark: '✖' },
    ...{ edit: ['  return (', "  if (label) throw new Error('Broken');\n  return ("], says: 'Broken' },
  },
  {
    ...{ name: 'an error in a handler that a step calls', component: 'Toggle', file: 'src/toggle.tsx', mark: '✖' },
    ...{ edit: ['setOpen(!isOpen)', "{ throw new Error('No way'); }"], says: 'No way' },
  },
  {
    ...{ name: 'a field without a name', component: 'Field', file: 'src/field.tsx', mark: '✖' },
    ...{
      edit: [
        '<label>{label} <input type="text" name="field" /></label>',
        '<b>{label}</b> <input type="text" name="field" />',
      ],
    },
    says: 'axe/label',
  },
  {
    ...{ name: 'an import that does not exist', component: 'Field', file: 'src/field.tsx', mark: '✖' },
    ...{ edit: ['export interface', "import './gone';\nexport interface"], says: './gone' },
  },
  {
    ...{ name: 'an unknown prop in a demo', component: 'Toggle', file: 'demos/toggle.tsx', mark: '✖' },
    ...{ edit: ['label="More"', 'label="More" loud'], says: 'demos/toggle.tsx:2:43 `<Toggle>` has no prop `loud`' },
  },
  {
    ...{ name: 'another role', component: 'List', file: 'src/list.tsx', mark: '△' },
    ...{
      edit: [
        '<ul>{items.map((item) => <li key={item}>{item}</li>)}</ul>',
        '<div>{items.map((item) => <p key={item}>{item}</p>)}</div>',
      ],
    },
    says: 'roles and names: removed list',
  },
  {
    ...{ name: 'another name', component: 'Field', file: 'src/field.tsx', mark: '△' },
    ...{ edit: ['>Clear<', '>Reset<'], says: 'roles and names: removed paragraph > button "Clear"' },
  },
  {
    ...{ name: 'a button that Tab leaves out', component: 'Field', file: 'src/field.tsx', mark: '△' },
    ...{
      edit: ['<button type="button">', '<button type="button" tabIndex={-1}>'],
      says: 'order of focus: removed button "Clear"',
    },
  },
  {
    ...{ name: 'a custom property less', component: 'Toggle', file: 'src/toggle.css', mark: '△' },
    ...{ edit: [':root { --toggle-gap: 4px; }\n', ''], says: 'removed --toggle-gap' },
  },
  {
    ...{ name: 'another element', component: 'Field', file: 'src/field.tsx', mark: '△' },
    ...{ edit: ['name="field"', 'name="text"'], says: 'elements: removed label > input[name="field"][type="text"]' },
  },
  {
    ...{ name: 'another state of a step', component: 'Toggle', file: 'src/toggle.tsx', mark: '△' },
    ...{ edit: ['>Text<', '>Words<'], says: 'removed region "Details": Text' },
  },
  { name: 'another color', component: 'Toggle', file: 'src/toggle.css', edit: ['#222', '#111'], mark: '✔' },
  {
    ...{ name: 'the same with other code', component: 'List', file: 'src/list.tsx', mark: '✔' },
    edit: ['  return <ul>', '  const isEmpty = items.length === 0;\n  if (isEmpty) return <ul />;\n  return <ul>'],
  },
];

/** Starts an assistant: its tools, and a site whose files it edits. */
export async function startAssistant(env: NodeJS.ProcessEnv) {
  const site: TestSite = await createSite(FILES);
  const { git } = createRepository(site.root);
  git('branch', '-M', 'main');
  const { text } = await site.build();
  expect(text).toBe('');
  const client = startClient(['--root', site.root], { env });
  return {
    site,
    client,
    git,
    /** Finds the demo, edits, verifies, fixes and verifies again. */
    async work({ component, file, edit: [before, after], mark, says = '' }: Task): Promise<void> {
      const { demos } = await client.json('get_component', { id: component });
      const { id } = demos[0];
      expect((await client.json('get_demo', { id })).files[0].code).toContain(`<${component}`);
      expect(await client.text('affected', { files: [file] })).toContain(`\n  ${id} ← demos/`);
      const text = FILES[file] as string;
      expect(text).toContain(before);
      await site.write({ [file]: text.replace(before, () => after) });
      const answer: string = await client.text('verify', {}).finally(() => site.write({ [file]: text }));
      expect(answer).toMatch(new RegExp(`^${mark} `));
      expect(answer).toContain(says);
      expect(await client.text('verify', { demos: [id] })).toMatch(
        /^✔ 0 of 1 demos fail, 0 change what users can rely on, 0 type errors \(compared with /,
      );
    },
  };
}
