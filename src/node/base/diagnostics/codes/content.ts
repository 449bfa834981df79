import { didYouMean, inTicks } from '../did-you-mean.ts';
import type { CodeEntry } from './entry.ts';
import {
  adviseForeign,
  describeMissingFile,
  describeRefusal,
  type ForeignConstruct,
  type MissingFile,
} from './shared-texts.ts';

const FRAGMENTS = ['Write `#L5`, `#L5-L10`, `#L5-` or `#RE-/pattern/flags` after the file name'];

/** Fixes for syntax errors in MDX. */
const MDX_FIXES: [cause: RegExp, fix: string][] = [
  [
    /brace|acorn|expression/,
    'Write a literal brace as `\\{`, or put the text in backticks. In `.md` pages, braces are text.',
  ],
  [
    /before name|before attribute|in tag|after self-closing/,
    'Write a literal `<` as `\\<`, or put the text in backticks.',
  ],
  [/^Expected a closing tag|closing slash/, 'Close each tag in the block in which it begins: `<b>…</b>`, or `<br />`.'],
];

export const CONTENT = {
  CD300: {
    name: 'invalid-mdx',
    example: { mdx: '# Page\n\n<b>never closed\n' },
    message: ({ reason, foreign }: { reason: string; foreign: ForeignConstruct | undefined }) => ({
      text: reason,
      notes: foreign ? adviseForeign(foreign) : MDX_FIXES.flatMap(([cause, fix]) => (cause.test(reason) ? fix : [])),
    }),
  },
  CD301: {
    name: 'nested-too-deeply',
    example: { when: 'a page with 10,000 nested quotes' },
    message: () => ({ text: 'The content is nested too deeply' }),
  },
  CD302: {
    name: 'forbidden-element',
    example: { page: '# Page\n\n<script>alert(1)</script>\n' },
    message: ({ refused }: { refused: string | { animated: string } }) => ({
      text: `${typeof refused === 'string' ? `\`${refused}\`` : `An element that animates \`${refused.animated}\``} is not allowed in a page`,
      notes: ['Use `headScripts` or `metas` in the config, or a component in an `.mdx` page.'],
    }),
  },
  CD303: {
    name: 'inline-handler',
    example: { page: '# Page\n\n<p onclick="go()">Go</p>\n' },
    message: ({ attribute }: { attribute: string }) => ({
      text: `Attribute \`${attribute}\` is not allowed: the site's content security policy blocks inline handlers`,
      notes: ['Use a component in an `.mdx` page.'],
    }),
  },
  CD304: {
    name: 'unsafe-url',
    example: { page: '# Page\n\n[Go](javascript:alert(1))\n' },
    message: ({ url, where }: { url: string; where: 'page' | 'front-matter' }) => ({
      text: `URL \`${url}\` is not allowed`,
      notes: where === 'page' ? ['Use http, https, mailto, tel, a relative URL, or `#…`.'] : [],
    }),
  },
  CD305: {
    name: 'unknown-container',
    severity: 'warning',
    example: { page: '# Page\n\n:::wraning\nText\n:::\n' },
    message: ({ name, known, nearest }: { name: string; known: string[]; nearest: string | undefined }) => ({
      text: `Unknown container \`:::${name}\`${didYouMean(nearest, (near) => inTicks(`:::${near}`))}`,
      notes: nearest === undefined ? [`Known containers: ${known.join(', ')}.`] : [],
    }),
  },
  CD306: {
    name: 'second-title',
    severity: 'warning',
    example: { page: '# Page\n\n# Another\n' },
    message: ({ title, embeddedBy }: { title: string; embeddedBy: string | undefined }) => ({
      text: `Another h1, \`${title}\`, but a page can have only one title`,
      notes: [
        'Write `##` for a section.',
        ...(embeddedBy === undefined
          ? []
          : [`\`${embeddedBy}\` embeds this file. To embed only part of it, write \`#L3-\` after the file name.`]),
      ],
    }),
  },
  CD307: {
    name: 'missing-demo-file',
    example: { page: '# Page\n\n<code src="./missing.tsx"></code>\n' },
    message: describeMissingFile,
  },
  CD308: {
    name: 'file-outside-project',
    example: { page: '# Page\n\n![A picture](../../../../../../../../outside.png)\n' },
    message: ({ subject }: { subject: string }) => describeRefusal('outside', subject),
  },
  CD309: {
    name: 'not-a-demo',
    example: { page: '# Page\n\n<code src></code>\n' },
    message: ({ src, extensions }: { src?: string; extensions: string[] }) =>
      src === undefined
        ? { text: '`<code src>` has no file name' }
        : { text: `\`${src}\` is not a demo`, notes: [`Use a file whose name ends with ${extensions.join(', ')}.`] },
  },
  CD310: {
    name: 'dev-only-demo-option',
    severity: 'warning',
    example: { page: '# Page\n\n<code src="../demos/hello.tsx" only></code>\n' },
    message: ({ option, demo }: { option: string; demo: string }) => ({
      text: `The option \`${option}\` of demo \`${demo}\` works only in the dev server`,
      notes: ['Remove the option before you build the site, or use `debug` for a demo that should not be published.'],
    }),
  },
  CD311: {
    name: 'missing-embedded-file',
    example: { page: '# Page\n\n<embed src="./missing.md"></embed>\n' },
    message: describeMissingFile,
  },
  CD312: {
    name: 'missing-embedded-range',
    example: { page: '# Page\n\n<embed src="./index.md#L900"></embed>\n' },
    message: {
      'no-part': ({ fragment }: { fragment: string }) => ({
        text: `\`#${fragment}\` does not select a valid part of a file`,
        notes: FRAGMENTS,
      }),
      'no-lines': ({ first, last }: { first: number; last: number }) => ({
        text: `The file does not have ${Number.isFinite(last) ? `lines ${first} to ${last}` : `a line ${first}`}`,
        notes: FRAGMENTS,
      }),
      'long-pattern': ({ most }: { most: number }) => ({
        text: `The regular expression is longer than ${most} characters`,
        notes: FRAGMENTS,
      }),
      'no-match': ({ pattern }: { pattern: string }) => ({
        text: `Nothing in the file matches \`${pattern}\``,
        notes: FRAGMENTS,
      }),
      failed: ({ reason = 'unknown reason' }: { reason: string | undefined }) => ({
        text: `The regular expression failed: ${reason}`,
        notes: FRAGMENTS,
      }),
    },
  },
  CD313: {
    name: 'embeds-itself',
    example: { page: '# Page\n\n<embed src="./cd313.md"></embed>\n' },
    message: ({ src }: { src: string }) => ({ text: `\`${src}\` embeds itself` }),
  },
  CD314: {
    name: 'embed-not-markdown',
    example: { page: '# Page\n\n<embed src="./picture.png"></embed>\n' },
    message: ({ src }: { src: string }) => ({
      text: `\`<embed>\` accepts only Markdown files, not \`${src}\``,
      notes: ['Write `<embed src="./file.md"></embed>`.'],
    }),
  },
  CD315: {
    name: 'missing-linked-file',
    example: { page: '# Page\n\n[Guide](./missing.md)\n' },
    message: describeMissingFile,
  },
  CD316: {
    name: 'missing-image',
    example: { page: '# Page\n\n![A picture](./missing.png)\n' },
    message: ({ inPublicFolder = false, what, specifier, nearest }: MissingFile & { inPublicFolder?: boolean }) =>
      inPublicFolder
        ? {
            text: `${what} \`${specifier}\` does not exist in the public folder`,
            notes: [
              'A path that starts with `/` is resolved in `publicDir`. Start the path with `./` for a file next to the page.',
            ],
          }
        : describeMissingFile({ what, specifier, nearest }),
  },
  CD317: {
    name: 'stray-closing-tag',
    severity: 'warning',
    example: { page: '# Page\n\nText </Badge>\n' },
    message: ({ name }: { name: string }) => ({
      text: `\`</${name}>\` has no opening tag here`,
      notes: ['Put both tags in one block, or put each tag in its own block at the same nesting level.'],
    }),
  },
  CD318: {
    name: 'undefined-namespace',
    example: { mdx: '# Page\n\n<Kit.Button />\n' },
    message: ({ name }: { name: string }) => ({
      text: `\`${name}\` is not defined`,
      notes: [`Import it: \`import * as ${name} from '…'\`.`],
    }),
  },
  CD319: {
    name: 'invalid-icon',
    example: {
      page: '---\nfeatures:\n  - title: Fast\n    icon: <svg>\n---\n\n# Page\n',
    },
    message: ({ problem }: { problem: 'incomplete' | 'scripts' }) => ({
      text: `Invalid icon: ${
        problem === 'scripts'
          ? 'an SVG in a page must not contain scripts'
          : 'write a path, or an SVG from `<svg` to `</svg>`'
      }`,
    }),
  },
  CD355: {
    name: 'invalid-story',
    example: {
      files: {
        'docs/index.md': '# Page\n\n<code src="./Button.stories.tsx#Primery"></code>\n',
        'docs/Button.stories.tsx': "export default { component: 'button' };\nexport const Primary = {};\n",
      },
    },
    message: {
      unknown: ({ src, known, nearest }: { src: string; known: string[]; nearest: string | undefined }) => ({
        text: `\`${src}\` is not a story${didYouMean(nearest)}`,
        notes: [
          known.length > 0 ? `The file exports ${known.map(inTicks).join(', ')}.` : 'The file exports no stories.',
        ],
      }),
      unreadable: ({ src, reason }: { src: string; reason: string }) => ({
        text: `The stories of \`${src}\` cannot be read: ${reason}`,
      }),
      duplicate: ({ name, other }: { name: string; other: string }) => ({
        text: `The story \`${name}\` has the same title and name as the story at ${other}`,
        notes: ['Change the title in the default export of one file.'],
      }),
      block: ({ name }: { name: string }) => ({
        text: `The Storybook block \`<${name}>\` cannot be shown`,
        notes: ['Pass an imported story or component as `of`, or write Markdown instead.'],
      }),
      empty: ({ name }: { name: string }) => ({
        text: `The story \`${name}\` has nothing to render`,
        notes: ['Set `component` in the default export, or add a `render` function to the story.'],
      }),
    },
  },
  CD356: {
    name: 'ignored-story-parameters',
    severity: 'info',
    example: {
      files: {
        'cascader-docs.config.ts': "export default { stories: 'src/*.stories.tsx' };\n",
        'docs/index.md': '# Page\n',
        'src/Button.stories.tsx':
          "export default { component: 'button', parameters: { design: { url: 'https://example.com' } } };\nexport const Primary = {};\n",
      },
    },
    message: ({ names }: { names: string[] }) => ({
      text: `These story parameters have no effect here: ${names.map(inTicks).join(', ')}`,
    }),
  },
} as const satisfies Record<string, CodeEntry>;
