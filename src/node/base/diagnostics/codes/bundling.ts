import type { CodeEntry, Location } from './entry.ts';

export type UnresolvedCause =
  /** A file or an invalid package name, with the path of the file that has the most similar name. */
  | { is: 'file'; nearest?: string | undefined }
  /** A package that is not installed, with the project's package that has the most similar name. */
  | { is: 'package'; name: string; nearest?: string | undefined }
  | { is: 'own-package'; name: string }
  | { is: 'workspace-package'; name: string }
  /** A module from another generator, with its replacement here. */
  | { is: 'foreign'; instead: string }
  | { is: 'not-exported'; name: string; key: string; exported: string[] | undefined; nearest: string | undefined };

export type CssProblem =
  | { is: 'unclosed'; sign: string; closing: string | undefined }
  | { is: 'closes-nothing' }
  | { is: 'other'; reason: string };

function describeUnresolved(specifier: string, cause: UnresolvedCause): string[] {
  switch (cause.is) {
    case 'file':
      return [
        cause.nearest === undefined ? 'Create the file, or correct the import.' : `Did you mean ${cause.nearest}?`,
      ];
    case 'package':
      if (cause.nearest !== undefined) return [`Did you mean ${cause.nearest}?`];
      return [`Install it (\`npm install ${cause.name}\`) or correct the import.`];
    case 'own-package':
      return [
        `${cause.name} is this project's own package. Set its source in the configuration: \`library: { entry: './src/….ts' }\``,
      ];
    case 'workspace-package':
      return [
        `${cause.name} is a package of this workspace. List it under \`devDependencies\` in package.json, and run \`npm install\`.`,
      ];
    case 'foreign':
      return [cause.instead];
  }
  const { name, key, exported, nearest } = cause;
  if (exported === undefined) return nearest ? [`Did you mean ${nearest}?`] : [];
  if (exported.includes(key))
    return [
      `\`exports\` in the package.json of ${name} points to a missing file, and no source file was found.`,
      `Build ${name}, or set the source in the configuration: \`alias: { '${specifier}': './src/…' }\``,
    ];
  const others = exported.map((other) => name + other.slice(1));
  return [
    `The package.json of ${name} exports ${others.length > 0 ? others.join(', ') : 'no subpaths'}.`,
    nearest ? `Did you mean ${nearest}?` : `Add \`${key}\` to \`exports\`, or correct the import.`,
  ];
}

function embeddedAt(locations: Location[]): string[] {
  return locations.map(({ file, line, column }) => `The demo is embedded at ${file}:${line}:${column}.`);
}

function installReact(react: string, oldest: [number, number]): string[] {
  const major = Math.max(Number.parseInt(react, 10) || 0, oldest[0]);
  return [`Install both: \`npm install --save-dev react@${major} react-dom@${major}\``];
}

export const BUNDLING = {
  CD400: {
    name: 'bundling-failed',
    example: {
      files: {
        'docs/index.md': '# Home\n\n<code src="../demos/hello.tsx"></code>\n',
        'demos/hello.tsx': "import { Helo } from './parts';\nexport default () => <Helo />;\n",
        'demos/parts.tsx': 'export const Hello = () => <b>Hello</b>;\n',
      },
    },
    message: {
      bundler: ({ reason, notes, embedded }: { reason: string; notes: string[]; embedded: Location[] }) => ({
        text: reason,
        notes: [...notes, ...embeddedAt(embedded)],
      }),
      await: ({ notes, embedded }: { notes: string[]; embedded: Location[] }) => ({
        text: 'Top-level await is not supported in modules that demos import',
        notes: [...notes, 'Move the `await` to the demo file, or into an async function.', ...embeddedAt(embedded)],
      }),
      'missing-export': ({ file, name, nearest }: { file: string; name: string; nearest: string | undefined }) => ({
        text: `No matching export in \`${file}\` for import \`${name}\``,
        notes: nearest === undefined ? [] : [`Did you mean to import \`${nearest}\` instead?`],
      }),
      'not-built': ({ specifier, name, folder }: { specifier: string; name: string; folder: string }) => ({
        text: `\`${specifier}\` in the workspace is not built, and its source was not found`,
        notes: [
          `Build ${name} (in ${folder}), or set its source in the configuration: \`library: { entry: '${folder}/src/….ts' }\`.`,
        ],
      }),
    },
  },
  CD401: {
    name: 'unresolved-import',
    example: { page: "# Page\n\n```jsx\nimport 'no-such-package';\nexport default () => null;\n```\n" },
    message: ({
      specifier,
      cause,
      embedded,
    }: {
      specifier: string;
      cause: UnresolvedCause;
      embedded?: Location[];
    }) => ({
      text: `Cannot find module: ${specifier}`,
      notes: [...describeUnresolved(specifier, cause), ...embeddedAt(embedded ?? [])],
    }),
  },
  CD402: {
    name: 'unsupported-react',
    example: { when: 'a project with React 17' },
    message: {
      old: ({ react, oldest }: { react: string; oldest: [number, number] }) => ({
        text: `React ${react} is installed, but sites need React ${oldest.join('.')} or later`,
        notes: installReact(react, oldest),
      }),
      mismatch: ({ react, dom, oldest }: { react: string; dom: string; oldest: [number, number] }) => ({
        text: `The versions of react (${react}) and react-dom (${dom}) do not match`,
        notes: installReact(react, oldest),
      }),
      two: ({ react, dom, oldest }: { react: string; dom: string; oldest: [number, number] }) => ({
        text: `react-dom ${dom} uses a different copy of React than the installed react ${react}`,
        notes: installReact(react, oldest),
      }),
    },
  },
  CD403: {
    name: 'decorator-metadata-ignored',
    severity: 'info',
    example: {
      files: {
        'tsconfig.json': '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }\n',
      },
    },
    message: () => ({
      text: '`emitDecoratorMetadata` has no effect: decorators are compiled file by file, without types',
    }),
  },
  CD404: {
    name: 'yarn-plug-n-play',
    example: { files: { '.pnp.cjs': '' } },
    message: () => ({
      text: "Packages are installed with Yarn Plug'n'Play, which is not supported",
      notes: ['Set `nodeLinker: node-modules` in .yarnrc.yml, and run `yarn install`.'],
    }),
  },
  CD405: {
    name: 'invalid-css',
    severity: 'warning',
    example: {
      files: {
        'docs/index.md': '# Home\n\n<code src="../demos/box.tsx"></code>\n',
        'demos/box.tsx': 'import \'./box.css\';\nexport default () => <b className="box">Box</b>;\n',
        'demos/box.css': '.box { color: teal; }\n}\n',
      },
    },
    message: ({ problem, compiled }: { problem: CssProblem; compiled: string | undefined }) => ({
      text: `Invalid CSS: ${
        problem.is === 'unclosed'
          ? `\`${problem.sign}\` is never closed`
          : problem.is === 'closes-nothing'
            ? '`}` has no matching `{`'
            : problem.reason
      }`,
      notes: [
        ...(problem.is === 'unclosed' ? [`Add the missing \`${problem.closing}\`.`] : []),
        ...(problem.is === 'closes-nothing' ? ['Remove the `}`, or add the missing `{`.'] : []),
        ...(compiled === undefined ? [] : [`Compiled CSS: ${compiled}.`]),
        'Browsers skip rules that they cannot parse, so this rule or the rules after it have no effect.',
      ],
    }),
  },
  CD430: {
    name: 'undeclared-package',
    severity: 'warning',
    example: { when: '`cascader-docs doctor` in a project whose demos import a dependency of dumi' },
    message: ({ name, version }: { name: string; version: string }) => ({
      text: `The package ${name} is imported, but not listed in package.json: it is installed only because another package depends on it`,
      notes: [`Install it: \`npm install --save-dev ${name}${version === 'latest' ? '' : `@${version}`}\`.`],
    }),
  },
  CD406: {
    name: 'pages-outside-site',
    example: {
      page: "# Page\n\n```jsx\nimport pages from 'cascader-docs/pages';\nexport default () => pages.length;\n```\n",
    },
    message: ({ module }: { module: string }) => ({
      text: `Only pages, their components and the theme can import \`${module}\``,
      notes: [
        'Demos, the library and packages also run outside of the site. Import the list of pages in an `.mdx` page, and pass it as a prop.',
      ],
    }),
  },
  CD407: {
    name: 'compiler-not-installed',
    example: { when: 'a demo that imports a `.scss` file, in a project without Sass' },
    message: ({ subject, name }: { subject: string; name: string }) => ({
      text: subject,
      notes: [`Install it: \`npm install --save-dev ${name}\`.`],
    }),
  },
  CD408: {
    name: 'theme-without-default-export',
    example: {
      files: {
        'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
        'theme.tsx': "export { default as theme } from 'cascader-docs/theme';\n",
        'docs/index.md': '# Home\n',
      },
    },
    message: ({ file }: { file: string }) => ({
      text: `The theme ${file} has no default export`,
      notes: ["Write `import theme from 'cascader-docs/theme'` and `export default { ...theme }`."],
    }),
  },
  CD409: {
    name: 'invalid-syntax',
    example: { page: '# Page\n\n```jsx | demo\nexport default () => <b>;\n```\n' },
    message: ({ reason, notes, embedded }: { reason: string; notes: string[]; embedded: Location[] }) => ({
      text: reason,
      notes: [...notes, ...embeddedAt(embedded)],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
