/** Codes of publishing, of cached results, and of builds on several machines. */
import { MARKER } from '../../files/marker.ts';
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

/** Error in a line of a shard output. */
export type LineProblem =
  | { is: 'unknown-form' }
  | { is: 'second'; page: string; file: string }
  | { is: 'no-page' | 'other-tabs' | 'link-of-another-file' | 'other-part'; page: string }
  | { is: 'unnamed-asset'; page: string; output: string }
  | { is: 'no-file' | 'missing'; file: string }
  | { is: 'other-file'; file: string; planned: string };

const AGAIN = 'Make the part again';
const ALL_PARTS = 'Make each with `cascader-docs pages <plan>/<number>`, and name all of them';

function describeLine(problem: LineProblem, command: string): string {
  switch (problem.is) {
    case 'unknown-form':
      return `The line is not one that \`cascader-docs ${command}\` writes`;
    case 'second':
      return `${problem.page} is in ${problem.file} too`;
    case 'no-page':
      return `${problem.page} is no page of this site`;
    case 'other-tabs':
      return `${problem.page} does not have the tabs that the plan gives it`;
    case 'link-of-another-file':
      return `${problem.page} has a link of another file`;
    case 'other-part':
      return `${problem.page} is a page of another part`;
    case 'unnamed-asset':
      return `${problem.page} names no file that may be copied to ${problem.output}`;
    case 'no-file':
      return `${problem.file} is no file of the pages of this part`;
    case 'missing':
      return `${problem.file} is missing`;
    case 'other-file':
      return `${problem.file} stands where the plan has ${problem.planned}`;
  }
}

export const MACHINES = {
  CD611: {
    name: 'unknown-deployment',
    severity: 'error',
    says: 'The built site or the last deployment cannot be read',
    mend: 'Build with `--target s3`, and set `--since` to the `.cascader-docs` of the last deployment.',
    example: { when: '`cascader-docs deploy-plan` of a site that was built without `--target s3`' },
    message: cases({
      'no-store': ({ folder }: { folder: string }) => ({
        text: `${folder} holds no site that was built for a store`,
        notes: ["Build it with `--target s3`, or `target: 's3'` in the configuration"],
      }),
      unreadable: ({ since, reason }: { since: string; reason: string }) => ({
        text: `What was deployed last cannot be read from ${since}: ${reason}`,
        notes: [`--since takes the \`${MARKER}\` of the last deployment; leave it out for the first one`],
      }),
      'no-hashes': ({ since }: { since: string }) => ({
        text: `${since} is no list of files with their hashes`,
        notes: [
          `--since takes the \`${MARKER}\` of a site that was built with \`--target s3\`; without it everything is uploaded`,
        ],
      }),
    }),
  },
  CD612: {
    name: 'part-mismatch',
    severity: 'error',
    says: 'A plan or a part of a site is missing, duplicated, or does not match the site',
    mend: 'Create the plan and all parts from one commit, with the same packages and options.',
    example: { when: '`cascader-docs merge` with a part that was built before the last commit' },
    message: cases({
      'no-shard': ({ folder }: { folder: string }) => ({
        text: `${folder} is no shard of a plan`,
        notes: ['Name a folder that `cascader-docs plan` has written, such as .plan/0'],
      }),
      'no-part': ({ folder, header }: { folder: string; header: string }) => ({
        text: `${folder} is no part of a site: it has no ${header}`,
        notes: ['Name the folders that `cascader-docs pages` has written'],
      }),
      'no-parts': () => ({ text: 'There are no parts to put together', notes: [ALL_PARTS] }),
      missing: ({ numbers, of, more }: { numbers: number[]; of: number; more: boolean }) => ({
        text: `Of ${of} parts these are missing: ${numbers.join(', ')}${more ? ' …' : ''}`,
        notes: [ALL_PARTS],
      }),
      doubled: ({ folders: [first, second], shard }: { folders: [string, string]; shard: number }) => ({
        text: `${first} and ${second} are both of shard ${shard}`,
      }),
      'other-count': ({ folder, of, others }: { folder: string; of: number; others: number }) => ({
        text: `${folder} is of a plan with ${of} shards, others with ${others}`,
      }),
      'other-plan': ({ folder }: { folder: string }) => ({
        text: `${folder} was made of another plan than that of this folder`,
        notes: [
          'Make the plan and all parts from the commit that is here, with its whole history, the same packages and options',
          'A demo that shows another thing each time says so with `volatile`: its page is made here then',
        ],
      }),
      'other-tool': () => ({
        text: 'The plan was made by another tool, with other packages or another configuration',
        notes: [
          'Use one version of Node, of the tool and of the packages for all parts of a build: `npm ci` everywhere',
        ],
      }),
      'file-changed': ({ file }: { file: string }) => ({
        text: `${file} is not what it was when the plan was made`,
        notes: ['Make all parts of a build from one commit, with nothing changed meanwhile'],
      }),
    }),
  },
  CD613: {
    name: 'cache-mismatch',
    severity: 'error',
    says: 'A cached result differs from a new build, although its known inputs are unchanged',
    mend: 'Mark demos that show the date or random values, as described in the note. Otherwise, report a bug.',
    example: { when: '`cascader-docs build --verify-cache`, where a theme shows the time' },
    message: ({ name, forgotten, difference }: { name: string; forgotten: string[]; difference?: Difference }) => ({
      text: `${name} is made differently than it was kept, though nothing has changed that it is known to depend on`,
      notes: [
        ...(forgotten.length > 0 ? [`It also depends on: ${forgotten.join(', ')}`] : []),
        ...(difference
          ? [`Kept: ${difference.kept} (line ${difference.line})`, `Made: ${difference.made} (line ${difference.line})`]
          : []),
        'What shows the day or chance is kept in no key: mark such a demo `volatile: true`; with such a page or theme set `cache: { rendered: false }`',
        'Otherwise it is our mistake, please report it. `cascader-docs cache --clear` forgets what is wrong',
      ],
    }),
  },
  CD614: {
    name: 'site-in-package',
    severity: 'warning',
    says: 'The package contains the site: `npm pack` includes files of the output folder',
    mend: "Set another `outputPath`, such as `'site'`, and add it to `.gitignore`.",
    example: {
      files: { 'package.json': '{ "name": "my-library", "version": "1.0.0", "files": ["dist"] }\n' },
    },
    message: ({ folder, hasFiles, use, ignoreFile }: SiteInPackage) => ({
      text: `The site is published with the package: \`npm pack\` includes files of the output folder ${folder}`,
      notes: hasFiles
        ? [
            "Build into a folder that is not published: set `outputPath: 'site'` in the configuration",
            `If the folder contains only the site, you can add "!${folder}" to "files" instead`,
          ]
        : use
          ? [
              `The library needs the folder itself: ${use}`,
              `Build into another folder: set \`outputPath: 'site'\` in the configuration, and add the line /site to ${ignoreFile}`,
            ]
          : [`Add the line /${folder} to ${ignoreFile}, or list the published files in "files" of package.json`],
    }),
  },
  CD615: {
    name: 'damaged-shard',
    severity: 'error',
    says: 'A file of a plan or of a part is missing or was modified',
    mend: 'Create the plan or the part again, as described in the note.',
    example: { when: '`cascader-docs merge` with a part that contains an edited file' },
    message: cases({
      shard: ({ folder }: { folder: string }) => ({
        text: `${folder} is not what it was when it was planned`,
        notes: ['Make the plan again'],
      }),
      'missing-file': ({ file }: { file: string }) => ({
        text: `${file} is missing, and its part says that it is there`,
        notes: [AGAIN],
      }),
      file: ({ file }: { file: string }) => ({
        text: `${file} is not what it was when its part was made`,
        notes: [AGAIN],
      }),
      line: ({ command, problem }: { command: 'plan' | 'pages'; problem: LineProblem }) => ({
        text: describeLine(problem, command),
        notes: [`Run \`cascader-docs ${command}\` again, with the version of the tool that is here`],
      }),
    }),
  },
} as const satisfies Record<string, CodeEntry>;
