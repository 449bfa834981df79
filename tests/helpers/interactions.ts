/** Interactions that components of libraries have, with steps. Written plainly, so that no library hides what a step does. */

interface Interaction {
  demo: string;
  /** The steps, in an array. */
  steps: string;
}

const step = (name: string, body: string, more = ''): string =>
  `{ name: '${name}', ${more}async run({ user, find, expect, state, waitFor, clock, mock }) {\n${body}\n} },`;

export const INTERACTIONS: Record<string, Interaction> = {
  tabs: {
    demo: `import { useState } from 'react';
export default function Demo() {
  const [at, setAt] = useState(0);
  return (
    <>
      <div role="tablist" aria-label="Views" onKeyDown={({ key, currentTarget }) => {
        const next = key === 'ArrowRight' ? 1 - at : at;
        setAt(next);
        (currentTarget.children[next] as HTMLElement).focus();
      }}>
        {['Code', 'Preview'].map((name, index) => (
          <button key={name} type="button" role="tab" id={'tab-' + index} aria-controls="view" aria-selected={at === index} tabIndex={at === index ? 0 : -1} onClick={() => setAt(index)}>{name}</button>
        ))}
      </div>
      <div role="tabpanel" id="view" aria-labelledby={'tab-' + at}>{at === 0 ? 'Source' : 'Picture'}</div>
    </>
  );
}`,
    steps:
      step(
        'The arrow key selects the next tab',
        `await user.tab();
        await expect(find('tab', 'Code')).toHaveFocus();
        await user.press('ArrowRight');
        await expect(find('tab', 'Preview')).toBeSelected();
        await expect(find('tabpanel', 'Preview')).toHaveText('Picture');`,
        'keyboard: true, ',
      ) + step('Starts again', `await expect(find('tab', 'Code')).toBeSelected();`, 'fresh: true, '),
  },
  date: {
    demo: `import { useState } from 'react';
export default function Demo() {
  const [date, setDate] = useState('');
  return (
    <>
      <label>Date <input value={date} placeholder="2027-06-30" onChange={({ target }) => setDate(target.value)}
        onPaste={(event) => { event.preventDefault(); setDate(event.clipboardData.getData('text/plain').split('.').reverse().join('-')); }} /></label>
      <output>{Number.isNaN(Date.parse(date)) ? 'No date' : new Date(date).getUTCDate() + '.'}</output>
    </>
  );
}`,
    steps:
      step(
        'A pasted date is converted',
        `await user.click(find('textbox', 'Date'));
        await user.paste('30.06.2027');
        await expect(find('textbox', 'Date')).toHaveValue('2027-06-30');
        await expect(find('status')).toHaveText('30.');`,
      ) +
      step(
        'The date can be copied',
        `await user.press('Control+a');
        if ((await user.copy()) !== '2027-06-30') throw new Error('not copied');`,
      ),
  },
  upload: {
    demo: `import { useState } from 'react';
export default function Demo() {
  const [text, setText] = useState('none');
  return (
    <>
      <label>File <input type="file" onChange={async ({ target: { files } }) => {
        const [file] = files ?? [];
        if (file) setText([file.name, file.type, await file.text()].join(' '));
      }} /></label>
      <label>Unit <select onChange={({ target }) => setText(target.value)}><option value="kg">Kilogram</option><option value="t">Ton</option></select></label>
      <output>{text}</output>
    </>
  );
}`,
    steps:
      step(
        'Reads a file',
        `await user.upload(find.css('input[type=file]'), { name: 'a.csv', type: 'text/csv', content: '1;2' });
        await expect(find('status')).toHaveText('a.csv text/csv 1;2');`,
      ) +
      step(
        'Chooses a unit',
        `await user.select(find('combobox', 'Unit'), 'Ton'); await expect(find('status')).toHaveText('t');`,
      ),
  },
  list: {
    demo: `import { useState } from 'react';
export default function Demo() {
  const [items, setItems] = useState(['One', 'Two', 'Three']);
  const [dragged, setDragged] = useState('');
  const drop = (target: string) => {
    if (dragged && dragged !== target) {
      const rest = items.filter((item) => item !== dragged);
      rest.splice(items.indexOf(target), 0, dragged);
      setItems(rest);
    }
    setDragged('');
  };
  return (
    <ul aria-label="Tasks" style={{ userSelect: 'none' }}>
      {items.map((item) => <li key={item} style={{ padding: 8 }} onPointerDown={() => setDragged(item)} onPointerUp={() => drop(item)}>{item}</li>)}
    </ul>
  );
}`,
    steps: step(
      'Dragging changes the order',
      `await user.drag(find.text('One'), find.text('Three'));
      await waitFor(() => true);
      await expect(find('list', 'Tasks')).toHaveText('Two Three One');`,
    ),
  },
  knob: {
    demo: `import { useState } from 'react';
export default function Demo() {
  const [x, setX] = useState(0);
  return (
    <>
      <div
        role="slider" aria-label="Level" aria-valuenow={x} aria-valuemin={0} aria-valuemax={200} tabIndex={0}
        style={{ inlineSize: 20, blockSize: 20, background: 'gray' }}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={({ currentTarget, pointerId, clientX }) => {
          if (currentTarget.hasPointerCapture(pointerId)) setX(Math.round(clientX - currentTarget.getBoundingClientRect().x));
        }}
        onPointerUp={({ currentTarget, pointerId }) => currentTarget.releasePointerCapture(pointerId)}
      />
    </>
  );
}`,
    steps: step(
      'Captures the pointer',
      `await user.drag(find('slider', 'Level'), { x: 100, y: 40 });
      await expect(find('slider')).toHaveValue(110);`,
    ),
  },
  sortable: {
    demo: `import { useState } from 'react';
export default function Demo() {
  const [items, setItems] = useState(['One', 'Two', 'Three']);
  const [effect, setEffect] = useState('');
  const drop = (dragged: string, target: string) => {
    const rest = items.filter((item) => item !== dragged);
    setItems(rest.toSpliced(items.indexOf(target), 0, dragged));
  };
  return (
    <>
      <ul aria-label="Tasks">
        {items.map((item) => (
          <li
            key={item}
            draggable={item !== 'Two'}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.effectAllowed = 'move';
              dataTransfer.setData('text/plain', item);
            }}
            onDragOver={(event) => item !== 'Two' && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              drop(event.dataTransfer.getData('text/plain'), item);
            }}
            onDragEnd={({ dataTransfer }) => setEffect(dataTransfer.dropEffect)}
          >
            {item}
          </li>
        ))}
      </ul>
      <output>{effect}</output>
    </>
  );
}`,
    steps:
      step(
        'The browser drags an item',
        `await user.drag(find.text('One'), find.text('Three'));
        await expect(find('list', 'Tasks')).toHaveText('Two Three One');
        await expect(find('status')).toHaveText('move');`,
      ) +
      step(
        'An item that accepts nothing is no target',
        `await user.drag(find.text('One'), find.text('Two'));
        await expect(find('status')).toHaveText('none');
        await expect(find('list', 'Tasks')).toHaveText('Two Three One');`,
      ),
  },
  form: {
    demo: `import { mock } from 'cascader-docs/steps';
import { useState } from 'react';
mock('GET /api/users', ['Ada', 'Alan']);
mock('POST /api/users', async (request: Request) => ({ name: (await request.json()).name.toUpperCase() }));
export default function Demo() {
  const [users, setUsers] = useState<string[]>([]);
  const [error, setError] = useState('');
  const [email, setEmail] = useState('');
  const load = async () => {
    const response = await fetch('/api/users');
    setError(response.ok ? '' : 'Error ' + response.status);
    if (response.ok) setUsers(await response.json());
  };
  const add = async (name: string) => {
    const response = await fetch('/api/users', { method: 'POST', body: JSON.stringify({ name }) });
    setUsers([...users, (await response.json()).name]);
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); void add(String(new FormData(event.currentTarget).get('name'))); }}>
      <label>Name <input name="name" /></label> <label>Email <input type="email" defaultValue="a@b.c" ref={(field) => { if (field) field.onchange = () => setEmail(field.value); }} /></label> <output>{email}</output>
      <button type="submit">Add</button> <button type="button" onClick={load}>Load</button>
      <ul aria-label="Users">{users.map((user) => <li key={user}>{user}</li>)}</ul>
      <p role="alert">{error}</p>
    </form>
  );
}`,
    steps:
      step(
        'Loads and adds',
        `await user.click(find('button', 'Load'));
        await expect(find('listitem')).toHaveCount(2);
        await user.type(find('textbox', 'Name'), 'grace');
        await user.press('Enter');
        await expect(find.text('GRACE')).toBeVisible();`,
      ) +
      step(
        'Clears a field that has no selection',
        `await user.clear(find('textbox', 'Email'));
        await user.type(find('textbox', 'Email'), 'x@y.z');
        await user.tab({ shift: true });
        await expect(find('status')).toHaveText('x@y.z');`,
      ) +
      step(
        'Shows an error of the server',
        `await mock('GET /api/users', new Response(null, { status: 500 }));
        await user.click(find('button', 'Load'));
        await expect(find('alert')).toHaveText('Error 500');`,
        'fresh: true, ',
      ),
  },
};

/** A site with a demo for each interaction. */
export const INTERACTION_SITE: Record<string, string> = {
  'docs/index.md': `# Interactions\n\n${Object.keys(INTERACTIONS)
    .map((name) => `<code src="../demos/${name}.tsx" title="${name}"></code>\n`)
    .join('\n')}`,
  ...Object.fromEntries(
    Object.entries(INTERACTIONS).flatMap(([name, { demo, steps }]) => [
      [`demos/${name}.tsx`, demo],
      [
        `demos/${name}.steps.ts`,
        `import type { Steps } from 'cascader-docs/steps';\nexport const steps: Steps = [${steps}];\n`,
      ],
    ]),
  ),
};
