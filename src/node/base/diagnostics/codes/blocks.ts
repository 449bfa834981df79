import type { CodeEntry } from './entry.ts';
import { adviseForeign, type ForeignConstruct, nameForeign } from './shared-texts.ts';

export interface TabTag {
  /** `Tabs` or `Tab`. */
  name: string;
  /** True if the tag is written with colons (`:::tabs`). */
  isContainer: boolean;
}

function showTag({ name, isContainer }: TabTag): string {
  return isContainer ? `\`:::${name.toLowerCase()}\`` : `\`<${name}>\``;
}

function tabNotes({ isContainer }: TabTag): string[] {
  if (!isContainer) return ['Write `<Tabs>`, then each tab between `<Tab title="…">` and `</Tab>`, then `</Tabs>`'];
  return [
    'Write `::::tabs`, then each tab between `:::tab Title` and `:::`, then `::::`. The outer lines need more colons than the inner lines.',
  ];
}

export const BLOCKS = {
  CD335: {
    name: 'unknown-prefetch-mode',
    example: { page: '# Page\n\n<Link to="/" prefetch="often">Home</Link>\n' },
    message: ({ value, known }: { value: string; known: readonly string[] }) => ({
      text: `Invalid \`prefetch\` value ${value} in a \`<Link>\``,
      notes: [`Use one of ${known.join(', ')}. The default is intent.`],
    }),
  },
  CD336: {
    name: 'page-timeout',
    example: { when: 'a theme component that never returns' },
    message: ({ seconds }: { seconds: number }) => ({
      text: `The page exceeds the time limit of ${seconds} s`,
      notes: ['Split the page, or raise the limit with `pageTimeout` in the configuration.'],
    }),
  },
  CD338: {
    name: 'npm-only-command',
    severity: 'warning',
    example: { page: '# Page\n\n```npm\nnpm fund\n```\n' },
    message: ({ command }: { command: string }) => ({
      text: `\`${command}\` has no equivalent in pnpm, Yarn or Bun, so the code block is shown unchanged`,
      notes: ['Write `bash` instead of `npm`, or use a `:::code-group` with a code block for each package manager.'],
    }),
  },
  CD339: {
    name: 'unknown-demo-action',
    severity: 'warning',
    example: { page: '# Page\n\n<code src="../demos/hello.tsx" disabledActions="FLY"></code>\n' },
    message: ({ demo, actions, known }: { demo: string; actions: string[]; known: readonly string[] }) => ({
      text: `Unknown actions in \`disabledActions\` of demo \`${demo}\`: ${actions.map((action) => `\`${action}\``).join(', ')}`,
      notes: [`Known actions: ${known.join(', ')}.`],
    }),
  },
  CD340: {
    name: 'missing-formula-package',
    severity: 'warning',
    example: { when: 'a `math` code block in a project without temml' },
    message: () => ({
      text: 'A formula needs temml, which is not installed',
      notes: ['Install it: `npm install --save-dev temml`.', 'Without the package, formulas are shown as code.'],
    }),
  },
  CD341: {
    name: 'invalid-formula',
    severity: 'warning',
    example: { page: '# Page\n\n```math\n\\frac{a\n```\n' },
    message: ({ reason }: { reason: string }) => ({ text: `The formula cannot be parsed: ${reason}` }),
  },
  CD342: {
    name: 'missing-diagram-package',
    severity: 'warning',
    example: { when: 'a `mermaid` code block in a project without beautiful-mermaid' },
    message: () => ({
      text: 'A diagram needs beautiful-mermaid, which is not installed',
      notes: [
        'Install it: `npm install --save-dev beautiful-mermaid`.',
        'Without the package, diagrams are shown as code.',
      ],
    }),
  },
  CD343: {
    name: 'unsupported-diagram',
    severity: 'warning',
    example: { page: '# Page\n\n```mermaid\ngantt\n```\n' },
    message: ({ kind, known }: { kind: string; known: string[] }) => ({
      text: `Diagrams of type \`${kind}\` are not supported`,
      notes: [`The diagram is shown as code. Supported types: ${known.join(', ')}.`],
    }),
  },
  CD344: {
    name: 'invalid-diagram',
    severity: 'warning',
    example: { page: '# Page\n\n```mermaid\ngraph XY\n```\n' },
    message: ({ reason }: { reason: string }) => ({ text: `The diagram cannot be parsed: ${reason}` }),
  },
  CD345: {
    name: 'unknown-twoslash-word',
    severity: 'warning',
    example: { page: '# Page\n\n```ts twoslash\n// @unknown: 1\nconst total = 1;\n```\n' },
    message: ({ word }: { word: string }) => ({
      text: `Unknown directive \`@${word}\` in a \`twoslash\` block`,
      notes: ['Use `@errors: 2322`, `@noErrors`, `^?` or `---cut---`. Set compiler options in tsconfig.json.'],
    }),
  },
  CD346: {
    name: 'twoslash-without-types',
    severity: 'warning',
    example: { page: '# Page\n\n```json twoslash\n{}\n```\n' },
    message: ({ lang }: { lang: string }) => ({
      text: `A code block in \`${lang}\` has no types to show`,
      notes: ['Write `ts` or `tsx`, or remove `twoslash`.'],
    }),
  },
  CD347: {
    name: 'invalid-typescript-code',
    example: { page: '# Page\n\n```ts ts2js\nconst = 1;\n```\n' },
    message: ({ reason }: { reason: string }) => ({
      text: `The code in the \`ts2js\` block cannot be parsed: ${reason}`,
    }),
  },
  CD348: {
    name: 'foreign-syntax',
    severity: 'warning',
    example: { page: '# Page\n\n[[toc]]\n' },
    message: ({ foreign }: { foreign: ForeignConstruct }) => ({
      text: `${nameForeign(foreign)} is syntax from another site generator, and is shown as plain text here`,
      notes: adviseForeign(foreign),
    }),
  },
  CD349: {
    name: 'image-without-url',
    example: { page: '# Page\n\n![A picture]()\n' },
    message: ({ element }: { element: string }) => ({
      text: `The ${element === 'img' ? 'image' : element} has no URL`,
      notes: ['Write a file path, such as `./picture.png`, in the parentheses or in the `src` attribute.'],
    }),
  },
  CD350: {
    name: 'malformed-tabs',
    example: { page: '# Page\n\n:::tab macOS\nText\n:::\n' },
    message: {
      'no-tabs': ({ tag }: { tag: TabTag }) => ({ text: `${showTag(tag)} has no tabs`, notes: tabNotes(tag) }),
      'no-title': ({ tag }: { tag: TabTag }) => ({ text: `${showTag(tag)} has no title`, notes: tabNotes(tag) }),
      stray: ({ tag }: { tag: TabTag }) => ({
        text: `${showTag(tag)} is not directly inside ${tag.isContainer ? '`:::tabs`' : '`<Tabs>`'}`,
        notes: tabNotes(tag),
      }),
      content: ({ tag }: { tag: TabTag }) => ({
        text: `The content of ${showTag(tag)} must be inside a tab`,
        notes: tabNotes(tag),
      }),
      attributes: ({ name }: { name: string }) => ({
        text: `The attributes of \`<${name}>\` must be plain text`,
        notes: ['Write the title in quotes: `<Tab title="…">`.'],
      }),
    },
  },
} as const satisfies Record<string, CodeEntry>;
