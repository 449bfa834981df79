import { didYouMean, inTicks } from '../did-you-mean.ts';
import type { CodeEntry } from './entry.ts';

/** Returns the fix for missing types of the packages that every library imports but that include no types. */
function installTypes(module: string): string {
  const [, name] = /^(react|react-dom)(?:\/|$)/.exec(module) ?? [];
  return name ? `. Install the types: \`npm install --save-dev @types/${name}\`` : '';
}

/** Maximum number of exports in a note. */
const MOST_NAMED = 3;

function listExports(lead: string, names: string[]): string[] {
  return names.length > 0 ? [`${lead} ${names.slice(0, MOST_NAMED).map(inTicks).join(', ')}`] : [];
}

export interface UnknownProperty {
  component: string;
  name: string;
  nearest: string | undefined;
  /** True if the name is in `pick` rather than in a table. */
  isPicked: boolean;
}

export interface NoProperty {
  owner: string;
  kind: 'prop' | 'property';
  name: string;
  nearest: string | undefined;
  reason: string;
}

/** Compiler error, in the compiler's own words. */
export interface CompilerError {
  /** Subject of the error, if the text does not name it. */
  subject: { name: string; owner?: string | undefined } | undefined;
  reason: string;
  details: string[];
  missing: { module: string; isOwn: boolean } | undefined;
}

const CHECKED_WITH =
  'Demos and code blocks are checked with the options in this file. Correct it, or set `apiParser.tsconfig` to another file.';
const WITHOUT_TYPES = 'To build without API tables, set `apiParser: false` in the configuration.';

function describeSubject({ name, owner }: { name: string; owner?: string | undefined }): string {
  return owner === undefined ? `\`${name}\`` : `\`${name}\` of \`${owner}\``;
}

/** Returns a colon and the first line that a process printed. The lines after it are a stack. */
function afterColon(printed: string): string {
  const [line = ''] = printed.trim().split('\n', 1);
  return line === '' ? '' : `: ${line.slice(0, 300)}`;
}

export const TYPES = {
  CD800: {
    name: 'no-documented-library',
    example: { files: { 'docs/index.md': '# Home\n\n<API id="Button" />\n' } },
    message: () => ({
      text: 'The API table requires a library, but none is configured',
      notes: [
        "Set the library's source file or package in the configuration: `apiParser: { entry: 'src/index.tsx' }`.",
      ],
    }),
  },
  CD801: {
    name: 'missing-types-entry',
    example: {
      files: {
        'cascader-docs.config.ts': "export default { apiParser: { entry: 'src/missing.tsx' } };\n",
        'docs/index.md': '# Home\n\n<API id="Button" />\n',
      },
    },
    message: {
      file: ({ entry }: { entry: string }) => ({
        text: `The library entry \`${entry}\` does not exist`,
        notes: ['Specify the file that exports the components, relative to the project root, such as src/index.tsx.'],
      }),
      package: ({ entry }: { entry: string }) => ({
        text: `The package \`${entry}\` is not installed, or has no types, so its API cannot be read`,
        notes: [`Install the package, or its types: \`npm install --save-dev ${entry}\`.`],
      }),
    },
  },
  CD802: {
    name: 'tsconfig-problem',
    severity: 'warning',
    example: { when: 'a `tsconfig.json` with an unknown option' },
    message: ({ file, reason = 'The file does not exist' }: { file: string; reason?: string }) => ({
      text: `${file}: ${reason}`,
    }),
  },
  CD803: {
    name: 'not-exported',
    severity: 'warning',
    example: { page: '# Page\n\n<API id="Buton" />\n' },
    message: {
      entry: ({ id, entry, nearest }: { id: string; entry: string; nearest: string | undefined }) => ({
        text: `\`${id}\` is not exported by \`${entry}\`${didYouMean(nearest)}`,
      }),
      'no-default': ({ exported }: { exported: string[] }) => ({
        text: 'The library has no default export',
        notes: listExports('It exports', exported),
      }),
      library: ({ id, nearest, others }: { id: string; nearest: string | undefined; others: string[] }) => ({
        text: `The library does not export \`${id}\`${didYouMean(nearest)}`,
        notes: listExports('Similar exports:', others),
      }),
    },
  },
  CD804: {
    name: 'library-syntax-error',
    severity: 'warning',
    example: { when: 'a library source file with a syntax error' },
    message: ({ reason }: { reason: string }) => ({ text: `${reason}, so the API may be incomplete` }),
  },
  CD805: {
    name: 'unresolved-type',
    severity: 'warning',
    example: { when: 'a source file that imports types from a package that is not installed' },
    message: ({ type, module }: { type: string; module: string | undefined }) => ({
      text: `The type \`${type}\` cannot be found, so the API is incomplete`,
      notes: [
        module === undefined
          ? 'Declare it, or import it.'
          : `It is imported from \`${module}\`. Check that this package is installed, contains types and exports the type${installTypes(module)}.`,
      ],
    }),
  },
  CD806: {
    name: 'unknown-property',
    severity: 'warning',
    example: {
      page: '# Page\n\n<API id="Button">\n\n| Name | Description |\n| --- | --- |\n| tnoe | Color |\n\n</API>\n',
    },
    message: ({ component, name, nearest, isPicked }: UnknownProperty) => ({
      text: `\`${component}\` has no property \`${name}\`${didYouMean(nearest)}`,
      notes: isPicked
        ? []
        : [
            'A table under a heading that names an export is checked against the types of that export. Move other tables under a different heading.',
          ],
    }),
  },
  CD807: {
    name: 'types-disabled',
    example: { when: '`cascader-docs api` with `apiParser: false`' },
    message: () => ({
      text: 'There are no types to read, because apiParser is disabled',
      notes: ['Remove `apiParser: false` from the configuration.'],
    }),
  },
  CD810: {
    name: 'demo-type-error',
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
    example: { when: '`npm install --omit=optional`, then a build of a page with `<API>`' },
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
      text: 'The `^?` below this line does not point to an identifier',
      notes: ['Put the `^` below an identifier.'],
    }),
  },
  CD817: {
    name: 'compiler-timeout',
    example: { when: 'a type that takes the compiler minutes to compute' },
    message: ({ reason }: { reason: string }) => ({
      text: `Types cannot be read: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
      notes: ['Find the slow types: `npx tsc --noEmit --extendedDiagnostics`.', WITHOUT_TYPES],
    }),
  },
  CD818: {
    name: 'compiler-ended',
    example: { when: 'a file that crashes the compiler' },
    message: ({ printed }: { printed: string }) => ({
      text: `Types cannot be read: the compiler exited before it responded${afterColon(printed)}`,
      notes: ['Find the file that crashes the compiler: `npx tsc --noEmit`.', WITHOUT_TYPES],
    }),
  },
  CD820: {
    name: 'not-in-built-site',
    example: { when: '`cascader-docs mcp` without a built site; the message is the response to the first request' },
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
        notes: ['Check the URL. If it redirects to a URL that you trust, specify that URL.'],
      }),
    },
  },
  CD821: {
    name: 'missing-mcp-package',
    example: { when: '`cascader-docs mcp` in a project without the package' },
    message: ({ name }: { name: string }) => ({
      text: `\`cascader-docs mcp\` needs ${name}, which is not installed`,
      notes: [`Install it: \`npm install --save-dev ${name}\`.`],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
