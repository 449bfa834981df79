// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the modules in the strings
import { describe, expect, it } from 'vitest';
import { parseSteps } from '../../../../src/node/render/demos/parse-steps.ts';
import { withoutSteps } from '../../../../src/node/render/demos/read-steps.ts';

const listOf = (steps: string) =>
  parseSteps(`export const steps = ${steps};`)?.list.map(({ name, keys }) => [name, keys]);
const problemsOf = (steps: string) => {
  const text = `export const steps = ${steps};`;
  return parseSteps(text)?.problems.map(({ offset, problem }) => [problem.case, text.slice(offset, offset + 6)]);
};

describe('parseSteps', () => {
  it('reads names and keys without running anything', () => {
    expect(
      listOf(`[
      { name: 'One', run() { throw new Error('never'); } },
      { name: \`Two\`, keyboard: true, run: async ({ user: { press, tab } }) => { await press('ArrowDown'); } },
      { 'name': "Three", keyboard: true, async run({ user }) {
        await user.press('ArrowDown', 'ArrowDown'); await user.tab(); await user.tab({ shift: true });
        await user.press('Control+a');
      } },
    ]`),
    ).toEqual([
      ['One', undefined],
      ['Two', undefined],
      ['Three', ['ArrowDown', 'ArrowDown', 'Tab', 'Shift+Tab', 'Control+a']],
    ]);
  });

  it('finds offsets behind templates', () => {
    const text =
      'const a = `${1}`;\nexport const steps = [{ name: "A}`", run() { `${a}`; } }];\nexport const b = ``;\n';
    const { list = [], range } = parseSteps(text) ?? {};
    expect(list.map(({ name, nameStart, nameEnd }) => [name, text.slice(nameStart, nameEnd)])).toEqual([
      ['A}`', '"A}`"'],
    ]);
    expect(text.slice(range?.start, range?.end)).toBe('export const steps = [{ name: "A}`", run() { `${a}`; } }];');
  });

  it('reads TypeScript and JSX, and finds offsets in the original text', () => {
    const text = `import type { Steps } from 'cascader-docs/steps';
const wide: number = <number>3;
export const steps: Steps = [
  { name: 'Ünï “x”', realInput: true, async run({ user }: { user: any }): Promise<void> { await user.click(<never>0); } },
] satisfies Steps;
export const after = 1;
`
      .replace('<number>', '')
      .replace('<never>', '');
    const parsed = parseSteps(text);
    const [step] = parsed?.list ?? [];
    expect(step).toMatchObject({ name: 'Ünï “x”', realInput: true });
    expect(text.slice(step?.nameStart, step?.nameEnd)).toBe("'Ünï “x”'");
    expect(text.slice(parsed?.range.start, parsed?.range.end)).toMatch(/^export const steps[\s\S]*satisfies Steps;$/);
    expect(parsed?.problems).toEqual([]);
  });

  it.each([
    ['makeSteps()', [['no-list', 'makeSt']]],
    ['[...others]', [['no-step', '...oth']]],
    ['[step]', [['no-step', 'step];']]],
    ["[{ name: 'a' + 'b', run() {} }]", [['no-name', "'a' + "]]],
    ["[{ name: ' ', run() {} }]", [['no-name', "' ', r"]]],
    ['[{ run() {} }]', [['no-name', '{ run(']]],
    ["[{ name: 'a' }]", [['no-run', '{ name']]],
    ["[{ name: 'a', keyboard: true, run() {} }]", [['unknown-keys', "'a', k"]]],
    ["[{ name: 'a', keybord: true, run() {} }]", [['unknown-property', 'keybor']]],
    ["[{ name: 'a', run() {} }, { name: 'a', run() {} }]", [['same-name', "'a', r"]]],
  ])('reports %s at its location', (steps, problems) => {
    expect(problemsOf(steps)).toEqual(problems);
  });

  it('returns undefined without `export const steps`', () => {
    expect(parseSteps('const steps = [];\nexport { steps };')).toBeUndefined();
    expect(parseSteps('export default [];')).toBeUndefined();
  });
});

describe('withoutSteps', () => {
  const shown = (text: string): string => withoutSteps(text, parseSteps(text)?.range ?? { start: 0, end: 0 }, 0);

  it('removes the steps, their comment, and the imports that only they use', () => {
    expect(
      shown(`import { Button } from 'antd';
import { openMenu, type Menu } from './helpers';
import type { Steps } from 'cascader-docs/steps';

export default function Demo() {
  return <Button>Save</Button>;
}

/** What readers can do. */
export const steps: Steps = [
  { name: 'Opens', run: ({ find }) => openMenu(find('menu') as unknown as Menu) },
];
`),
    ).toBe(`import { Button } from 'antd';

export default function Demo() {
  return <Button>Save</Button>;
}`);
  });

  it('keeps imports that the demo uses too, and imports for their effect', () => {
    const text = `import './style.css';
import { label } from './label';

export const steps = [{ name: 'Opens', run: ({ find }) => find('button', label) }];

export default () => <button>{label}</button>;`;
    expect(shown(text)).toBe(`import './style.css';
import { label } from './label';

export default () => <button>{label}</button>;`);
  });
});
