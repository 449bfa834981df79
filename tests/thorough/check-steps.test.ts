import fs from 'node:fs/promises';
import path from 'node:path';
import { type CheckResult, check, type Finding } from 'cascader-docs';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';

const demo = `import { useEffect, useState } from 'react';
export default function Demo() {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [skill, setSkill] = useState('');
  useEffect(() => {
    if (!isOpen) return;
    const list = Object.assign(document.createElement('ul'), { id: 'popup' });
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', 'Cities');
    list.innerHTML = '<li role="option" aria-selected="false">Rome <b>&gt;</b></li><li role="option" aria-selected="false">Romeo</li>';
    document.body.append(list);
    return () => list.remove();
  }, [isOpen]);
  return (
    <div>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>Choose</button>
      <label>Name <input value={text} onChange={(event) => setText(event.target.value)} /></label>
      <label><input type="radio" name="size" defaultChecked /> Small</label>
      <label><input type="radio" name="size" /> Large</label>
      <div style={{ position: 'relative' }} onClick={(event) => event.currentTarget.querySelector('input')?.focus()}>
        <input aria-label="Skill" value={skill} onChange={(event) => setSkill(event.target.value)} />
        {skill === '' && <span style={{ position: 'absolute', inset: 0 }}>Type a skill</span>}
      </div>
      <a href="/other">Other page</a>
      <output>{text}</output>
    </div>
  );
}
`;

const step = (name: string, body: string, more = ''): string =>
  `  { name: '${name}', ${more}async run({ user, find, expect, state }) {\n    ${body}\n  } },\n`;
const steps = (...list: string[]): string =>
  `import type { Steps } from 'cascader-docs/steps';\n\nexport const steps: Steps = [\n${list.join('')}];\n`;

/** A button that moves away from the pointer: once, or each time. A press beside it is shown. */
const fleeing = (isEndless: boolean): string => `import { useState } from 'react';
export default function Demo() {
  const [text, setText] = useState('');
  return (
    <div
      onPointerMove={({ currentTarget: { style } }) => {
        style.paddingLeft = style.paddingLeft && ${isEndless} ? '' : '300px';
      }}
      onMouseDown={({ target }) => {
        if (!(target instanceof HTMLButtonElement)) setText('missed');
      }}
    >
      <button type="button" onClick={() => setText((before) => before || 'pressed')}>Flee</button>
      <output>{text}</output>
    </div>
  );
}
`;

/** Native selects. */
const NATIVE = `import { useState } from 'react';
export default function Demo() {
  const [text, setText] = useState('none');
  return (
    <div>
      <label>Country <select onChange={({ target }) => setText(target.value)}>
        <option value="is">Iceland</option>
        <option value="no">Norway</option>
      </select></label>
      <label>Sizes <select multiple onChange={({ target }) => setText([...target.selectedOptions].map(({ value }) => value).join(' '))}>
        <option value="s">S</option>
        <optgroup label="Sold" disabled><option value="m">M</option></optgroup>
        <option value="l">L</option>
      </select></label>
      <output>{text}</output>
    </div>
  );
}
`;

/** Sources of the demos that are not {@link demo}. */
const SOURCES: Record<string, string> = {
  states: demo.replace('import', "import './states.css';\nimport"),
  native: NATIVE,
  unknown: NATIVE,
  sold: NATIVE,
  flees: fleeing(false),
  escapes: fleeing(true),
};

/** Steps of one demo each. The body of the first step is in line 5. */
const CASES: Record<string, string> = {
  passes: steps(
    step(
      'Opens',
      "await user.click(find('button', 'choose'));\n    await expect(find('option', /^Rome >/)).toBeVisible();",
    ),
    step(
      'Types',
      "await user.type(find('textbox', 'Name'), 'Ada Ünï');\n    await expect(find('status')).toHaveText('Ada Ünï');",
    ),
    step(
      'Clears',
      "await user.clear(find('textbox', 'Name'));\n    await expect(find('textbox', 'Name')).toHaveValue('');",
    ),
    step(
      'Closes',
      "await user.tab({ shift: true });\n    await expect(find('button')).toHaveFocus();\n    await user.press('Enter');\n    await expect(find('option')).not.toBeVisible();",
    ),
  ),
  several: steps(
    step('Opens', "await user.click(find('button'));\n    await user.click(find('option', 'Rome'));"),
    step('Never', ''),
  ),
  missing: steps(step('Finds', "await user.click(find('button', 'Save'));")),
  value: steps(step('Expects', "await expect(find('textbox', 'Name')).toHaveValue('Ada');")),
  outline: steps(step('Opens', "await user.click(find('button'));\n    await expect(find('listbox')).toMatchTree();")),
  throws: steps(step('Throws', 'const nothing = undefined as never as { a: { b: string } };\n    nothing.a.b.trim();')),
  endless: steps(step('Waits', 'await new Promise(() => {});')),
  hangs: steps(step('Hangs', 'for (;;);')),
  leaves: steps(
    step('Leaves', "await user.click(find('link'));\n    await expect(find('button')).toBeHidden();"),
    step('Never', ''),
  ),
  alerts: steps(step('Alerts', "alert('Hello');"), step('Goes on', "await user.click(find('button'));")),
  forgets: steps(step('Forgets', "user.click(find('button'));")),
  flees: steps(
    step('Is pressed', "await user.click(find('button'));\n    await expect(find('status')).toHaveText('pressed');"),
  ),
  escapes: steps(step('Escapes', "await user.click(find('button'));", 'realInput: true, ')),
  radio: steps(
    step(
      'Arrow Down chooses the next size',
      "await user.click(find('radio', 'Small'));\n    await user.press('ArrowDown');\n    await expect(find('radio', 'Large')).toBeChecked();",
    ),
  ),
  marked: steps(
    step(
      'Arrow Down',
      "await user.click(find('radio', 'Small'));\n    await user.press('ArrowDown');\n    await expect(find('radio', 'Large')).toBeChecked();",
      'realInput: true, ',
    ),
  ),
  covered: steps(
    step(
      'Types once the field has the focus',
      "await user.click(find.text('Type a skill'));\n    await user.type(find('textbox', 'Skill'), 'Rust');\n    await expect(find('textbox', 'Skill')).toHaveValue('Rust');",
    ),
    step(
      'Never',
      "await user.clear(find('textbox', 'Skill'));\n    await user.click(find('button'));\n    await user.type(find('textbox', 'Skill'), 'x');",
    ),
  ),
  native: steps(
    step(
      'Chooses a country',
      "await user.select(find('combobox', 'Country'), 'Norway');\n    await expect(find('status')).toHaveText('no');\n    await expect(find('combobox')).toHaveFocus();",
    ),
    step(
      'Chooses several',
      "await user.select(find('listbox', 'Sizes'), ['S', 'L']);\n    await expect(find('status')).toHaveText('s l');",
    ),
  ),
  unknown: steps(step('Has no such option', "await user.select(find('combobox'), 'Atlantis');")),
  sold: steps(step('Is disabled', "await user.select(find('listbox'), 'M');")),
  states: steps(step('Opens', "await user.click(find('button'));\n    await state('open');")),
  logs: steps(step('Logs', "console.error('From the step');")),
};

/** In the dark color scheme, options cannot be read. */
const STYLE = "[data-prefers-color='dark'] #popup { color: #333; background: #222; }";

let site: TestSite;
let result: CheckResult;
const findingsOf = (name: string): Finding[] =>
  // On a busy machine, a page may start too late for other checks.
  (result.demos.find(({ id }) => id === `docs-demo-${name}`)?.findings ?? []).filter(({ place }) => place === 'steps');
const stepsOf = (name: string) =>
  result.demos.find(({ id }) => id === `docs-demo-${name}`)?.steps?.map(({ isRun, finding }) => [isRun, finding?.rule]);

beforeAll(async () => {
  // Without a card, nothing is exported, which would take most of the time.
  const tags = Object.keys(CASES).map((name) => `<code src="../demos/${name}.tsx" inline></code>\n`);
  const files = Object.entries(CASES).flatMap(([name, text]) => [
    [`demos/${name}.tsx`, SOURCES[name] ?? demo],
    [`demos/${name}.steps.ts`, text],
  ]);
  site = await createSite({
    'cascader-docs.config.ts': 'export default { demoTimeout: 10_000 };\n',
    'docs/index.md': `# Home\n\n${tags.join('\n')}`,
    'docs/other.md': '# Other\n',
    'demos/states.css': `${STYLE}\n`,
    ...Object.fromEntries(files),
  });
  result = await check({ root: site.root, connect: inject('browser') });
});

describe('check runs the steps of demos', () => {
  it('with real input, and with the events of a reader’s browser', () => {
    expect(findingsOf('passes')).toEqual([]);
    expect(stepsOf('passes')).toEqual([
      [true, undefined],
      [true, undefined],
      [true, undefined],
      [true, undefined],
    ]);
  });

  it('a native select is played with and without a driver', () => {
    expect(findingsOf('native')).toEqual([]);
    expect(stepsOf('native')).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    expect(findingsOf('unknown')).toMatchObject([
      {
        message: "Step 1 `Has no such option`: find('combobox') has no option Atlantis",
        location: { file: 'demos/unknown.steps.ts', line: 5, column: 11 },
      },
    ]);
    expect(findingsOf('sold')[0]?.message).toContain("find('listbox') has no option M");
  });

  it('several matches are an error that lists them', () => {
    expect(findingsOf('several')).toMatchObject([
      {
        rule: 'step',
        place: 'steps',
        message: expect.stringMatching(/^Step 1 `Opens`: find\('option', 'Rome'\) matches 2 elements/),
        details: expect.stringContaining('Actual: option "Rome >", option "Romeo"'),
        location: { file: 'demos/several.steps.ts', line: 6, column: 11 },
      },
    ]);
    expect(stepsOf('several')).toEqual([
      [true, 'step'],
      [false, undefined],
    ]);
  });

  it('a missing element is reported with those of the same role', () => {
    expect(findingsOf('missing')).toMatchObject([
      {
        message: "Step 1 `Finds`: find('button', 'Save') matches nothing",
        details: 'Actual: There is: button "Choose"',
        location: { line: 5, column: 11 },
      },
    ]);
  });

  it('an expectation is reported with expected and actual value, HTML and a screenshot', async () => {
    const [finding] = findingsOf('value');
    expect(finding).toMatchObject({
      message: "Step 1 `Expects`: Expected find('textbox', 'Name') to have the value 'Ada'",
      details: expect.stringMatching(/^Expected: to have the value 'Ada'\nActual: ''\n<input /),
      location: { line: 5, column: 11 },
    });
    const screenshot = await fs.readFile(path.join(path.dirname(result.report), finding?.screenshot ?? ''));
    expect(screenshot.subarray(1, 4).toString()).toBe('PNG');
  });

  it('errors of a step are reported at their line', () => {
    expect(findingsOf('throws')).toMatchObject([
      { message: expect.stringMatching(/^Step 1 `Throws`: The step threw TypeError: /), location: { line: 6 } },
    ]);
  });

  it('a step that never settles, hangs or is not awaited fails with its name', () => {
    expect(findingsOf('endless')).toMatchObject([{ message: 'Step 1 `Waits`: The step did not finish within 10 s' }]);
    expect(findingsOf('hangs')).toMatchObject([{ message: 'Step 1 `Hangs`: The page does not respond' }]);
    expect(findingsOf('forgets')).toMatchObject([
      { message: expect.stringContaining('Write `await` before it'), location: { line: 5, column: 5 } },
    ]);
  });

  it('a step that leaves the page ends the steps of its demo', () => {
    expect(findingsOf('leaves')).toMatchObject([
      {
        rule: 'lost-page',
        message: 'Step 1 `Leaves` left the page of the demo for /other. The remaining steps were not run',
      },
    ]);
    expect(stepsOf('leaves')).toEqual([
      [true, 'lost-page'],
      [false, undefined],
    ]);
  });

  it('a field that its placeholder covers can be typed into only if it has the focus', () => {
    expect(findingsOf('covered')).toMatchObject([
      {
        message: expect.stringMatching(
          /^Step 2 `Never`: find\('textbox', 'Skill'\) cannot receive input: it is covered by/,
        ),
      },
    ]);
  });

  it('a press never reaches another element, if the page moves its element at the same time', () => {
    expect(findingsOf('flees')).toEqual([]);
    expect(findingsOf('escapes')).toMatchObject([
      { message: "Step 1 `Escapes`: find('button') cannot receive input: it moves away from the pointer" },
    ]);
  });

  it('dialogs are closed and reported', () => {
    expect(findingsOf('alerts')).toMatchObject([
      { rule: 'dialog', message: 'Step 1 `Alerts` opened a dialog (alert: `Hello`), which was closed' },
    ]);
    expect(stepsOf('alerts')).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
  });

  it('a step that a reader cannot play must say so', () => {
    expect(findingsOf('radio')).toMatchObject([
      {
        rule: 'needs-real-input',
        message: expect.stringContaining('Add `realInput: true` to the step, or run `cascader-docs check --fix`'),
        location: { file: 'demos/radio.steps.ts', line: 6, column: 11 },
      },
    ]);
    expect(findingsOf('marked')).toEqual([]);
  });

  it('named states are examined in both colors and at both widths', () => {
    const rules = findingsOf('states').map(({ rule, details }) => [rule, details?.split('\n')[0]]);
    expect(rules).toContainEqual(['axe/color-contrast', 'In the state `open`, dark, 1280 px']);
    expect(findingsOf('states').filter(({ screenshot }) => screenshot).length).toBe(1);
    expect(findingsOf('passes')).toEqual([]);
  });

  it('messages during a step are findings of the demo', () => {
    expect(findingsOf('logs')).toMatchObject([
      { rule: 'console-error', message: 'From the step', details: 'In step 1 `Logs`' },
    ]);
  });

  it('`fix` marks the steps that need real input', async () => {
    const fixed = await check({ root: site.root, connect: inject('browser'), demos: ['demo-radio'], fix: true });
    expect(fixed).toMatchObject({ fixed: 1 });
    expect(await fs.readFile(path.join(site.root, 'demos/radio.steps.ts'), 'utf8')).toContain(
      "name: 'Arrow Down chooses the next size', realInput: true, async run",
    );
    const again = await check({ root: site.root, connect: inject('browser'), demos: ['demo-radio'] });
    expect(again).toMatchObject({ fixed: 0 });
    expect(again.demos[0]?.findings.filter(({ place }) => place === 'steps')).toEqual([]);
  });

  it('`update` writes outlines of the accessibility tree, which then are compared', async () => {
    const options = { root: site.root, connect: inject('browser'), demos: ['demo-outline'], only: ['steps'] as const };
    const file = path.join(site.root, 'demos/outline.steps.ts');
    const before = await check(options);
    expect(before.demos[0]?.findings).toMatchObject([
      {
        rule: 'step',
        message:
          "Step 1 `Opens`: Expected find('listbox') to match the tree. To write it, run `cascader-docs check --update`",
        location: { file: 'demos/outline.steps.ts', line: 6 },
      },
    ]);
    expect(await check({ ...options, update: true })).toMatchObject({ fixed: 1, findings: 0 });
    expect(await fs.readFile(file, 'utf8')).toContain(`    await expect(find('listbox')).toMatchTree(\`
      - listbox "Cities"
        - option "Rome >"
        - option "Romeo"
    \`);`);
    expect(await check(options)).toMatchObject({ findings: 0 });
    await fs.writeFile(file, (await fs.readFile(file, 'utf8')).replace('"Romeo"', '"Juliet"'));
    const [failed] = (await check(options)).demos[0]?.findings ?? [];
    expect(failed?.details).toContain('option "Juliet"');
    expect(failed?.details).toContain('option "Romeo"');
  });
});
