import { didYouMean } from '../did-you-mean.ts';
import type { CodeEntry } from './entry.ts';

const WRITE_AGAIN = 'To create the file again, delete it, then run `npx cascader-docs api history`.';

export const API_HISTORY = {
  CD840: {
    name: 'registry-unreachable',
    example: { when: 'a registry that is down, or a machine without a network' },
    message: ({ name, reason }: { name: string; reason: string }) => ({
      text: `npm cannot read ${name} from its registry: ${reason}`,
      notes: [
        "Run the command again later, or add `--offline` to use only the packages in npm's cache.",
        'If the registry is wrong, correct its URL in `.npmrc`.',
      ],
    }),
  },
  CD841: {
    name: 'registry-denied',
    example: { when: 'a private package without a token in `.npmrc`' },
    message: ({ name, reason }: { name: string; reason: string }) => ({
      text: `The npm registry denies access to ${name}: ${reason}`,
      notes: ['Log in: `npm login`.', 'In CI, add a token for the registry to `.npmrc`.'],
    }),
  },
  CD842: {
    name: 'package-not-published',
    example: { when: 'a package that was never published, or a version that was unpublished' },
    message: ({ name, reason }: { name: string; reason: string }) => ({
      text: `${name} is not published: ${reason}`,
      notes: [
        'Check the name and the version. A version that was unpublished cannot be read.',
        'If the package is in another registry, set that registry in `.npmrc`. If the package is private, log in.',
      ],
    }),
  },
  CD843: {
    name: 'damaged-package',
    example: { when: 'a tarball that does not match its checksum, or that contains paths outside the package folder' },
    message: ({ name, reason }: { name: string; reason: string }) => ({
      text: `The package ${name} cannot be used: ${reason}`,
      notes: [
        'Run the command again. If the error persists, report it to the maintainers of the package or of the registry.',
      ],
    }),
  },
  CD844: {
    name: 'not-in-npm-cache',
    example: { when: '`api history --offline` before npm downloaded the packages for the first time' },
    message: ({ name }: { name: string }) => ({
      text: `${name} is not in npm's cache, and network access is turned off`,
      notes: ['Run the command once without `--offline`, and without `offline=true` in `.npmrc`.'],
    }),
  },
  CD846: {
    name: 'invalid-api-history',
    example: {
      files: {
        'docs/api-history.json': '{ "format": 1, }\n',
        'docs/index.md': '# Home\n\n<API id="Button" />\n',
        'src/index.tsx': 'export const Button = (props: { tone?: string }) => <b>{props.tone}</b>;\n',
      },
    },
    message: {
      unreadable: ({ file, code }: { file: string; code: string }) => ({
        text: `${file} cannot be read (${code})`,
        notes: ['Check that the path is a file, and that you have permission to read it.'],
      }),
      conflict: ({ file }: { file: string }) => ({
        text: `${file} contains merge conflict markers`,
        notes: [
          `Keep one of the two versions: \`git checkout --ours ${file}\`.`,
          'Then add the missing versions: `npx cascader-docs api history`.',
        ],
      }),
      syntax: ({ file, reason }: { file: string; reason: string }) => ({
        text: `${file} is not valid JSON: ${reason}`,
        notes: ['Restore the file from a commit.', WRITE_AGAIN],
      }),
      shape: ({ file, reason }: { file: string; reason: string }) => ({
        text: `${file} is not an API history: ${reason}`,
        notes: ['If a newer version of cascader-docs wrote the file, install that version.', WRITE_AGAIN],
      }),
    },
  },
  CD847: {
    name: 'missing-api-history',
    example: {
      files: {
        'cascader-docs.config.ts': "export default { apiParser: { history: 'docs/history.json' } };\n",
        'docs/index.md': '# Home\n\n<API id="Button" />\n',
        'src/index.tsx': 'export const Button = (props: { tone?: string }) => <b>{props.tone}</b>;\n',
      },
    },
    message: ({ file }: { file: string }) => ({
      text: `The API history ${file} does not exist`,
      notes: ['Create it: `npx cascader-docs api history`.', 'Or remove `apiParser.history` from the configuration.'],
    }),
  },
  CD848: {
    name: 'contradictory-api-history',
    severity: 'warning',
    example: { when: 'a history in which a name is added twice' },
    message: {
      fact: ({ reason }: { reason: string }) => ({
        text: `${reason}, so this entry in \`facts\` is ignored`,
        notes: [WRITE_AGAIN],
      }),
      package: ({ found, documented }: { found: string; documented: string[] }) => ({
        text: `The API history belongs to the package ${found}, but the site documents ${documented.join(', ')}, so the history is not shown`,
        notes: [WRITE_AGAIN, 'Or set `apiParser: { history: false }` in the configuration.'],
      }),
    },
  },
  CD850: {
    name: 'no-published-package',
    example: { when: '`api history` in a project without a name in `package.json`' },
    message: () => ({
      text: 'The name of the published package is unknown',
      notes: ['Specify the name: `--package <name>`.', 'Or add a `name` to package.json.'],
    }),
  },
  CD851: {
    name: 'no-published-version',
    example: { when: '`api history --from 9` for a package whose latest version is 3.34.0' },
    message: {
      invalid: ({ version }: { version: string }) => ({
        text: `\`${version}\` is not a valid version`,
        notes: [
          'Specify a version such as 1.25.0, the beginning of a version such as 1.25, or a tag such as `latest`.',
        ],
      }),
      none: ({ name, from }: { name: string; from: string | undefined }) => ({
        text: `The registry has no version of ${name}${from === undefined ? ' other than prereleases' : ` that is ${from} or later`}`,
        notes: [`List the versions: \`npm view ${name} versions\`.`],
      }),
    },
  },
  CD852: {
    name: 'untyped-package',
    severity: 'warning',
    example: { when: '`api history` for a package in plain JavaScript' },
    message: ({ name }: { name: string }) => ({
      text: `No version of ${name} has types, so its API is unknown`,
      notes: ['The history begins with the first version that has declaration files.'],
    }),
  },
  CD853: {
    name: 'untyped-version',
    example: { when: '`api diff 0.9.0 1.0.0` for a package that has included types only since 1.0.0' },
    message: ({ older, newer }: { older: string; newer: string }) => ({
      text: `${older} and ${newer} cannot be compared, because one of them has no types`,
      notes: ['Specify versions that have declaration files, listed under `types` or `exports` in their package.json.'],
    }),
  },
  CD854: {
    name: 'missing-declarations',
    severity: 'warning',
    example: { when: 'a published version that imports a package that is not one of its dependencies' },
    message: ({ version, modules }: { version: string; modules: string[] }) => ({
      text: `The type declarations of ${version} import modules that cannot be found: ${modules.join(', ')}`,
      notes: ['Types and properties from these modules are not compared.'],
    }),
  },
  CD855: {
    name: 'no-types-folder',
    example: { when: '`api diff ./types next`, where the folder `types` does not exist' },
    message: ({ folder }: { folder: string }) => ({
      text: `The folder ${folder} does not exist`,
      notes: ['Specify a folder with type declarations, a version such as 1.25.0, or `next` for the working tree.'],
    }),
  },
  CD857: {
    name: 'several-packages',
    severity: 'info',
    example: { when: '`api history` in the site of a monorepo' },
    message: ({ name, others }: { name: string; others: string[] }) => ({
      text: `The history describes only ${name}. The site also documents ${others.join(', ')}`,
      notes: ['To choose another package, add `--package <name>`.'],
    }),
  },
  CD858: {
    name: 'newer-published-version',
    severity: 'warning',
    example: { when: "`api history` in a new project that has the same name as someone else's npm package" },
    message: ({ name, newest, version }: { name: string; newest: string; version: string }) => ({
      text: `The history of ${name} ends with version ${newest}, but this project is version ${version}`,
      notes: ['If the package on npm is not yours, delete the history file, and rename your package.'],
    }),
  },
  CD889: {
    name: 'misplaced-api-note',
    severity: 'warning',
    example: { when: 'the heading `### Button.sise` in `_api-notes.md`' },
    message: {
      version: ({ version, nearest }: { version: string; nearest: string | undefined }) => ({
        text: `The API history has no version ${version}${didYouMean(nearest)}`,
        notes: ['Correct the heading. Notes about a version that is not in the history yet belong under `## next`.'],
      }),
      name: ({ name, nearest }: { name: string; nearest: string | undefined }) => ({
        text: `No version of the library has \`${name}\`${didYouMean(nearest)}`,
        notes: ['Correct the heading: `### Button` for an export, `### Button.size` for a row of its table.'],
      }),
      'no-name': ({ version }: { version: string }) => ({
        text: `This text about version ${version} is not under the heading of an export, so it is not shown`,
        notes: ['Add a heading above it, such as `### Button` or `### Button.size`.'],
      }),
    },
  },
} as const satisfies Record<string, CodeEntry>;
