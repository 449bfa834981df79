import { didYouMean } from '../did-you-mean.ts';
import type { CodeEntry } from './entry.ts';

export interface NoProperty {
  owner: string;
  kind: 'prop' | 'property';
  name: string;
  nearest: string | undefined;
  reason: string;
}

/** Compiler error in the compiler's wording. */
export interface CompilerError {
  /** Subject of the error, if the text does not name it. */
  subject: { name: string; owner?: string | undefined } | undefined;
  reason: string;
  details: string[];
  missing: { module: string; isOwn: boolean } | undefined;
}

const CHECKED_WITH =
  'Demos and code blocks are checked with these options. Fix the options, or set `apiParser.tsconfig` to another file.';
const WITHOUT_TYPES = 'To build without API tables, set `apiParser: false` in the configuration.';

function describeSubject({ name, owner }: { name: string; owner?: string | undefined }): string {
  return owner === undefined ? `\`${name}\`` : `\`${name}\` of \`${owner}\``;
}

/** Returns the first line that a process printed, behind a colon. Stacks follow it. */
function afterColon(printed: string): string {
  const [line = ''] = printed.trim().split('\n', 1);
  return line === '' ? '' : `: ${line.slice(0, 300)}`;
}

export const COMPILER = {
  CD810: {
    name: 'demo-type-error',
    severity: 'error',
    example: { when: '`cascader-docs check --types`, where a demo passes a number instead of a string' },
    message: {
      'no-property': ({ owner, kind, name, nearest, reason }: NoProperty) => ({
        text: `\`${owner}\` has no ${kind} \`${name}\`${didYouMean(nearest)}`,
        notes: [reason],
      }),
      compiler: ({ subject, reason, details, missing }: CompilerError) => ({
        text: `${subject ? `${describeSubject(subject)}: ` : ''}${reason}`,
        notes: [
          ...details,
          ...(missing === undefined
            ? []
            : missing.isOwn
              ? [
                  `${missing.module} is part of this project, but its package.json does not export the module, or the source was not found.`,
                ]
              : [`Install it: \`npm install --save-dev ${missing.module}\`.`]),
        ],
      }),
    },
  },
  CD811: {
    name: 'deprecated-use',
    severity: 'warning',
    example: { when: '`cascader-docs check --types`, where a demo uses a property marked `@deprecated`' },
    message: ({ name, reason }: { name: string; reason: string }) => ({
      text: `\`${name}\` is deprecated${reason && `: ${reason}`}`,
    }),
  },
  CD812: {
    name: 'invalid-demo-tsconfig',
    severity: 'error',
    example: { when: '`cascader-docs check --types` with a `tsconfig.json` that extends a missing file' },
    message: {
      missing: ({ file }: { file: string }) => ({ text: `The file \`${file}\` does not exist`, notes: [CHECKED_WITH] }),
      compiler: ({ file, reason }: { file?: string; reason: string }) => ({
        text: file === undefined ? reason : `${file}: ${reason}`,
        notes: [CHECKED_WITH],
      }),
    },
  },
  CD813: {
    name: 'duplicate-export',
    severity: 'warning',
    example: {
      files: {
        'cascader-docs.config.ts': "export default { library: [{ entry: './a' }, { entry: './b' }] };\n",
        'a/package.json': '{ "name": "a" }\n',
        'a/src/index.ts': 'export const size = 1;\n',
        'b/package.json': '{ "name": "b" }\n',
        'b/src/index.ts': 'export const size = 2;\n',
        'docs/index.md': '# Home\n\n<API id="size" />\n',
      },
    },
    message: ({ id, first, second }: { id: string; first: string | undefined; second: string | undefined }) => ({
      text: `\`${id}\` is exported by ${first} and by ${second}, and the table shows the first export`,
    }),
  },
  CD814: {
    name: 'missing-compiler',
    severity: 'error',
    example: { when: '`npm install --omit=optional`, and a page with `<API>`' },
    message: ({ name }: { name: string }) => ({
      text: `Types cannot be read: the compiler for this system, ${name}, is not installed`,
      notes: ['Install optional dependencies: `npm install --include=optional`.', WITHOUT_TYPES],
    }),
  },
  CD815: {
    name: 'expected-error-missing',
    severity: 'warning',
    example: { page: '# Page\n\n```ts twoslash\n// @errors: 2322\nexport const total: number = 1;\n```\n' },
    message: ({ number }: { number: number }) => ({
      text: `The code does not produce the expected error ${number}`,
      notes: ['Remove the number from `@errors`, or change the code.'],
    }),
  },
  CD816: {
    name: 'type-query-without-name',
    severity: 'warning',
    example: { page: '# Page\n\n```ts twoslash\nconst total = 1;\n//          ^?\n```\n' },
    message: () => ({
      text: 'The `^?` below this line is not below a name',
      notes: ['Put the `^` below a name.'],
    }),
  },
  CD817: {
    name: 'compiler-timeout',
    severity: 'error',
    example: { when: 'a type that takes the compiler minutes to compute' },
    message: ({ reason }: { reason: string }) => ({
      text: `Types cannot be read: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
      notes: ['Find the slow types: `npx tsc --noEmit --extendedDiagnostics`.', WITHOUT_TYPES],
    }),
  },
  CD818: {
    name: 'compiler-ended',
    severity: 'error',
    example: { when: 'a file that makes the compiler crash' },
    message: ({ printed }: { printed: string }) => ({
      text: `Types cannot be read: the compiler ended before it answered${afterColon(printed)}`,
      notes: ['Find the file that crashes it: `npx tsc --noEmit`.', WITHOUT_TYPES],
    }),
  },
  CD820: {
    name: 'not-in-built-site',
    severity: 'error',
    example: { when: '`cascader-docs mcp` without a built site; the message is the answer to the first request' },
    message: {
      missing: ({ output, location }: { output: string; location: string }) => ({
        text: `There is no ${output} in ${location}`,
        notes: [
          output === 'components.json'
            ? 'Set `library` in the configuration, or add an `<API>` to a page, then build the site.'
            : 'Run `cascader-docs build` first, or specify the folder or the URL of the built site.',
        ],
      }),
      foreign: ({ output, location: place }: { output: string; location: string }) => ({
        text: `The ${output} in ${place} was not written by a build`,
        notes: ['Specify the folder or the URL of the built site, including its base.'],
      }),
      unreachable: ({ output, location: place, reason }: { output: string; location: string; reason: string }) => ({
        text: `${output} cannot be read from ${place}: ${reason}`,
        notes: ['Check the URL. If it redirects to a URL that you trust, specify that one.'],
      }),
    },
  },
  CD821: {
    name: 'missing-mcp-package',
    severity: 'error',
    example: { when: '`cascader-docs mcp` in a project without the package' },
    message: ({ name }: { name: string }) => ({
      text: `\`cascader-docs mcp\` needs ${name}, which is not installed`,
      notes: [`Install it: \`npm install --save-dev ${name}\`.`],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
