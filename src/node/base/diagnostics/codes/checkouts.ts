import type { CodeEntry } from './entry.ts';

/** How a command failed. */
export type CommandFailure =
  | { ended: 'exit'; code: number }
  | { ended: 'signal'; signal: string }
  | { ended: 'time-limit'; seconds: number }
  | { ended: 'not-started'; reason: string };

export interface CommandReport {
  /** Short commit id. */
  commit: string;
  command: string;
  output: string[];
  /** Path of the file with the complete output of the command. */
  log: string;
}

function describeOutcome(outcome: CommandFailure): string {
  if (outcome.ended === 'exit') return `exited with code ${outcome.code}`;
  if (outcome.ended === 'signal') return `was killed by ${outcome.signal}`;
  if (outcome.ended === 'time-limit') return `did not finish within ${outcome.seconds} s`;
  return `could not be started: ${outcome.reason}`;
}

function outputNotes({ output, log }: Pick<CommandReport, 'output' | 'log'>): string[] {
  const last = output.length > 0 ? [['Last lines of output:', ...output].join('\n    ')] : [];
  return [...last, `Full output: ${log}`];
}

const FETCH_HISTORY =
  'Fetch the history: `git fetch --unshallow`. In GitHub Actions, set `fetch-depth: 0` for actions/checkout; in GitLab, set `GIT_DEPTH: 0`.';

export const CHECKOUTS = {
  CD180: {
    name: 'no-repository',
    example: { when: '`cascader-docs check --screenshots --against main` in a folder without a git repository' },
    message: {
      'no-git': () => ({
        text: 'Reading a commit requires git, which is not installed',
        notes: ['Install git, or specify a folder instead of a git ref.'],
      }),
      'no-repository': ({ folder }: { folder: string }) => ({
        text: `${folder} is not in a git repository`,
        notes: ['Specify a folder instead of a git ref, or run the command in a repository.'],
      }),
      'no-commit': ({ folder }: { folder: string }) => ({
        text: `The repository of ${folder} has no commits`,
        notes: ['Commit the site first, or specify a folder instead of a git ref.'],
      }),
      refused: ({ folder, reason }: { folder: string; reason: string }) => ({
        text: `Git cannot read the repository of ${folder}`,
        notes: [reason],
      }),
    },
  },
  CD181: {
    name: 'unknown-ref',
    example: { when: '`cascader-docs check --screenshots --against mian`' },
    message: ({ ref, similar, isShallow }: { ref: string; similar: string[]; isShallow: boolean }) => ({
      text: `The git ref ${ref} does not exist, or is not a commit`,
      notes: [
        ...(similar.length > 0 ? [`Similar names: ${similar.join(', ')}.`] : []),
        ...(isShallow ? [`The clone is shallow, so it may lack the commit. ${FETCH_HISTORY}`] : []),
      ],
    }),
  },
  CD182: {
    name: 'no-merge-base',
    example: { when: '`cascader-docs check --screenshots --against` in a shallow clone of a pull request' },
    message: {
      shallow: ({ branch }: { branch: string | undefined }) => ({
        text: `The clone is shallow, so ${branch === undefined ? 'its default branch' : `the common history of HEAD and ${branch}`} is not known`,
        notes: [FETCH_HISTORY],
      }),
      'no-branch': ({ tried }: { tried: string[] }) => ({
        text: 'The default branch of the repository is not known',
        notes: [`None of these refs exists: ${tried.join(', ')}.`, 'Specify a git ref: `--against <ref>`.'],
      }),
      unrelated: ({ branch }: { branch: string }) => ({
        text: `HEAD and ${branch} have no common history`,
        notes: ['Specify a git ref: `--against <ref>`.'],
      }),
    },
  },
  CD183: {
    name: 'checkout-failed',
    example: { when: 'a commit that is older than the site folder' },
    message: {
      git: ({ commit, reason }: { commit: string; reason: string }) => ({
        text: `The files of commit ${commit} cannot be checked out`,
        notes: [reason],
      }),
      system: ({ folder, reason }: { folder: string; reason: string }) => ({
        text: `The temporary folder ${folder} is not writable: ${reason}`,
        notes: ['To use a folder on another disk, set the environment variable TMPDIR (on Windows, TEMP).'],
      }),
      'no-site': ({ commit, folder }: { commit: string; folder: string }) => ({
        text: `Commit ${commit} does not contain the site folder, ${folder}`,
        notes: ['Specify a newer commit.'],
      }),
    },
  },
  CD184: {
    name: 'install-at-commit-failed',
    example: { when: 'a commit whose lock file names a package that no longer exists' },
    message: ({ commit, command, outcome, output, log }: CommandReport & { outcome: CommandFailure }) => ({
      text: `The packages of commit ${commit} cannot be installed: ${command} ${describeOutcome(outcome)}`,
      notes: outputNotes({ output, log }),
    }),
  },
  CD185: {
    name: 'build-at-commit-failed',
    example: { when: 'a commit whose site has errors' },
    message: {
      failed: ({ commit, command, outcome, output, log }: CommandReport & { outcome: CommandFailure }) => ({
        text: `The site of commit ${commit} cannot be built: ${command} ${describeOutcome(outcome)}`,
        notes: outputNotes({ output, log }),
      }),
      'no-output': ({ commit, command, output, log }: CommandReport) => ({
        text: `The build of commit ${commit} wrote no site: ${command} succeeded, but there is no index.html in the output folder`,
        notes: [
          'The command must write to the folder that the environment variable CASCADER_DOCS_OUT specifies.',
          ...outputNotes({ output, log }),
        ],
      }),
    },
  },
  CD186: {
    name: 'unknown-other-side',
    example: { when: '`cascader-docs check --screenshots --against no-such-branch`' },
    message: {
      missing: ({ text, similar, isShallow }: { text: string; similar: string[]; isShallow: boolean }) => ({
        text: `${text} is neither a folder nor a git ref`,
        notes: [
          ...(similar.length > 0 ? [`Similar names: ${similar.join(', ')}.`] : []),
          ...(isShallow ? [`The clone is shallow, so it may lack the commit. ${FETCH_HISTORY}`] : []),
          'Specify a folder with screenshots, the folder or URL of a built site, or a branch, tag or commit.',
        ],
      }),
      'no-site': ({ folder }: { folder: string }) => ({
        text: `${folder} contains neither screenshots (set.json) nor a built site (index.html)`,
      }),
      'no-folder': ({ folder }: { folder: string }) => ({ text: `${folder} is a file, not a folder` }),
      'no-built-site': ({ text }: { text: string }) => ({
        text: `${text} is neither a git ref nor the folder of a built site`,
        notes: ['Specify a branch, tag or commit, or the output folder of a build.'],
      }),
      'no-url': ({ text }: { text: string }) => ({ text: `${text} is not a valid URL` }),
      ambiguous: ({ text }: { text: string }) => ({
        text: `${text} is both a folder and a git ref`,
        notes: [`Specify ./${text} for the folder, or ${text}^0 for the commit.`],
      }),
    },
  },
  CD187: {
    name: 'submodules-left-out',
    severity: 'warning',
    example: { when: 'a commit of a repository with submodules' },
    message: ({ commit, submodules }: { commit: string; submodules: string[] }) => ({
      text: `Submodules of commit ${commit} are not checked out: ${submodules.join(', ')}`,
      notes: [
        'If the site needs their files, check out the commit yourself, build the site, and specify the output folder.',
      ],
    }),
  },
  CD188: {
    name: 'commit-not-reproducible',
    severity: 'warning',
    example: { when: 'a commit without a lock file' },
    message: {
      'no-lock-file': ({ commit, command }: { commit: string; command: string }) => ({
        text: `Commit ${commit} has no lock file, so the latest matching versions of its packages were installed (${command})`,
        notes: ['Commit a lock file, so that later comparisons use the same versions.'],
      }),
      'no-tool': ({ commit, version }: { commit: string; version: string }) => ({
        text: `Commit ${commit} does not depend on cascader-docs, so its site was built with the version that is running, ${version}`,
        notes: ['Add cascader-docs to the dependencies of the project: `npm install --save-dev cascader-docs`.'],
      }),
    },
  },
  CD189: {
    name: 'compared-with-head',
    severity: 'info',
    example: { when: '`cascader-docs check --screenshots --against` on the default branch' },
    message: ({ branch, commit }: { branch: string; commit: string }) => ({
      text: `HEAD (${commit}) is already part of ${branch}, so the comparison is with HEAD and shows only uncommitted changes`,
      notes: ['To compare with an older state, specify a git ref: `--against HEAD~1`.'],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
