import { didYouMean } from '../did-you-mean.ts';
import type { CodeEntry, CodeExample } from './entry.ts';

const steps = (code: string): CodeExample => ({
  files: {
    'docs/index.md': '# Page\n\n<code src="../demos/button.tsx"></code>\n',
    'demos/button.tsx': 'export default function Demo() {\n  return <button type="button">Save</button>;\n}\n',
    'demos/button.steps.ts': code,
  },
});

export const STEPS = {
  CD450: {
    name: 'invalid-steps',
    severity: 'error',
    example: steps('export const steps = [{ name: "Saves" + "!", run() {} }];\n'),
    message: {
      'no-list': () => ({
        text: 'The steps of a demo must be an array literal, because pages list them without running them',
        notes: ['Write `export const steps: Steps = [{ name, run }, …]`.'],
      }),
      'no-export': () => ({
        text: 'This file exports no steps',
        notes: ['Write `export const steps: Steps = […]`, with `const` in the same statement.'],
      }),
      'no-step': () => ({
        text: 'A step must be an object literal in the array, because pages list the names of steps without running them',
        notes: ["Write `{ name: 'Opens the list', async run({ user, find }) { … } }`."],
      }),
      'no-name': () => ({
        text: 'The `name` of a step must be a string literal that is not empty',
        notes: ['Pages list the names of steps without running them.'],
      }),
      'no-run': ({ name }: { name: string }) => ({
        text: `The step \`${name}\` has no function \`run\``,
        notes: ['Write `async run({ user, find, expect }) { … }`.'],
      }),
      'unknown-keys': ({ name }: { name: string }) => ({
        text: `The step \`${name}\` has \`keyboard: true\`, but presses no key that can be read from its code`,
        notes: ["Press keys in the step itself, with string literals: `await user.press('ArrowDown')`."],
      }),
      'unknown-property': ({
        name,
        property,
        nearest,
      }: {
        name: string;
        property: string;
        nearest: string | undefined;
      }) => ({
        text: `The step \`${name}\` has an unknown property \`${property}\`${didYouMean(nearest)}`,
        notes: ['A step has `name`, `run`, and optionally `keyboard` and `realInput`.'],
      }),
      'same-name': ({ name }: { name: string }) => ({
        text: `Two steps of this demo have the name \`${name}\``,
        notes: ['Reports, screenshots and readers identify a step by its name, so it must be unique in the demo.'],
      }),
    },
  },
} as const satisfies Record<string, CodeEntry>;
