import { describe, expect, it } from 'vitest';
import { printPlayed } from '../../../../src/node/markdown/stories/print-play.ts';
import { readStories, type Story } from '../../../../src/node/markdown/stories/read-stories.ts';
import { parseSteps } from '../../../../src/node/render/demos/parse-steps.ts';

const HEAD = `import { expect, fn, userEvent } from 'storybook/test';
import { Button } from './Button';
const onSave = fn();
export default { component: Button, args: { onSave, onClick: fn(), size: 'm' } };
`;

function printed(stories: string, name = 'A'): string {
  const found = readStories('/a.stories.tsx', { read: () => HEAD + stories, resolve: () => undefined }).stories.find(
    ({ exportName }) => exportName === name,
  );
  const { play } = found as Story;
  return (play && printPlayed(found as Story, play)) ?? '';
}
const stepsOf = (text: string): string[] | undefined => parseSteps(text)?.list.map(({ name }) => name);

describe('a story with a play function', () => {
  it('has steps with what the function needs, and named spies', () => {
    expect(
      printed(`export const A = { play: async ({ args }) => { await userEvent.click(args.x); expect(onSave); } };`),
    ).toBe(`import { expect, fn, userEvent } from 'storybook/test';
import { Button } from './Button';

const onSave = fn().mockName("onSave");

export default function A() {
  return <Button onSave={onSave} onClick={fn().mockName("onClick")} size="m" />;
}

const played = () => ({
  play: async ({ args }) => { await userEvent.click(args.x); expect(onSave); },
  steps: ["A"],
  args: { onSave, onClick: fn().mockName("onClick"), size: 'm' },
});

export const steps = [
  { name: "A", run: (api) => api.play(played, 0) },
];
`);
  });

  it.each([
    ['calls of `step`', '{ const a = 1; await step("One", f); await context.step(`Two`, f); }', ['One', 'Two']],
    ['equal names', '{ await step("One", f); await step("One", f); }', ['A name']],
    ['an unknown name', '{ await step("One", f); await step(name, f); }', ['A name']],
    ['no call of `step`', '{ if (a) await step("One", f); }', ['A name']],
    ['no body', 'f()', ['A name']],
  ])('with %s', (_, body, names) => {
    expect(stepsOf(printed(`export const A = { name: 'A name', play: async ({ step }) => ${body} };`))).toEqual(names);
  });

  it('may take the function from another story, from a variable, or from its file', () => {
    const stories = `const press = async () => {};
export const A = { play: press };
export const B = { play: A.play };
export const C = { ...A };
export const D = { async play({ canvas }) { await A.play(canvas); } };
`;
    for (const name of ['A', 'B', 'C', 'D']) {
      expect(stepsOf(printed(stories, name))).toEqual([name]);
      expect(printed(stories, name)).toContain('const press = async () => {};');
    }
    expect(printed(stories, 'D')).toContain('play: async function ({ canvas }) { await A.play(canvas); },');
  });
});
