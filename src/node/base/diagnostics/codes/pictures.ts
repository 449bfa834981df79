import type { CodeEntry } from './entry.ts';

export const PICTURES = {
  CD170: {
    name: 'no-picture-set',
    severity: 'error',
    example: { when: 'accepting pictures before any were taken' },
    message: ({ folder }: { folder: string }) => ({
      text: `There are no pictures in ${folder}`,
      notes: ['Take them first: `npx cascader-docs check --pictures`.'],
    }),
  },
  CD171: {
    name: 'invalid-picture-set',
    severity: 'error',
    example: { when: 'a `set.json` that lists a picture which was deleted' },
    message: ({ folder, reason }: { folder: string; reason: string }) => ({
      text: `The pictures in ${folder} cannot be used: ${reason}`,
      notes: ['Restore the folder with git, or take the pictures again: `npx cascader-docs check --pictures`.'],
    }),
  },
  CD172: {
    name: 'invalid-picture',
    severity: 'error',
    example: { when: 'a picture with 16 bits per channel' },
    message: ({ file, reason }: { file: string; reason: string }) => ({
      text: `The picture ${file} cannot be read: ${reason}`,
      notes: ['Restore it with git, or take the pictures again: `npx cascader-docs check --pictures`.'],
    }),
  },
  CD173: {
    name: 'invalid-accept-list',
    severity: 'error',
    example: { when: 'a list with an entry that has no `digest`' },
    message: ({ file, reason }: { file: string; reason: string }) => ({
      text: `The list ${file} cannot be used: ${reason}`,
      notes: ['Open the review page, accept pictures, and download the list again.'],
    }),
  },
  CD174: {
    name: 'outdated-accept-list',
    severity: 'error',
    example: { when: 'a list that was downloaded before the pictures were taken again' },
    message: {
      changed: ({ picture, more }: { picture: string; more: number }) => ({
        text: `The list accepts an earlier version of ${picture}${andMore(more)}`,
        notes: ['Review the newest pictures, and download the list again. No picture was accepted.'],
      }),
      unknown: ({ picture, more }: { picture: string; more: number }) => ({
        text: `The list accepts ${picture}${andMore(more)}, which neither the baseline nor the newest pictures contain`,
        notes: ['Review the newest pictures, and download the list again. No picture was accepted.'],
      }),
    },
  },
  CD175: {
    name: 'baseline-of-other-environment',
    severity: 'error',
    example: { when: 'accepting one picture after an update of the browser' },
    message: ({ difference }: { difference: string }) => ({
      text: `The baseline was taken in another environment: ${difference}`,
      notes: ['Take the pictures in the environment of the baseline, or accept all pictures without a list.'],
    }),
  },
  CD176: {
    name: 'other-picture-environment',
    severity: 'error',
    example: { when: 'comparing with pictures that another version of the browser took' },
    message: ({ difference }: { difference: string }) => ({
      text: `The pictures cannot be compared, because they were taken in another environment: ${difference}`,
      notes: [
        'Use the browser, fonts and platform of the baseline, for example in a container. `CHROME_PATH` sets the browser.',
        'Or compare with a commit, whose pictures are taken in this environment: `--against main`.',
        'To use this environment from now on, accept all pictures: `npx cascader-docs check --accept`.',
      ],
    }),
  },
  CD177: {
    name: 'only-in-chromium',
    severity: 'error',
    example: { when: '`check --pictures --browser firefox`' },
    message: ({ parts }: { parts: readonly string[] }) => ({
      text: `Firefox runs only steps, not ${parts.join(', ')}`,
      notes: ['Omit `--browser firefox`, or add `--only steps`.'],
    }),
  },
} as const satisfies Record<string, CodeEntry>;

function andMore(count: number): string {
  return count === 0 ? '' : ` and ${count} more`;
}
