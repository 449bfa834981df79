import { didYouMean } from '../did-you-mean.ts';
import type { CodeEntry } from './entry.ts';

const WRITE_AGAIN = 'Write the file again: `npx cascader-docs api history`.';

export const API_HISTORY = {
  CD846: {
    name: 'invalid-api-history',
    severity: 'error',
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
        notes: ['Check that it is a file, and that you have permission to read it.'],
      }),
      conflict: ({ file }: { file: string }) => ({
        text: `${file} contains the conflict markers of a merge`,
        notes: [`Keep one of the two versions: \`git checkout --ours ${file}\`.`, WRITE_AGAIN],
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
    severity: 'error',
    example: {
      files: {
        'cascader-docs.config.ts': "export default { apiParser: { history: 'docs/history.json' } };\n",
        'docs/index.md': '# Home\n\n<API id="Button" />\n',
        'src/index.tsx': 'export const Button = (props: { tone?: string }) => <b>{props.tone}</b>;\n',
      },
    },
    message: ({ file }: { file: string }) => ({
      text: `The API history ${file} does not exist`,
      notes: ['Write it: `npx cascader-docs api history`.', 'Or remove `apiParser.history` from the configuration.'],
    }),
  },
  CD848: {
    name: 'contradictory-api-history',
    severity: 'warning',
    example: { when: 'a history in which a name is added twice' },
    message: {
      fact: ({ reason }: { reason: string }) => ({ text: `${reason}, so this fact is ignored`, notes: [WRITE_AGAIN] }),
      package: ({ found, documented }: { found: string; documented: string[] }) => ({
        text: `The API history belongs to the package ${found}, but the site documents ${documented.join(', ')}, so the history is not shown`,
        notes: [WRITE_AGAIN, 'Or set `apiParser: { history: false }` in the configuration.'],
      }),
    },
  },
  CD849: {
    name: 'since-contradicts-history',
    severity: 'warning',
    example: { when: '`@since 1.9.0` at a property that version 1.7.2 has' },
    message: {
      early: ({ tag, name, version }: { tag: string; name: string; version: string }) => ({
        text: `@since ${tag} contradicts the API history: \`${name}\` is not in ${version} yet`,
        notes: ['Correct the tag, or remove it: the version of the history is shown then.'],
      }),
      late: ({ tag, name, version }: { tag: string; name: string; version: string }) => ({
        text: `@since ${tag} contradicts the API history: \`${name}\` is in ${version} already`,
        notes: ['Correct the tag, or remove it: the version of the history is shown then.'],
      }),
    },
  },
  CD889: {
    name: 'misplaced-api-note',
    severity: 'warning',
    example: { when: 'a heading `### Button.sise` in `_api-notes.md`' },
    message: {
      version: ({ version, nearest }: { version: string; nearest: string | undefined }) => ({
        text: `The API history has no version ${version}${didYouMean(nearest)}`,
        notes: ['Correct the heading. Notes about a version that is not in the history yet belong below `## next`.'],
      }),
      name: ({ name, nearest }: { name: string; nearest: string | undefined }) => ({
        text: `No version of the library has \`${name}\`${didYouMean(nearest)}`,
        notes: ['Correct the heading: `### Button` for an export, `### Button.size` for a row of its table.'],
      }),
      'no-name': ({ version }: { version: string }) => ({
        text: `This text about version ${version} has no name, so it is not shown`,
        notes: ['Write a heading above it, such as `### Button` or `### Button.size`.'],
      }),
    },
  },
} as const satisfies Record<string, CodeEntry>;
