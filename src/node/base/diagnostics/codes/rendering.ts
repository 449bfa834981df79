import { didYouMean } from '../did-you-mean.ts';
import { list, showLocation } from './demo-errors.ts';
import type { CodeEntry, Location } from './entry.ts';

export interface UnknownComponent {
  name: string;
  known: string[];
  nearest: string | undefined;
  /** Locations after the first one. */
  further: Location[];
}

export interface DemoWithoutDefault {
  demo: string;
  /** The export of the demo's module that looks like a component. */
  exported?: { kind: string; name: string };
  embedded: Location;
}

function defaultExportOf(exported: DemoWithoutDefault['exported']): string {
  if (!exported) return '`export default function Demo() { … }`';
  const { kind, name } = exported;
  if (kind === 'function') return `\`export default function ${name}\``;
  return kind === 'class' ? `\`export default class ${name}\`` : `\`export default ${name};\` below the component`;
}

function mdxHints(reason: string): string[] {
  const [, name] = /^(\w+) is not defined$/.exec(reason) ?? [];
  if (name === undefined) return [];
  return [
    `In \`.mdx\` pages, braces contain JavaScript. Import or declare \`${name}\`, or write a literal brace as \`\\{\`.`,
  ];
}

function listLocations(locations: Location[]): string {
  return list(locations.map(showLocation), 5);
}

export const RENDERING = {
  CD502: {
    name: 'page-not-rendered',
    example: { mdx: "# Page\n\nexport const Sad = () => { throw new Error('No'); };\n\n<Sad />\n" },
    message: {
      page: ({ page, reason }: { page: string; reason: string }) => ({
        text: `The page ${page} cannot be rendered: ${reason}`,
        notes: page.endsWith('.mdx') ? mdxHints(reason) : [],
      }),
      theme: ({ reason }: { reason: string }) => ({ text: `The theme cannot render a page: ${reason}` }),
    },
  },
  CD503: {
    name: 'unknown-component',
    example: { page: '# Page\n\n<Bagde>New</Bagde>\n' },
    message: ({ name, known, nearest, further }: UnknownComponent) => ({
      text: `Unknown component <${name}>${didYouMean(nearest, (near) => `<${near}>`)}`,
      notes: [
        ...(nearest === undefined ? [`Components in the theme: ${known.join(', ')}.`] : []),
        "Import your own component in an `.mdx` page, or add it to the theme's builtins to use it on all pages.",
        ...(further.length > 0 ? [`Other uses: ${listLocations(further)}.`] : []),
      ],
    }),
  },
  CD504: {
    name: 'theme-not-loaded',
    example: { when: 'a theme whose module reads `window`' },
    message: ({ reason }: { reason: string }) => ({ text: `The theme cannot be loaded: ${reason}` }),
  },
  CD506: {
    name: 'styles-blocked-by-policy',
    severity: 'warning',
    example: { when: "a demo that inserts a `<style>`, with `csp: 'strict'`" },
    message: ({ demo, writer }: { demo: string; writer: string | undefined }) => ({
      text: `The demo ${demo} inserts styles${writer ? ` with ${writer}` : ''}, which the strict policy blocks, so it will have no styles`,
      notes: ["Remove 'strict' from csp in the configuration, or write the styles to a style sheet at build time."],
    }),
  },
  CD507: {
    name: 'url-blocked-by-policy',
    severity: 'warning',
    example: {
      page: "# Page\n\n```jsx\nexport default () => <b onClick={() => fetch('https://api.example.com/')}>Go</b>;\n```\n",
    },
    message: ({ origin, allow, secure }: { origin: string; allow: Record<string, string>; secure?: string }) => ({
      text: `The content security policy blocks ${origin}`,
      notes: [
        ...(secure === undefined ? [] : [`Write \`${secure}\` if the host supports it.`]),
        `Allow it in the configuration: \`csp: { ${Object.entries(allow)
          .map(([directive, source]) => `'${directive}': ['${source}']`)
          .join(', ')} }\`.`,
      ],
    }),
  },
  CD508: {
    name: 'invalid-demo-wrapper',
    example: {
      files: {
        'cascader-docs.config.ts': "export default { demo: { setup: './setup.tsx' } };\n",
        'setup.tsx': 'export const Wrapper = 1;\n',
        'docs/index.md': '# Home\n\n```jsx\nexport default () => <b>Hello</b>;\n```\n',
      },
    },
    message: ({ reason }: { reason: string }) => ({
      text: reason,
      notes: ['Export a component: `export function Wrapper({ children }) { … }`.'],
    }),
  },
  CD523: {
    name: 'browser-only-demo',
    severity: 'info',
    example: { when: '`cascader-docs doctor` with a demo that renders only into a portal' },
    message: ({ demo }: { demo: string }) => ({
      text: `The demo \`${demo}\` is visible only with JavaScript, because it needs a browser to render`,
    }),
  },
  CD528: {
    name: 'demo-changes-built-ins',
    severity: 'warning',
    example: {
      page: '# Page\n\n```jsx\nArray.prototype.last = () => 1;\nexport default () => <b>{[].last()}</b>;\n```\n',
    },
    message: ({ demo, names }: { demo: string; names: string[] }) => ({
      text: `The demo ${demo} changes ${list(
        names.map((name) => `\`${name}\``),
        5,
      )}, which other demos on the page also use`,
      notes: ['The build renders other demos without this change, but in a browser they run with it.'],
    }),
  },
  CD529: {
    name: 'package-keeps-state',
    severity: 'info',
    example: { when: 'a demo that calls `dayjs.locale()`, and another demo that prints a date' },
    message: ({ shown, changedBy, modules }: { shown: string; changedBy: string | undefined; modules: string[] }) => ({
      text:
        changedBy === undefined
          ? `The HTML of the demo ${shown} changes each time it is rendered, because a package keeps state`
          : `The demo ${changedBy} changes the state of a package, which changes the HTML of the demo ${shown}`,
      notes: [
        ...(modules.length > 0 ? [`The state belongs to ${list(modules, 5)}, or to a module that it imports.`] : []),
        changedBy === undefined
          ? 'The demos that use the package are rendered separately, which takes longer.'
          : 'The build renders the demos separately, but in a browser, demos on a page share the state.',
      ],
    }),
  },
  CD530: {
    name: 'undeclared-side-effects',
    severity: 'warning',
    example: {
      when: '`cascader-docs check` with a package whose entry changes its own modules, despite `"sideEffects": false`',
    },
    message: ({ demo, modules }: { demo: string; modules: string[] }) => ({
      text: `The demo ${demo} renders differently if it loads whole packages`,
      notes: [
        `One of these packages has modules with side effects that its package.json does not list: ${list(modules, 5)}.`,
        'Add the files to `sideEffects` in that package.json, or import the module that has the side effect.',
      ],
    }),
  },
  CD524: {
    name: 'demo-without-default-export',
    example: {
      files: {
        'demos/hello.tsx': 'export function Hello() {\n  return <b>Hello</b>;\n}\n',
        'docs/index.md': '# Home\n\n<code src="../demos/hello.tsx"></code>\n',
      },
    },
    message: ({ demo, exported, embedded }: DemoWithoutDefault) => ({
      text: `The demo ${demo} has no default export, so it has no component to render`,
      notes: [`Write ${defaultExportOf(exported)}.`, `The demo is embedded at ${showLocation(embedded)}.`],
    }),
  },
  CD525: {
    name: 'misspelt-theme-component',
    severity: 'warning',
    example: {
      files: {
        'docs/index.md': '# Home\n',
        'theme.tsx':
          "import theme from 'cascader-docs/theme';\n\nexport default { ...theme, Foter: () => <footer>Bye</footer> };\n",
        'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
      },
    },
    message: ({ name, nearest }: { name: string; nearest: string }) => ({
      text: `Unknown component \`${name}\` in the theme${didYouMean(nearest)}`,
      notes: ['For a component of your own, use a name that does not resemble the name of a theme component.'],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
