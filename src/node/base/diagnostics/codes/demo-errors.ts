import type { CodeEntry, Location } from './entry.ts';

export interface ReactCopy {
  path: string;
  version: string;
}

export interface ThrownError {
  reason: string;
  /** Copies of React, if there are several and they may have caused the error. */
  copies?: ReactCopy[] | undefined;
}

const HINTS: [cause: RegExp, hint: string][] = [
  [
    /\b(?:window|document|navigator|location|localStorage|sessionStorage|self|matchMedia)\b/,
    'Use browser objects only in effects and event handlers.',
  ],
  [/took longer/, 'If the demo needs more time, raise demoTimeout in the configuration.'],
  [/default export/, 'Write `export default function Demo() { … }` in the demo file.'],
  [/ended its process/, 'A demo must not exit the process that renders it.'],
  [/^process\.\w+ cannot be used/, 'Demos run in a browser, where `process` does not exist.'],
  [
    /^Invalid regular expression/,
    `Node.js ${process.versions.node}, which renders demos, does not support this regular expression.`,
  ],
  [
    /^No RuntimeProvider/,
    'A demo has no access to its page, because it also runs in a separate project. On generated pages, write the demo as a code block, in which `{{ params.name }}` is replaced.',
  ],
  [
    /\b(?:[Cc]ontext|[Tt]heme)\b|(?<!Runtime)[Pp]rovider\b|^Cannot read .*\(reading '(?!use[A-Z]|(?:length|map|filter|forEach)')/,
    'If the component needs a provider, render the provider in the `Wrapper` that the `demo.setup` module exports.',
  ],
  [/\(reading 'use[A-Z]\w*'\)|^Invalid hook call/, 'Call hooks only while a component renders.'],
];

/** Returns the fix: an import for a missing name, otherwise `clientOnly`, because the error may not occur in the browser. */
function fixFor(reason: string, demo: string): string {
  const [, name] = /^(\w+) is not defined$/.exec(reason) ?? [];
  const isMissing = name !== undefined && hintsFor(reason).length === 0;
  return isMissing
    ? `Import or declare \`${name}\`.`
    : `If ${demo} throws only on the server, set \`clientOnly: true\` on it.`;
}

function hintsFor(reason: string): string[] {
  return HINTS.filter(([cause]) => cause.test(reason)).map(([, hint]) => hint);
}

function describeCopies(copies: ReactCopy[] | undefined): string[] {
  if (!copies) return [];
  const listed = copies.map(({ path, version }) => `${path} (${version})`).join(' and ');
  return [
    `The demo uses ${copies.length} copies of React: ${listed}. A package must list \`react\` as a peer dependency, and must not bundle it.`,
  ];
}

export function showLocation({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}

function listDemos(demos: string[]): string {
  return list(demos, 3);
}

export function list(items: string[], most: number): string {
  return items.slice(0, most).join(', ') + (items.length > most ? ` and ${items.length - most} more` : '');
}

export const DEMO_ERRORS = {
  CD501: {
    name: 'demo-not-prerendered',
    severity: 'warning',
    example: { page: '# Page\n\n```jsx\nexport default () => window.innerWidth;\n```\n' },
    message: {
      one: ({ demo, reason, embedded }: { demo: string; reason: string; embedded: Location }) => ({
        text: `The demo ${demo} cannot be rendered on the server: ${reason}`,
        notes: [
          `The demo is embedded at ${showLocation(embedded)}, and will render only in the browser.`,
          ...hintsFor(reason),
        ],
      }),
      several: ({ demos, reason }: { demos: string[]; reason: string }) => ({
        text: `${demos.length} demos cannot be rendered on the server: ${reason}`,
        notes: [`These demos will render only in the browser: ${listDemos(demos)}.`, ...hintsFor(reason)],
      }),
    },
  },
  CD531: {
    name: 'demo-throws',
    example: { page: '# Page\n\n```jsx\nconst items = undefined;\n\nexport default () => items.length;\n```\n' },
    message: {
      one: ({ demo, reason, embedded, copies }: ThrownError & { demo: string; embedded: Location }) => ({
        text: `The demo ${demo} throws an error: ${reason}`,
        notes: [
          `The demo is embedded at ${showLocation(embedded)}.`,
          ...hintsFor(reason),
          ...describeCopies(copies),
          fixFor(reason, 'the demo'),
        ],
      }),
      several: ({ demos, reason, copies }: ThrownError & { demos: string[] }) => ({
        text: `${demos.length} demos throw an error: ${reason}`,
        notes: [
          `The demos are ${listDemos(demos)}.`,
          ...hintsFor(reason),
          ...describeCopies(copies),
          fixFor(reason, 'a demo'),
        ],
      }),
    },
  },
} as const satisfies Record<string, CodeEntry>;
