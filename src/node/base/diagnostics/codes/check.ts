import { didYouMean } from '../did-you-mean.ts';
import type { CodeEntry, CodeExample } from './entry.ts';

const steps = (code: string): CodeExample => ({
  files: {
    'docs/index.md': '# Page\n\n<code src="../demos/button.tsx"></code>\n',
    'demos/button.tsx': 'export default function Demo() {\n  return <button type="button">Save</button>;\n}\n',
    'demos/button.steps.ts': code,
  },
});

function andMore(count: number): string {
  return count === 0 ? '' : ` and ${count} more`;
}

export const CHECK = {
  CD170: {
    name: 'no-screenshot-set',
    example: { when: 'accepting screenshots before any were taken' },
    message: ({ folder }: { folder: string }) => ({
      text: `There are no screenshots in ${folder}`,
      notes: ['Take them first: `npx cascader-docs check --screenshots`.'],
    }),
  },
  CD171: {
    name: 'invalid-screenshot-set',
    example: { when: 'a `set.json` that lists a deleted screenshot' },
    message: ({ folder, reason }: { folder: string; reason: string }) => ({
      text: `The screenshots in ${folder} cannot be used: ${reason}`,
      notes: ['Restore the folder with git, or take the screenshots again: `npx cascader-docs check --screenshots`.'],
    }),
  },
  CD172: {
    name: 'invalid-screenshot',
    example: { when: 'a screenshot with 16 bits per channel' },
    message: ({ file, reason }: { file: string; reason: string }) => ({
      text: `The screenshot ${file} cannot be read: ${reason}`,
      notes: ['Restore the file with git, or take the screenshots again: `npx cascader-docs check --screenshots`.'],
    }),
  },
  CD173: {
    name: 'invalid-accept-list',
    example: { when: 'a list with an entry that has no `digest`' },
    message: ({ file, reason }: { file: string; reason: string }) => ({
      text: `The list of accepted screenshots, ${file}, cannot be used: ${reason}`,
      notes: ['Open the review page, accept screenshots, and download the list again.'],
    }),
  },
  CD174: {
    name: 'outdated-accept-list',
    example: { when: 'a list that was downloaded before the screenshots were taken again' },
    message: {
      changed: ({ screenshot, more }: { screenshot: string; more: number }) => ({
        text: `${screenshot}${andMore(more)} changed after the list of accepted screenshots was downloaded`,
        notes: ['Review the latest screenshots, and download the list again. No screenshots were accepted.'],
      }),
      unknown: ({ screenshot, more }: { screenshot: string; more: number }) => ({
        text: `The list contains screenshots that neither the baseline nor the latest run contains: ${screenshot}${andMore(more)}`,
        notes: ['Review the latest screenshots, and download the list again. No screenshots were accepted.'],
      }),
    },
  },
  CD175: {
    name: 'baseline-of-other-environment',
    example: { when: 'accepting one screenshot after a browser update' },
    message: ({ difference }: { difference: string }) => ({
      text: `The baseline was taken in a different environment: ${difference}`,
      notes: [
        'Take the screenshots in the same environment as the baseline, or accept all screenshots without a list.',
      ],
    }),
  },
  CD176: {
    name: 'other-screenshot-environment',
    example: { when: 'comparing with screenshots that a different version of the browser took' },
    message: ({ difference }: { difference: string }) => ({
      text: `The screenshots cannot be compared, because they were taken in a different environment: ${difference}`,
      notes: [
        'Use the same browser, fonts and platform as the baseline, for example in a container. Set the browser with `CHROME_PATH`.',
        "Or compare with a commit: `--against main`. The commit's screenshots are then taken in this environment.",
        'To use this environment from now on, accept all screenshots: `npx cascader-docs check --accept`.',
      ],
    }),
  },
  CD177: {
    name: 'only-in-chromium',
    example: { when: '`check --screenshots --browser firefox`' },
    message: ({ browser }: { browser: string }) => ({
      text: `Screenshots cannot be taken in ${browser}`,
      notes: [`Omit \`--screenshots\` or \`--browser ${browser}\`.`],
    }),
  },
  CD450: {
    name: 'invalid-steps',
    example: steps('export const steps = [{ name: "Saves" + "!", run() {} }];\n'),
    message: {
      'no-list': () => ({
        text: 'The steps of a demo must be an array literal, because pages list the steps without running them',
        notes: ['Write `export const steps: Steps = [{ name, run }, …]`.'],
      }),
      'no-export': () => ({
        text: 'This file exports no steps',
        notes: ['Declare and export the steps in one statement: `export const steps: Steps = […]`.'],
      }),
      'no-step': () => ({
        text: 'A step must be an object literal in the array, because pages list the names of steps without running them',
        notes: ["Write `{ name: 'Opens the list', async run({ user, find }) { … } }`."],
      }),
      'no-name': () => ({
        text: 'The `name` of a step must be a non-empty string literal',
        notes: ['Pages list the names of steps without running them.'],
      }),
      'no-run': ({ name }: { name: string }) => ({
        text: `The step \`${name}\` has no \`run\` function`,
        notes: ['Write `async run({ user, find, expect }) { … }`.'],
      }),
      'unknown-keys': ({ name }: { name: string }) => ({
        text: `The step \`${name}\` has \`keyboard: true\`, but no key press can be read from its code`,
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
        notes: ['A step has `name` and `run`, and optionally `keyboard`, `fresh` and `realInput`.'],
      }),
      'same-name': ({ name }: { name: string }) => ({
        text: `Two steps in this demo have the name \`${name}\``,
        notes: ['Reports, screenshots and readers identify a step by its name, so it must be unique within the demo.'],
      }),
    },
  },
} as const satisfies Record<string, CodeEntry>;
