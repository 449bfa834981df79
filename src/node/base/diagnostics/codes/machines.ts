/** Codes of publishing, of cached results, and of builds on several machines. */
import { MARKER } from '../../marker.ts';
import { type CodeEntry, cases } from './entry.ts';

/** First line in which a rebuilt result differs from the cached result, with an excerpt of both. */
export interface Difference {
  line: number;
  kept: string;
  made: string;
}

/** Output folder that `npm pack` includes. */
export interface SiteInPackage {
  folder: string;
  /** True if package.json has `files`. */
  hasFiles: boolean;
  /** How the library itself uses the folder. */
  use: string | undefined;
  ignoreFile: string;
}

/** Error in a page of a shard output. */
export type EntryProblem =
  | { is: 'second'; page: string; file: string }
  | { is: 'unknown-form' | 'no-page' | 'not-compiled' | 'other-tabs' | 'link-of-another-file' | 'left'; page: string }
  | { is: 'search-elsewhere'; page: string }
  | { is: 'query-out-of-scope'; page: string; path: string }
  | { is: 'unnamed-asset'; page: string; output: string }
  | { is: 'no-file' | 'missing'; output: string }
  | { is: 'other-file'; output: string; planned: string };

const AGAIN = 'Create the part again';
const ALL_PARTS = 'Create each part with `cascader-docs pages <plan>/<number>`, and pass all of them';

function describeEntry(problem: EntryProblem): string {
  switch (problem.is) {
    case 'unknown-form':
      return `${problem.page} was not written by \`cascader-docs pages\``;
    case 'second':
      return `${problem.page} is also in ${problem.file}`;
    case 'no-page':
      return `${problem.page} is not a page of this site`;
    case 'not-compiled':
      return `${problem.page} is not compiled`;
    case 'other-tabs':
      return `${problem.page} does not have the tabs that the plan lists`;
    case 'link-of-another-file':
      return `${problem.page} has a link of another file`;
    case 'search-elsewhere':
      return `${problem.page} has a search result that leads elsewhere`;
    case 'query-out-of-scope':
      return `${problem.page} depends on ${problem.path}, which pages of this site cannot read`;
    case 'left':
      return `${problem.page} is a page that only \`cascader-docs merge\` builds`;
    case 'unnamed-asset':
      return `${problem.page} contains no file that may be copied to ${problem.output}`;
    case 'no-file':
      return `${problem.output} does not belong to the pages of this part`;
    case 'missing':
      return `${problem.output} is missing`;
    case 'other-file':
      return `${problem.output} was found instead of ${problem.planned}, which the plan lists`;
  }
}

export const MACHINES = {
  CD611: {
    name: 'unknown-deployment',
    severity: 'error',
    says: 'The built site or the last deployment cannot be read',
    fix: 'Build with `--target s3`, and set `--since` to the `.cascader-docs` file of the last deployment.',
    example: { when: '`cascader-docs deploy-plan` for a site that was built without `--target s3`' },
    message: cases({
      'no-store': ({ folder }: { folder: string }) => ({
        text: `${folder} contains no site that was built with \`--target s3\``,
        notes: ["Build it with `--target s3`, or `target: 's3'` in the configuration"],
      }),
      unreadable: ({ since, reason }: { since: string; reason: string }) => ({
        text: `The last deployment cannot be read from ${since}: ${reason}`,
        notes: [`Set --since to the \`${MARKER}\` of the last deployment, or omit it for the first deployment`],
      }),
      'no-hashes': ({ since }: { since: string }) => ({
        text: `${since} contains no file hashes`,
        notes: [
          `Set --since to the \`${MARKER}\` of a site that was built with \`--target s3\`, or omit it to upload everything`,
        ],
      }),
    }),
  },
  CD612: {
    name: 'part-mismatch',
    severity: 'error',
    says: 'A shard plan, or the part that was made from it, is missing or duplicated, or does not match the site',
    fix: 'Create the plan and all parts from one commit, with the same packages and options.',
    example: { when: '`cascader-docs merge` with a part that was built before the last commit' },
    message: cases({
      'no-shard': ({ folder }: { folder: string }) => ({
        text: `${folder} is not a shard of a plan`,
        notes: ['Specify a folder that `cascader-docs plan` wrote, such as .plan/0'],
      }),
      'no-part': ({ folder, header }: { folder: string; header: string }) => ({
        text: `${folder} is not a part of a site: it contains no ${header}`,
        notes: ['Specify the folders that `cascader-docs pages` wrote'],
      }),
      'no-parts': () => ({ text: 'There are no parts to merge', notes: [ALL_PARTS] }),
      missing: ({ numbers, of, more }: { numbers: number[]; of: number; more: boolean }) => ({
        text: `Of ${of} parts, these are missing: ${numbers.join(', ')}${more ? ' …' : ''}`,
        notes: [ALL_PARTS, 'Or set --make-missing to build their pages here'],
      }),
      doubled: ({ folders: [first, second], shard }: { folders: [string, string]; shard: number }) => ({
        text: `${first} and ${second} are both parts of shard ${shard}`,
      }),
      'other-count': ({ folder, of, others }: { folder: string; of: number; others: number }) => ({
        text: `${folder} belongs to a plan with ${of} shards, but other parts belong to a plan with ${others} shards`,
      }),
      'no-page': ({ page }: { page: string }) => ({
        text: `No part contains ${page}`,
        notes: ['Create the plan and all parts from this commit, or set --make-missing to build the page here'],
      }),
      'other-plan': ({ folder, page, changed }: { folder: string; page: string; changed: string[] }) => ({
        text: `${folder} was built from a plan that differs from the plan of this site`,
        notes: [
          `${page} differs: ${changed.join(', ')}`,
          'Create the plan and all parts from this commit, with its full history, and with the same packages and options',
          'If a demo renders differently each time, mark it as `volatile`. Then `merge` builds its page',
          'Or set --make-missing to build pages here that have changed',
        ],
      }),
      'other-tool': () => ({
        text: 'The plan was created with a different version of the tool, or different packages, configuration or variables',
        notes: [
          'Use the same versions of Node.js, the tool and the packages for all parts: run `npm ci` on each machine',
          'Set the same `CASCADER_PUBLIC_` variables on each machine',
        ],
      }),
      'file-changed': ({ file }: { file: string }) => ({
        text: `${file} has changed since the plan was created`,
        notes: ['Create all parts of a build from one commit, without changes in between'],
      }),
    }),
  },
  CD613: {
    name: 'cache-mismatch',
    severity: 'error',
    says: 'A cached result differs from a new build, although its known inputs are unchanged',
    fix: 'Mark demos that show the date or random values, as described in the note. Otherwise, report a bug.',
    example: { when: '`cascader-docs build --verify-cache`, where a theme shows the time' },
    message: ({ name, forgotten, difference }: { name: string; forgotten: string[]; difference?: Difference }) => ({
      text: `The cached result of ${name} differs from a new build, although its known inputs are unchanged`,
      notes: [
        ...(forgotten.length > 0 ? [`It also depends on: ${forgotten.join(', ')}`] : []),
        ...(difference
          ? [
              `Cached: ${difference.kept} (line ${difference.line})`,
              `Built: ${difference.made} (line ${difference.line})`,
            ]
          : []),
        'If a demo shows the date or random values, set `volatile: true` on it. For a page or a theme that does so, set `cache: { rendered: false }`',
        'Otherwise, report a bug. `cascader-docs cache --clear` removes the wrong result',
      ],
    }),
  },
  CD614: {
    name: 'site-in-package',
    severity: 'warning',
    says: 'The package contains the site: `npm pack` includes files from the output folder',
    fix: "Set another `outputPath`, such as `'site'`, and add it to `.gitignore`.",
    example: {
      files: { 'package.json': '{ "name": "my-library", "version": "1.0.0", "files": ["dist"] }\n' },
    },
    message: ({ folder, hasFiles, use, ignoreFile }: SiteInPackage) => ({
      text: `The site is published with the package: \`npm pack\` includes files from the output folder ${folder}`,
      notes: hasFiles
        ? [
            "Build into a folder that is not published: set `outputPath: 'site'` in the configuration",
            `If the folder contains only the site, you can add "!${folder}" to "files" instead`,
          ]
        : use
          ? [
              `The library itself uses the folder: ${use}`,
              `Build into another folder: set \`outputPath: 'site'\` in the configuration, and add the line /site to ${ignoreFile}`,
            ]
          : [`Add the line /${folder} to ${ignoreFile}, or list the published files under "files" in package.json`],
    }),
  },
  CD615: {
    name: 'damaged-shard',
    severity: 'error',
    says: 'A file in a plan or part is missing or has been modified',
    fix: 'Create the plan or the part again, as described in the note.',
    example: { when: '`cascader-docs merge` with a part that contains an edited file' },
    message: cases({
      shard: ({ folder }: { folder: string }) => ({
        text: `${folder} has changed since it was planned`,
        notes: ['Create the plan again'],
      }),
      file: ({ file }: { file: string }) => ({
        text: `${file} has changed since its part was created`,
        notes: [AGAIN],
      }),
      line: () => ({
        text: 'The line was not written by `cascader-docs plan`',
        notes: ['Run `cascader-docs plan` again, with the installed version of the tool'],
      }),
      entry: ({ file, problem }: { file: string; problem: EntryProblem }) => ({
        text: `${file} is not a valid part: ${describeEntry(problem)}`,
        notes: ['Run `cascader-docs pages` again, with the installed version of the tool'],
      }),
    }),
  },
} as const satisfies Record<string, CodeEntry>;
