import { MARKER } from '../../marker.ts';
import { type CodeEntry, config, frontMatter } from './entry.ts';

export interface LostAnchor {
  route: string;
  anchor: string;
  nearest?: string | undefined;
  /** The page that now contains the anchor, with all `redirectFrom` entries of its front matter. */
  successor?: { page: string; redirectFrom: string[] } | undefined;
}

const ADD_SITEMAP = "Set the URL: `sitemap: { hostname: 'https://example.org' }`";

export const SITE = {
  CD220: {
    name: 'shallow-git-history',
    severity: 'warning',
    example: { when: 'a build in a clone that was created with `--depth 1`' },
    message: () => ({
      text: 'Pages do not show when they were last changed, because the git history is shallow',
      notes: [
        'Fetch the full history: `fetch-depth: 0` for actions/checkout, or `git fetch --unshallow`.',
        'Or turn off the dates: `themeConfig.lastUpdated: false`.',
      ],
    }),
  },
  CD221: {
    name: 'dead-config-link',
    example: config("themeConfig: { nav: [{ title: 'Guide', link: '/guide' }] }"),
    message: ({ link, nearest }: { link: string; nearest: string | undefined }) => ({
      text: `Dead link ${link} in the configuration`,
      notes: [
        ...(nearest ? [`Did you mean ${nearest}?`] : []),
        ...(link.startsWith('/') ? [] : ['Write a route that begins with `/`, because the link is on every page.']),
      ],
    }),
  },
  CD222: {
    name: 'missing-public-file',
    example: config("favicons: ['/favicon.png']"),
    message: ({ url, nearest }: { url: string; nearest: string | undefined }) => ({
      text: `The public folder does not contain ${url}, which the configuration references`,
      notes: nearest ? [`Did you mean ${nearest}?`] : [],
    }),
  },
  CD223: {
    name: 'missing-configured-file',
    example: config("theme: './theme/index.ts'"),
    message: ({
      kind,
      file,
      nearest,
    }: {
      kind: 'theme' | 'module' | 'font' | 'icon';
      file: string;
      nearest: string | undefined;
    }) => ({
      text: `The ${kind} ${file} does not exist`,
      notes: [nearest ? `Did you mean ${nearest}?` : 'Paths are relative to the config file.'],
    }),
  },
  CD224: {
    name: 'incomplete-share-images',
    example: config("shareImages: { font: './Inter.ttf' }"),
    message: {
      font: ({ file }: { file: string }) => ({
        text: `The font ${file} does not exist`,
        notes: ['Paths are relative to the config file.'],
      }),
      package: ({ name }: { name: string }) => ({
        text: `shareImages needs ${name}, which is not installed`,
        notes: [`Install it: \`npm install --save-dev ${name}\`.`],
      }),
      hostname: () => ({
        text: 'shareImages requires the URL of the site, because social networks need absolute URLs',
        notes: [ADD_SITEMAP],
      }),
    },
  },
  CD225: {
    name: 'invalid-redirect',
    example: frontMatter('redirectFrom: old'),
    message: {
      taken: ({ from, owner }: { from: string; owner: 'page' | 'public-file' | { page: string } }) => ({
        text: `The route ${from} cannot redirect: it is ${
          owner === 'page'
            ? 'the route of this page'
            : `the route of ${owner === 'public-file' ? 'a public file' : owner.page}`
        }`,
        notes: ['Remove it from redirectFrom.'],
      }),
      repeated: ({ from, page }: { from: string; page?: string }) => ({
        text: `The route ${from} cannot redirect: it already redirects to ${page ?? 'this page'}`,
        notes: [page ? 'Remove it from redirectFrom on one of the pages.' : 'Remove one of the two entries.'],
      }),
      invalid: ({ written }: { written: string }) => ({
        text: `Invalid route in redirectFrom: ${written}`,
        notes: [
          'Write the old route without the host and the base, such as /guide/old or /old.html. For anchors, write /guide#old, or /guide#api-* for all anchors that begin with `api-`.',
        ],
      }),
      'own-anchor': ({ from }: { from: string }) => ({
        text: `The anchor ${from} cannot redirect: it is an anchor on this page`,
        notes: ['Remove it from redirectFrom. To keep an anchor on the same page, add `{#old}` to the heading.'],
      }),
      'no-page': ({ from, route, nearest }: { from: string; route: string; nearest: string | undefined }) => ({
        text: `The anchor ${from} cannot redirect: there is no page ${route}`,
        notes: [nearest === undefined ? 'Specify the page that had the anchor.' : `Did you mean ${nearest}?`],
      }),
      second: ({ from, page }: { from: string; page: string }) => ({
        text: `The anchor ${from} cannot redirect: it already redirects to ${page}`,
        notes: ['Remove it from redirectFrom on one of the pages.'],
      }),
      'anchor-in-use': ({ from, anchor, route }: { from: string; anchor: string; route: string }) => ({
        text: `The anchor ${from} cannot redirect: the page ${route} has #${anchor}`,
        notes: ['Remove it from redirectFrom, or remove the anchor from the page.'],
      }),
      'no-anchor': ({ from, anchor, nearest }: { from: string; anchor: string; nearest: string | undefined }) => ({
        text: anchor.endsWith('*')
          ? `The anchor ${from} cannot redirect: no anchor on this page begins with #${anchor.slice(0, -1)}`
          : `The anchor ${from} cannot redirect: this page has no #${anchor}`,
        notes: [
          anchor.endsWith('*')
            ? 'Write the beginning of the anchors on this page, or remove the entry.'
            : `Add \`{#${anchor}}\` to the heading that replaces it${nearest ? `, such as #${nearest}` : ''}.`,
        ],
      }),
    },
  },
  CD226: {
    name: 'unreadable-published-site',
    example: { when: '`cascader-docs build --against no-such-folder`' },
    message: ({ source, reason }: { source: string; reason: string }) => ({
      text: `The published site cannot be read from ${source}: ${reason}`,
      notes: [
        `Set --against to the output folder of a build, its ${MARKER} file, a sitemap.xml, or a text file with one URL per line.`,
      ],
    }),
  },
  CD227: {
    name: 'published-url-gone',
    example: { when: '`cascader-docs build --against sitemap.xml`, after a page was renamed' },
    message: ({ route, successor }: { route: string; successor?: { page: string; redirectFrom: string[] } }) => ({
      text: `The route ${route} was published, but no longer exists`,
      notes: [
        successor
          ? `Add \`redirectFrom: [${[...successor.redirectFrom, route].join(', ')}]\` to the front matter of ${successor.page}, or of the page that replaces it.`
          : `Add \`redirectFrom: [${route}]\` to the front matter of the page that replaces it.`,
      ],
    }),
  },
  CD228: {
    name: 'published-anchor-gone',
    example: { when: '`cascader-docs build --against dist`, after a heading was changed' },
    message: ({ route, anchor, nearest, successor }: LostAnchor) => ({
      text: `The anchor ${route}#${anchor} was published, but no longer exists`,
      notes: [
        ...(successor
          ? [
              `If it moved to ${successor.page}, which has #${anchor}, add \`redirectFrom: [${successor.redirectFrom.map((entry) => `'${entry}'`).join(', ')}]\` to the front matter of that page.`,
            ]
          : []),
        `Add \`{#${anchor}}\` to the heading that replaces it${nearest ? `, such as #${nearest}` : ''}.`,
      ],
    }),
  },
  CD229: {
    name: 'large-page',
    severity: 'warning',
    example: { when: 'a page with a size of 2.5 MB' },
    message: ({ bytes }: { bytes: number }) => ({
      text: `The page is ${(bytes / 1e6).toFixed(1)} MB, which makes it slow to load and to build`,
      notes: ['Split it into several pages.'],
    }),
  },
  CD230: {
    name: 'misnamed-page',
    severity: 'warning',
    example: { files: { 'docs/index.md': '# Home\n', 'docs/guide.markdown': '# Guide\n' } },
    message: ({ name }: { name: string }) => ({
      text: `${name} is not a page: its name does not end with .md or .mdx`,
      notes: ['Change its extension to .md or .mdx.'],
    }),
  },
  CD231: {
    name: 'dropped-from-footer',
    severity: 'warning',
    example: config("themeConfig: { footer: '<b>Kit</b>' }"),
    message: ({ dropped, isUrl }: { dropped: string; isUrl: boolean }) => ({
      text: `The footer is shown without ${isUrl ? `the URL ${dropped}` : `\`${dropped}\``}`,
      notes: ['Write Markdown with safe links and without HTML, or use a custom Footer component in the theme.'],
    }),
  },
  CD232: {
    name: 'private-public-file',
    severity: 'warning',
    example: { files: { 'docs/index.md': '# Home\n', 'docs/public/.env': 'KEY=1\n' } },
    message: ({ name }: { name: string }) => ({
      text: `${name} is published, and may contain secrets`,
      notes: ['Move it out of the public folder. If it contains no secrets, rename it.'],
    }),
  },
  CD233: {
    name: 'incomplete-feed',
    example: config("feed: { '/blog': { title: 'Blog' } }, sitemap: { hostname: 'https://example.org' }"),
    message: {
      hostname: () => ({ text: '`feed` needs the URL of the site', notes: [ADD_SITEMAP] }),
      'no-pages': ({ folder }: { folder: string }) => ({
        text: `The feed of ${folder} would be empty, because there are no pages under that folder`,
        notes: ['Write the route of a folder, without the base and the locale.'],
      }),
    },
  },
  CD234: {
    name: 'page-not-in-feed',
    severity: 'warning',
    example: {
      files: {
        'cascader-docs.config.ts':
          "export default { feed: { '/blog': { title: 'Blog' } }, sitemap: { hostname: 'https://example.org' } };\n",
        'docs/blog/first.md': '---\ndate: soon\n---\n\n# First\n',
      },
    },
    message: ({ route }: { route: string }) => ({
      text: `The \`date\` of ${route} is not a valid date, so the feed does not include the page`,
      notes: ['Write a date, such as 2026-03-01, or a date and time, such as 2026-03-01T10:00:00Z.'],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
