/** Files of a site whose demos have steps, and of a page without demos. */

/** A popup that closes on a press outside of it, as libraries notice it, and when its field loses the focus. */
const PICKER = `import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

export default function Picker() {
  const [isOpen, setOpen] = useState(false);
  const [city, setCity] = useState('');
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ target }: Event) => {
      if (!(target as Element).closest('.picker')) setOpen(false);
    };
    window.addEventListener('mousedown', close, true);
    document.addEventListener('pointerdown', close);
    return () => {
      window.removeEventListener('mousedown', close, true);
      document.removeEventListener('pointerdown', close);
    };
  }, [isOpen]);
  const list = (
    <div role="listbox" aria-label="Cities" className="picker" style={{ position: 'absolute', insetBlockStart: 80, background: '#fff', color: '#000' }}>
      <div role="option" aria-selected={city === 'Oslo'} onMouseDown={(event) => event.preventDefault()} onClick={() => setCity('Oslo')}>
        Oslo
      </div>
    </div>
  );
  return (
    <label className="picker">
      City{' '}
      <input
        value={city}
        onChange={({ target }) => setCity(target.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key }) => key === 'ArrowDown' && setCity('Rome')}
      />
      {isOpen && createPortal(list, document.body)}
    </label>
  );
}
`;

const COUNTER = `import { useState } from 'react';

export default function Counter() {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>Count {count}</button>;
}
`;

const COUNTER_STEPS = `import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'A click counts',
    async run({ user, find, expect }) {
      await user.click(find('button', 'Count 0'));
      await expect(find('button', 'Count 1')).toBeVisible();
    },
  },
  {
    name: 'Another click counts',
    async run({ user, find, expect }) {
      await user.click(find('button', 'Count 1'));
      await expect(find('button', 'Count 2')).toBeVisible();
    },
  },
];
`;

export const STEPS_SITE: Record<string, string> = {
  'docs/index.md': `# Steps

<code src="../demos/picker.tsx" title="Picker"></code>

<code src="../demos/counter.tsx" title="Counter"></code>

<code src="../demos/failing.tsx" title="Failing"></code>

<code src="../demos/framed.tsx" title="Framed" iframe="200"></code>
`,
  'docs/plain.md': '# Plain\n\n<code src="../demos/plain.tsx"></code>\n',
  'docs/disabled.md': '# Disabled\n\n<code src="../demos/disabled.tsx" title="Disabled"></code>\n',
  'docs/text.md': '# Text\n\nText.\n',
  'demos/picker.tsx': PICKER,
  'demos/picker.steps.ts': `import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'Tab opens the list',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.tab();
      await expect(find('listbox', 'Cities')).toBeVisible();
    },
  },
  {
    name: 'The arrow key chooses Rome',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await user.press('ArrowDown');
      await expect(find('textbox', 'City')).toHaveValue('Rome');
      await expect(find('textbox', 'City')).toHaveFocus();
    },
  },
  {
    name: 'The pointer shows a color',
    realInput: true,
    async run() {},
  },
  {
    name: 'A click chooses Oslo',
    async run({ user, find, expect }) {
      await user.click(find('option', 'Oslo'));
      await expect(find('textbox', 'City')).toHaveValue('Oslo');
    },
  },
];
`,
  'demos/counter.tsx': COUNTER,
  'demos/counter.steps.ts': COUNTER_STEPS,
  'demos/framed.tsx': COUNTER,
  'demos/framed.steps.ts': COUNTER_STEPS,
  'demos/failing.tsx': COUNTER,
  'demos/failing.steps.ts': `import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'Shows nothing',
    async run({ find, expect }) {
      await expect(find('button', 'Count 0')).toHaveText('Nothing');
    },
  },
];
`,
  'demos/disabled.tsx': `import { useState } from 'react';

export default function Disabled() {
  const [reason, setReason] = useState('');
  return (
    <div onMouseOver={({ target }) => setReason((target as Element).matches('[aria-disabled]') ? 'Nothing to save' : '')}>
      <button type="button" aria-disabled="true">Save</button>
      <output>{reason}</output>
    </div>
  );
}
`,
  'demos/disabled.steps.ts': `import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'A disabled button explains itself',
    async run({ user, find, expect }) {
      await user.hover(find('button', 'Save'));
      await expect(find('status')).toHaveText('Nothing to save');
    },
  },
];
`,
  'demos/plain.tsx': 'export default () => <p>plain</p>;\n',
};
