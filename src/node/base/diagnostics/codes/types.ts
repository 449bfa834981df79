import { didYouMean, inTicks } from '../did-you-mean.ts';
import type { CodeEntry } from './entry.ts';

/** Returns the fix for missing types of packages that every library imports and that contain no types. */
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
  /** The name is in `pick`, not in a table. */
  isPicked: boolean;
}

export const TYPES = {
  CD800: {
    name: 'no-documented-library',
    severity: 'error',
    example: { files: { 'docs/index.md': '# Home\n\n<API id="Button" />\n' } },
    message: () => ({
      text: 'The API table requires a library, but none is configured',
      notes: ["Set its source file or package in the configuration: `apiParser: { entry: 'src/index.tsx' }`."],
    }),
  },
  CD801: {
    name: 'missing-types-entry',
    severity: 'error',
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
        notes: [`Install it, or its types: \`npm install --save-dev ${entry}\`.`],
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
            'Below a heading with the name of an export, a table is checked against the types of that export. Move a table of something else below another heading.',
          ],
    }),
  },
  CD807: {
    name: 'types-disabled',
    severity: 'error',
    example: { when: '`cascader-docs api` with `apiParser: false`' },
    message: () => ({
      text: 'There are no types to read, because apiParser is disabled',
      notes: ['Remove `apiParser: false` from the configuration.'],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
