/** A library whose stories have play functions. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageDir } from '../../src/node/base/package-dir.ts';

const FORM = `import { useState } from 'react';

interface Props {
  onSubmit?: (data: { email: string; color: string }) => unknown;
  onCancel?: () => void;
  label?: string;
}

export function Form({ onSubmit, onCancel, label = 'Email' }: Props) {
  const [email, setEmail] = useState('');
  const [color, setColor] = useState('red');
  const [agreed, setAgreed] = useState(false);
  const [state, setState] = useState('');
  const [files, setFiles] = useState('');
  const submit = () => {
    const answer = onSubmit?.({ email, color });
    setTimeout(() => setState(answer ? String(answer) : 'Sent'), 50);
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); submit(); }}>
      <h3>Sign in</h3>
      <label>{label} <input placeholder="you@example.org" required value={email} onChange={({ target }) => setEmail(target.value)} /></label>
      <label>Color <select value={color} onChange={({ target }) => setColor(target.value)}><option value="red">Red</option><option value="blue">Blue</option></select></label>
      <label><input type="checkbox" checked={agreed} onChange={({ target }) => setAgreed(target.checked)} /> I agree</label>
      <label>Files <input type="file" multiple onChange={({ target }) => setFiles([...(target.files ?? [])].map(({ name }) => name).join())} /></label>
      <button disabled={!agreed} className="main big" style={{ color: 'rgb(255, 0, 0)' }}>Send</button>
      <button type="button" onClick={onCancel} data-testid="cancel" title="Go back">Cancel</button>
      <output aria-label="State">{state}</output>
      <output>{files}</output>
    </form>
  );
}
`;

const HEAD = `import type { Meta, StoryObj } from '@storybook/react';
import { expect, fireEvent, fn, screen, userEvent, waitFor, waitForElementToBeRemoved, within } from 'storybook/test';
import { Form } from './Form';

const onSubmit = fn();
const meta = { title: 'UI/Form', component: Form, args: { onSubmit, onCancel: fn() } } satisfies Meta<typeof Form>;
export default meta;
type Story = StoryObj<typeof meta>;
`;

const PASSING = `
export const Filled: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText(/Email/), 'ada@example.org', { delay: 100 });
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Color' }), ['blue']);
    await userEvent.click(canvas.getByRole('checkbox'));
    await userEvent.click(canvas.getByRole('button', { name: /send/i }));
    await waitFor(() => expect(args.onSubmit).toHaveBeenCalled());
    await expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ email: 'ada@example.org', color: 'blue' }));
    expect(args.onCancel).not.toHaveBeenCalled();
    await expect(await canvas.findByText('Sent')).toBeInTheDocument();
  },
};

export const InSteps: Story = {
  args: { label: 'Mail' },
  play: async ({ canvas, step, args, userEvent }) => {
    const field = canvas.getByPlaceholderText('you@example.org');
    await step('Fill in', async () => {
      await userEvent.type(field, 'x{Backspace}ab{{');
      await expect(field).toHaveValue('ab{');
    });
    await step('Cancel', async () => {
      await fireEvent.click(canvas.getByTestId('cancel'));
      await expect(args.onCancel).toHaveBeenCalledTimes(1);
    });
  },
};

export const Composed: Story = {
  ...InSteps,
  play: async (context) => {
    await InSteps.play?.(context);
    await context.userEvent.clear(context.canvas.getByDisplayValue('ab{'));
  },
};

export const Answered: Story = {
  args: { onSubmit: fn(() => 'Never') },
  play: async ({ canvas, args }) => {
    args.onSubmit.mockReturnValue('Saved');
    await userEvent.click(canvas.getByLabelText('I agree'));
    await userEvent.type(canvas.getByRole('textbox'), 'a{enter}');
    await expect(await canvas.findByText(/saved/i)).toHaveAccessibleName('State');
    await expect(args.onSubmit.mock.calls[0][0].email).toBe('a');
  },
};

export const Matchers: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const send = canvas.getByText('Send');
    expect(send).toBeDisabled();
    expect(send).toBeVisible();
    expect(send).toHaveClass('main', 'big');
    expect(send).toHaveStyle({ color: 'red' });
    expect(send).not.toHaveFocus();
    expect(canvas.getByTitle('Go back')).toHaveAttribute('title', expect.stringContaining('back'));
    expect(canvas.getByRole('heading', { level: 3 })).toHaveTextContent('Sign in');
    expect(canvas.queryByRole('heading', { level: 2 })).not.toBeInTheDocument();
    expect(canvas.getAllByRole('button')).toHaveLength(2);
    expect(within(canvasElement.querySelector('form')).queryAllByText('Nothing')).toEqual([]);
    expect(canvas.getByLabelText('Email')).toBeRequired();
    expect(canvas.getByRole('combobox')).toHaveDisplayValue('Red');
    expect(canvas.getByRole('checkbox', { checked: false })).not.toBeChecked();
    expect({ a: [1, { b: 2 }] }).toMatchObject({ a: [1, expect.any(Object)] });
    expect(() => canvas.getByText('Nothing')).toThrow(/matches nothing/);
    expect(['a']).toContain('a');
    await expect(Promise.resolve(3)).resolves.toBe(3);
    await expect(Promise.reject(new Error("No"))).rejects.toEqual(new Error("No"));
    const file = new File(['x'], 'a.txt', { type: 'text/plain' });
    await userEvent.upload(canvas.getByLabelText('Files'), [file]);
    expect(screen.getByText('a.txt')).toBeVisible();
    fireEvent.change(canvas.getByRole('textbox'), { target: { value: 'typed' } });
    await expect(canvas.getByRole('textbox')).toHaveValue('typed');
    await userEvent.tab();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await waitForElementToBeRemoved(() => canvas.queryByText('Nothing'));
  },
};
`;

const FAILING = `
export const Early: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Send')).toBeEnabled();
  },
};

export const Lost: Story = {
  play: async ({ canvas }) => {
    const gone = await canvas.findByRole('button', { name: 'Gone' });
    await userEvent.click(gone);
  },
};

export const Thrown: Story = {
  play: async () => {
    throw new Error('Not today');
  },
};

export const Endless: Story = {
  play: () => new Promise(() => undefined),
};
`;

function siteOf(stories: string): Record<string, string> {
  return {
    'cascader-docs.config.ts': "export default { stories: 'src/**/*.stories.tsx', demoTimeout: 10_000 };\n",
    'docs/index.md': '# Home\n',
    'src/Form.tsx': FORM,
    'src/Form.stories.tsx': HEAD + stories,
  };
}

const LOADED = `import { Form } from './Form';

let greeting = 'nothing';
export default { title: 'UI/Loaded', component: Form };
export const Loaded = {
  loaders: [async () => ({ label: 'From a loader' })],
  render: (args, { loaded }) => <Form {...args} {...loaded} />,
};
export const Prepared = {
  beforeEach: () => {
    greeting = 'Prepared';
  },
  render: () => <p>{greeting}</p>,
};
export const Failed = {
  loaders: [async () => { throw new Error('No connection'); }],
  render: () => <p>Never</p>,
};
`;

const PREVIEW = `export default {
  globalTypes: {
    theme: { toolbar: { items: ['light', 'dark'] }, defaultValue: 'light' },
    direction: { toolbar: { items: [{ value: 'ltr', title: 'LTR' }, { value: 'rtl', title: 'RTL' }] } },
    locale: { toolbar: { items: ['de', 'en'] } },
    density: { toolbar: { items: ['low', 'high'] } },
  },
  initialGlobals: { direction: 'ltr', locale: 'de', density: 'high' },
  beforeEach: () => document.body.setAttribute('data-prepared', ''),
  decorators: [
    (Story, { globals: { theme, direction, locale, density } }) => (
      <div className="globals" title={[theme, direction, locale, density].join(' ')}><Story /></div>
    ),
  ],
};
`;

/** Stories whose play functions pass, those that load something, and a preview file with global types. */
export const PLAY_SITE: Record<string, string> = {
  ...siteOf(PASSING),
  'src/Loaded.stories.tsx': LOADED,
  '.storybook/preview.tsx': PREVIEW,
  'cascader-docs.config.ts':
    "export default { stories: 'src/**/*.stories.tsx', demoTimeout: 10_000, demo: { setup: './docs/setup.tsx' } };\n",
  'docs/setup.tsx': readFileSync(path.join(packageDir, 'templates/preview/docs/setup.tsx'), 'utf8').replace(
    '__PREVIEW__',
    '../.storybook/preview',
  ),
};
/** Stories whose play functions fail. */
export const FAILING_PLAY_SITE: Record<string, string> = siteOf(FAILING);
