import type { CodeEntry } from './entry.ts';

export const SCREENSHOTS = {
  CD170: {
    name: 'no-screenshot-set',
    severity: 'error',
    example: { when: 'accepting screenshots before any were taken' },
    message: ({ folder }: { folder: string }) => ({
      text: `There are no screenshots in ${folder}`,
      notes: ['Take them first: `npx cascader-docs check --screenshots`.'],
    }),
  },
  CD171: {
    name: 'invalid-screenshot-set',
    severity: 'error',
    example: { when: 'a `set.json` that lists a screenshot which was deleted' },
    message: ({ folder, reason }: { folder: string; reason: string }) => ({
      text: `The screenshots in ${folder} cannot be used: ${reason}`,
      notes: ['Restore the folder with git, or take the screenshots again: `npx cascader-docs check --screenshots`.'],
    }),
  },
  CD172: {
    name: 'invalid-screenshot',
    severity: 'error',
    example: { when: 'a screenshot with 16 bits per channel' },
    message: ({ file, reason }: { file: string; reason: string }) => ({
      text: `The screenshot ${file} cannot be read: ${reason}`,
      notes: ['Restore it with git, or take the screenshots again: `npx cascader-docs check --screenshots`.'],
    }),
  },
  CD173: {
    name: 'invalid-accept-list',
    severity: 'error',
    example: { when: 'a list with an entry that has no `digest`' },
    message: ({ file, reason }: { file: string; reason: string }) => ({
      text: `The list ${file} cannot be used: ${reason}`,
      notes: ['Open the review page, accept screenshots, and download the list again.'],
    }),
  },
  CD174: {
    name: 'outdated-accept-list',
    severity: 'error',
    example: { when: 'a list that was downloaded before the screenshots were taken again' },
    message: {
      changed: ({ screenshot, more }: { screenshot: string; more: number }) => ({
        text: `The list accepts an earlier version of ${screenshot}${andMore(more)}`,
        notes: ['Review the newest screenshots, and download the list again. No screenshot was accepted.'],
      }),
      unknown: ({ screenshot, more }: { screenshot: string; more: number }) => ({
        text: `The list accepts ${screenshot}${andMore(more)}, which neither the baseline nor the newest screenshots contain`,
        notes: ['Review the newest screenshots, and download the list again. No screenshot was accepted.'],
      }),
    },
  },
  CD175: {
    name: 'baseline-of-other-environment',
    severity: 'error',
    example: { when: 'accepting one screenshot after an update of the browser' },
    message: ({ difference }: { difference: string }) => ({
      text: `The baseline was taken in another environment: ${difference}`,
      notes: ['Take the screenshots in the environment of the baseline, or accept all screenshots without a list.'],
    }),
  },
  CD176: {
    name: 'other-screenshot-environment',
    severity: 'error',
    example: { when: 'comparing with screenshots that another version of the browser took' },
    message: ({ difference }: { difference: string }) => ({
      text: `The screenshots cannot be compared, because they were taken in another environment: ${difference}`,
      notes: [
        'Use the browser, fonts and platform of the baseline, for example in a container. `CHROME_PATH` sets the browser.',
        'Or compare with a commit, whose screenshots are taken in this environment: `--against main`.',
        'To use this environment from now on, accept all screenshots: `npx cascader-docs check --accept`.',
      ],
    }),
  },
  CD177: {
    name: 'only-in-chromium',
    severity: 'error',
    example: { when: '`check --screenshots --browser firefox`' },
    message: ({ browser }: { browser: string }) => ({
      text: `Screenshots are not taken in ${browser}`,
      notes: [`Omit \`--screenshots\` or \`--browser ${browser}\`.`],
    }),
  },
} as const satisfies Record<string, CodeEntry>;

function andMore(count: number): string {
  return count === 0 ? '' : ` and ${count} more`;
}
