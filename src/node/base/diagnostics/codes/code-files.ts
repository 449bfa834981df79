import { didYouMean } from '../did-you-mean.ts';
import type { CodeEntry } from './entry.ts';

const ENTRY = "{ params: { name: 'first' } }";

export const CODE_FILES = {
  CD235: {
    name: 'invalid-code-file',
    example: {
      files: {
        'docs/[name].md': '# Page\n',
        'docs/[name].paths.ts': 'export default { paths: () => [{ params: {} }] };\n',
      },
    },
    message: {
      'no-function': ({ name, method }: { name: string; method: string }) => ({
        text: `${name} does not export a function \`${method}\``,
        notes: [`Write \`export default { ${method}() { return ${method === 'paths' ? `[${ENTRY}]` : '…'}; } };\`.`],
      }),
      'no-patterns': ({ name }: { name: string }) => ({
        text: `\`watch\` in ${name} is not a list of patterns`,
        notes: ["Write file patterns, such as `watch: ['./icons/*.svg']`."],
      }),
      'no-list': ({ name, got }: { name: string; got: string }) => ({
        text: `\`paths\` in ${name} returns ${got}, not a list`,
        notes: [`Return one object for each page, such as \`[${ENTRY}]\`.`],
      }),
      entry: ({ name, index, reason }: { name: string; index: number; reason: string }) => ({
        text: `Entry ${index} of ${name} ${reason}`,
        notes: [`Write an entry such as \`${ENTRY}\`.`],
      }),
      duplicate: ({ name, index, first, page }: { name: string; index: number; first: number; page: string }) => ({
        text: `Entries ${first} and ${index} of ${name} create the same page, ${page}`,
        notes: ['Change the parameters in the file name, or remove one of the entries.'],
      }),
      'no-json': ({ name, reason }: { name: string; reason: string }) => ({
        text: `The data from ${name} cannot be serialized as JSON: ${reason}`,
        notes: ['Return only plain objects, arrays, strings, numbers, true, false and null from `load`.'],
      }),
      'too-large': ({ name, megabytes, most }: { name: string; megabytes: number; most: number }) => ({
        text: `The data from ${name} is ${megabytes} MB, more than the limit of ${most} MB`,
        notes: ['Return only the data that pages show, or split the data into several files.'],
      }),
    },
  },
  CD236: {
    name: 'missing-paths-file',
    example: { files: { 'docs/icons/[name].md': '# Icon\n' } },
    message: ({ name, paths }: { name: string; paths: string }) => ({
      text: `The page ${name} has a parameter in its name, but there is no ${paths}`,
      notes: [
        `Create ${paths} with \`export default { paths: () => [${ENTRY}] };\`, or remove the brackets from the page name.`,
      ],
    }),
  },
  CD237: {
    name: 'unknown-parameter',
    example: {
      files: {
        'docs/[name].md': '# {{ params.nam }}\n',
        'docs/[name].paths.ts': "export default { paths: () => [{ params: { name: 'first' } }] };\n",
      },
    },
    message: ({ name, known, nearest }: { name: string; known: string[]; nearest: string | undefined }) => ({
      text: `Unknown parameter \`params.${name}\`${didYouMean(nearest)}`,
      notes: nearest === undefined ? [`Known parameters: ${known.join(', ')}`] : [],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
