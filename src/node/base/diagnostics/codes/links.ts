import { didYouMean, inTicks } from '../did-you-mean.ts';
import type { CodeEntry } from './entry.ts';
import { describeRefusal } from './shared-texts.ts';

/** Route that a page would have in Docusaurus because of a key in its front matter. */
export interface ForeignRoute {
  file: string;
  key: 'id' | 'slug';
  value: string;
  /** Route of the page in this site. */
  routePath: string;
}

function adviseRoute({ file, key, value, routePath }: ForeignRoute): string {
  return `${file} has \`${key}: ${value}\`, but routes come from folders and file names. Link to \`${routePath}\`, or rename the file.`;
}

export const LINKS = {
  CD320: {
    name: 'dead-link',
    example: { page: '# Page\n\n[Guide](/no-such-page)\n' },
    message: ({
      route,
      nearest,
      meant,
    }: {
      route: string;
      nearest: string | undefined;
      meant?: ForeignRoute | undefined;
    }) => ({
      text: `Dead link: there is no page \`${route}\`${didYouMean(nearest)}`,
      notes: nearest === undefined ? [meant ? adviseRoute(meant) : 'Correct the link, or add the page.'] : [],
    }),
  },
  CD321: {
    name: 'missing-anchor',
    example: { page: '# Page\n\n[Below](#no-such-heading)\n' },
    message: ({ route, hash, nearest }: { route: string; hash: string; nearest: string | undefined }) => ({
      text: `Page \`${route}\` has no anchor \`#${hash}\`${didYouMean(nearest, (near) => inTicks(`#${near}`))}`,
    }),
  },
  CD322: {
    name: 'duplicate-demo-id',
    example: {
      page: '# Page\n\n<code src="../demos/hello.tsx" id="hello"></code>\n\nText\n\n<code src="../demos/hello.tsx" id="hello"></code>\n',
    },
    message: ({ demo, other: { file, line } }: { demo: string; other: { file: string; line: number } }) => ({
      text: `Duplicate demo id \`${demo}\``,
      notes: [`The other demo is at ${file}:${line}.`, 'Give one of the code tags a unique `id`.'],
    }),
  },
  CD323: {
    name: 'link-to-non-page',
    severity: 'warning',
    example: { files: { 'docs/index.md': '# Home\n\n[Notes](../NOTES.md)\n', 'NOTES.md': '# Notes\n' } },
    message: ({ href }: { href: string }) => ({
      text: `\`${href}\` is not a page of this site`,
      notes: [
        'To link to the file in your repository, set `repository` in package.json. Otherwise, move the file to a folder in `resolve.docDirs`.',
      ],
    }),
  },
  CD324: {
    name: 'private-file',
    example: { files: { 'docs/index.md': '# Home\n\n[Settings](./.env)\n', 'docs/.env': 'KEY=1\n' } },
    message: ({ subject }: { subject: string }) => describeRefusal('private', subject),
  },
  CD325: {
    name: 'code-block-import-missing',
    severity: 'warning',
    example: { page: "# Page\n\n```jsx\nimport './missing';\nexport default () => null;\n```\n" },
    message: ({ specifier }: { specifier: string }) => ({
      text: `The code block is not run, because it imports \`${specifier}\`, which does not exist`,
      notes: ['Write `| pure` after the language of a code block that is not a demo, or correct the import.'],
    }),
  },
  CD351: {
    name: 'code-block-not-parsed',
    severity: 'warning',
    example: { page: '# Page\n\n```jsx\nexport default () => {\n  ...\n};\n```\n' },
    message: () => ({
      text: 'The code block is not run, because its code has a syntax error',
      notes: ['Write `| pure` after the language of a code block that is not a demo, or correct the code.'],
    }),
  },
  CD326: {
    name: 'unclosed-container',
    severity: 'warning',
    example: { page: '# Page\n\n:::info\nText\n' },
    message: ({ name }: { name: string }) => ({
      text: `The container \`:::${name}\` is not closed`,
      notes: ['Add a `:::` line after its content.'],
    }),
  },
  CD327: {
    name: 'image-without-text',
    severity: 'warning',
    example: { page: '# Page\n\n![](https://example.com/a.png)\n' },
    message: ({ syntax }: { syntax: 'markdown' | 'html' }) => ({
      text: 'The image has no alternative text',
      notes:
        syntax === 'markdown'
          ? ['Describe the image: `![description](…)`.', 'For a decorative image, write `<img src="…" alt="" />`.']
          : ['Write `alt="description"`, or `alt=""` for a decorative image.'],
    }),
  },
  CD328: {
    name: 'link-without-text',
    severity: 'warning',
    example: { page: '# Page\n\n[](https://example.com)\n' },
    message: () => ({ text: 'The link has no text', notes: ['Write link text that describes the target.'] }),
  },
  CD330: {
    name: 'missing-title',
    severity: 'warning',
    example: { page: 'Text\n' },
    message: ({ title }: { title: string }) => ({
      text: `The page has no title, so its file name is used: \`${title}\``,
      notes: [`Start the page with \`# ${title}\`, or set \`title: ${title}\` in its front matter.`],
    }),
  },
  CD331: {
    name: 'invalid-demo-option',
    severity: 'warning',
    example: { page: '# Page\n\n<code src="../demos/hello.tsx" titel="Hello"></code>\n' },
    message: {
      unknown: ({ option, known }: { option: string; known: string }) => ({
        text: `Unknown demo option \`${option}\`${didYouMean(known)}`,
      }),
      value: ({ option, got, wanted }: { option: string; got: string; wanted: string }) => ({
        text: `The demo option \`${option}\` has the invalid value \`${got}\``,
        notes: [`Write ${wanted}, or remove the option.`],
      }),
    },
  },
  CD332: {
    name: 'misspelled-code-word',
    severity: 'warning',
    example: { page: '# Page\n\n```jsx | puer\nconst a = 1;\n```\n' },
    message: ({ word, known }: { word: string; known: string }) => ({
      text: `Unknown word \`${word}\` after \`|\`${didYouMean(known)}`,
    }),
  },
  CD333: {
    name: 'api-without-id',
    example: { page: '# Page\n\n<API></API>\n' },
    message: () => ({ text: '`<API>` needs an `id`', notes: ['Write `<API id="Button" />`.'] }),
  },
  CD334: {
    name: 'unknown-api-type',
    example: { page: '# Page\n\n<API id="Button" type="methods" />\n' },
    message: ({ type, known }: { type: string; known: readonly string[] }) => ({
      text: `Unknown \`type\` of \`<API>\`: \`${type}\``,
      notes: [`Use one of ${known.join(', ')}, or omit \`type\` to show all of them.`],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
