import type { CodeEntry } from './entry.ts';

export const API_DIFF = {
  CD850: {
    name: 'no-published-package',
    severity: 'error',
    example: { when: '`api history` in a project without a name in `package.json`' },
    message: () => ({
      text: 'The name of the published package is not known',
      notes: ['Add it to the command: `--package <name>`.', 'Or add a `name` to package.json.'],
    }),
  },
  CD851: {
    name: 'no-published-version',
    severity: 'error',
    example: { when: '`api history --from 9` for a package whose newest version is 3.34.0' },
    message: {
      invalid: ({ version }: { version: string }) => ({
        text: `\`${version}\` is not a version of a published package`,
        notes: ['Specify a version such as 1.25.0, the start of one such as 1.25, or a tag such as latest.'],
      }),
      none: ({ name, from }: { name: string; from: string | undefined }) => ({
        text: `The registry has no version of ${name}${from === undefined ? ' that is not a prerelease' : ` from ${from}`}`,
        notes: [`List the versions: \`npm view ${name} versions\`.`],
      }),
    },
  },
  CD852: {
    name: 'untyped-package',
    severity: 'warning',
    example: { when: '`api history` for a package in plain JavaScript' },
    message: ({ name }: { name: string }) => ({
      text: `No version of ${name} has types, so nothing is known about its API`,
      notes: ['The history begins with the first version that has declaration files.'],
    }),
  },
  CD853: {
    name: 'untyped-version',
    severity: 'error',
    example: { when: '`api diff 0.9.0 1.0.0` for a package that has types since 1.0.0' },
    message: ({ older, newer }: { older: string; newer: string }) => ({
      text: `${older} and ${newer} cannot be compared, because one of them has no types`,
      notes: ['Specify versions with declaration files. Their package.json names them in `types` or `exports`.'],
    }),
  },
  CD854: {
    name: 'missing-declarations',
    severity: 'warning',
    example: { when: 'a published version that imports a package which it does not depend on' },
    message: ({ version, modules }: { version: string; modules: string[] }) => ({
      text: `The declarations of ${version} import modules that cannot be found: ${modules.join(', ')}`,
      notes: ['Types and properties from these modules are not compared.'],
    }),
  },
  CD855: {
    name: 'no-types-folder',
    severity: 'error',
    example: { when: '`api diff ./types next` without the folder `types`' },
    message: ({ folder }: { folder: string }) => ({
      text: `The folder ${folder} does not exist`,
      notes: ['Specify a folder with types, a version such as 1.25.0, or `next` for the working tree.'],
    }),
  },
  CD857: {
    name: 'several-packages',
    severity: 'info',
    example: { when: '`api history` in the site of a monorepo' },
    message: ({ name, others }: { name: string; others: string[] }) => ({
      text: `The history describes ${name} only. The site also documents ${others.join(', ')}`,
      notes: ['To choose another package, add `--package <name>`.'],
    }),
  },
  CD858: {
    name: 'newer-published-version',
    severity: 'warning',
    example: { when: '`api history` in a new project whose name an npm package of others has' },
    message: ({ name, newest, version }: { name: string; newest: string; version: string }) => ({
      text: `The history of ${name} ends with version ${newest}, but this project is version ${version}`,
      notes: ['If the package on npm is not yours, delete the history file, and rename your package.'],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
