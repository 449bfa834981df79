/**
 * All codes of messages: what each says, how it is mended, and what gives it. The handbook's page of messages is made of it, and
 * a test proves each example.
 */

/** What gives a message. */
export type CodeExample =
  /** A Markdown page. */
  | { page: string }
  /** An `.mdx` page. */
  | { mdx: string }
  /** Files of a site, by path; one without pages has a home page besides. */
  | { files: Record<string, string> }
  /** What files alone do not give, in words. */
  | { when: string };

/** What is known of a code, in general; a message says it of its case. */
export interface CodeEntry {
  says: string;
  mend: string;
  example: CodeExample;
}

/** Stages by the hundreds of their codes. */
export const STAGES: Record<string, string> = {
  1: 'Command line and configuration',
  2: 'Finding and reading pages',
  3: 'Compiling pages: links, demos, MDX',
  4: 'Bundling demos, pages and styles',
  5: 'Rendering',
  6: 'Writing',
  7: 'Sandboxes',
  8: 'Types',
};

const config = (keys: string): CodeExample => ({
  files: { 'cascader-docs.config.ts': `export default { ${keys} };\n` },
});
const dumi = (keys: string, files: Record<string, string> = {}): CodeExample => ({
  files: { '.dumirc.ts': `export default { ${keys} };\n`, ...files },
});
const frontMatter = (lines: string): CodeExample => ({ page: `---\n${lines}\n---\n\n# Page\n` });

export const CODES = {
  CD100: {
    says: 'The folder of the site does not exist',
    mend: 'Give the folder that holds `cascader-docs.config.ts` and `docs`.',
    example: { when: '`cascader-docs build no-such-folder`' },
  },
  CD101: {
    says: 'The config file threw an error while it was read, or it waits for something that never comes',
    mend: 'Run it alone, `npx tsx cascader-docs.config.ts`; its code is yours.',
    example: { files: { 'cascader-docs.config.ts': "throw new Error('No');\n" } },
  },
  CD102: {
    says: '`package.json` is not valid JSON',
    mend: 'Mend it where the message says: mostly a comma is missing, or one is left over.',
    example: { files: { 'package.json': '{ "name": }\n' } },
  },
  CD103: {
    says: 'The config file has an ending that is not read',
    mend: 'Call it `cascader-docs.config.ts`, `.mts`, `.js` or `.mjs`.',
    example: { files: { 'cascader-docs.config.json': '{}\n' } },
  },
  CD104: {
    says: 'The system refuses to read or write something: a file where a folder is expected, one that nobody may read, or too many at a time',
    mend: 'Put a file or a folder where one is expected, and see that you may read it. Where too few files may be open, allow more (`ulimit -n 1024`).',
    example: { when: 'a file called `docs`' },
  },
  CD105: {
    says: 'A package that another one needs on this system is not installed',
    mend: 'Write the command of the note.',
    example: { when: '`npm install --omit=optional`, then `cascader-docs build`' },
  },
  CD110: {
    says: 'The configuration has a key that nobody knows',
    mend: 'Correct its name, or remove it.',
    example: config("titel: 'Kit'"),
  },
  CD111: {
    says: 'A value of the configuration is of the wrong kind',
    mend: 'Write what the message says is expected.',
    example: config('base: 1'),
  },
  CD112: {
    says: 'Keys of the configuration belong to another bundler and have no effect',
    mend: 'Remove them.',
    example: config('mfsu: false'),
  },
  CD113: {
    says: 'A key of dumi would change the site and cannot be followed',
    mend: 'The message has what stands for it here.',
    example: config("history: { type: 'hash' }"),
  },
  CD114: {
    says: 'A key of `themeConfig` is nearly an option of the theme',
    mend: 'Correct its name; other names are passed on to a theme of your own.',
    example: config('themeConfig: { footter: false }'),
  },
  CD115: {
    says: 'A language of the configuration lacks messages, which stay English',
    mend: 'Write those that the message lists.',
    example: config("messages: { de: { name: 'Deutsch', messages: { 'toc.label': 'Inhalt' } } }"),
  },
  CD116: {
    says: 'A message of the configuration is not in ICU syntax',
    mend: 'Put arguments into braces, and braces that are meant as such into single quotes.',
    example: config("messages: { 'en-US': { name: 'English', messages: { 'toc.label': 'On {this page' } } }"),
  },
  CD117: {
    says: 'The configuration is read from a file that was written for dumi',
    mend: 'Nothing is to be mended; a `cascader-docs.config.ts` beside it is read instead.',
    example: dumi("themeConfig: { name: 'Kit' }"),
  },
  CD118: {
    says: 'A key of dumi has no meaning here and is passed over',
    mend: 'Nothing is to be mended; the message has the reason.',
    example: dumi('mfsu: false'),
  },
  CD119: {
    says: 'A message of the configuration has an id that nothing shows',
    mend: 'Correct the id: the list is under [Interface languages](../guide/languages.md#another-language). A theme of your own may show messages of its own.',
    example: config("messages: { 'en-US': { messages: { 'toc.title': 'On this page' } } }"),
  },
  CD120: {
    says: 'There is no built site to be served',
    mend: 'Build it first: `npx cascader-docs build`.',
    example: { when: '`cascader-docs preview` before the first build' },
  },
  CD121: {
    says: 'The server cannot listen there: the port is taken, or the host is not of this machine',
    mend: 'Choose others with `--port` and `--host`.',
    example: { when: '`cascader-docs preview --port 80`, where another server has that port' },
  },
  CD122: {
    says: 'The site is written for dumi 1, which is not supported: only what means the same in dumi 2 is built',
    mend: 'Move the site to dumi 2 first, as the note says.',
    example: dumi("mode: 'site'"),
  },
  CD130: {
    says: 'The starter cannot be written into that folder',
    mend: 'Name an empty folder, or one that has a `package.json`.',
    example: { when: '`cascader-docs init src`, where `src` has files' },
  },
  CD150: {
    says: '`check` needs packages that are not installed',
    mend: 'Write `npm install --save-dev playwright-core axe-core`.',
    example: { when: '`cascader-docs check` without `playwright-core`' },
  },
  CD151: {
    says: '`check` finds no browser',
    mend: 'Install Chromium, or name one in the variable `CHROME_PATH`.',
    example: { when: '`cascader-docs check` on a machine without Chromium' },
  },
  CD152: {
    says: 'The browser does not start',
    mend: 'The note says what it said; name another one in `CHROME_PATH`.',
    example: { when: '`CHROME_PATH=/bin/false cascader-docs check`' },
  },
  CD153: {
    says: 'No demo has an id with the text that `check` was given',
    mend: 'Give a part of an id; without one all demos are checked.',
    example: { when: '`cascader-docs check --demo no-such-demo`' },
  },
  CD154: {
    says: 'The baseline of `check` cannot be used',
    mend: 'Mend the entry, or write the file anew with `--update-baseline`.',
    example: { when: 'a baseline with an entry that has no `reason`' },
  },
  CD160: {
    says: 'Creating sandboxes needs a key of CodeSandbox',
    mend: 'Make one, and set `CSB_API_KEY`; `--dry-run` needs none.',
    example: { when: '`cascader-docs sandbox create` without `CSB_API_KEY`' },
  },
  CD161: {
    says: 'Creating sandboxes needs a package that is not installed, or cannot be loaded',
    mend: 'Write `npm install --save-dev @codesandbox/sdk`; `--dry-run` needs none.',
    example: { when: '`cascader-docs sandbox create` without `@codesandbox/sdk`' },
  },
  CD162: {
    says: 'No demo with a project has that name, or several have',
    mend: 'Give the whole id; `--dry-run` lists them.',
    example: { when: '`cascader-docs sandbox create no-such-demo`' },
  },
  CD201: {
    says: 'No folder of pages has one',
    mend: 'Write `docs/index.md`, or name the folder of your pages in `resolve.docDirs`.',
    example: { files: { 'docs/readme.txt': 'No page\n' } },
  },
  CD202: {
    says: 'A page cannot be read from the disk',
    mend: 'See that you may read it; the message has what the system says.',
    example: { when: '`chmod a-r docs/index.md`' },
  },
  CD203: {
    says: 'Something that is no ordinary file or folder, such as a link that leads nowhere, stands among the pages',
    mend: 'Put the file itself in its place, or `_` before its name.',
    example: { when: '`ln -s /nowhere docs/page.md`' },
  },
  CD204: {
    says: 'A page is not text in UTF-8',
    mend: 'Save it as UTF-8.',
    example: { when: 'a page that was saved as UTF-16' },
  },
  CD205: {
    says: 'The name of a page gives no address',
    mend: 'Rename it with letters, digits and dashes.',
    example: { files: { 'docs/what?.md': '# What\n' } },
  },
  CD206: {
    says: 'Two pages have the same address',
    mend: 'Rename one of them, or begin its name with `_` to leave it out.',
    example: { files: { 'docs/button.md': '# Button\n', 'docs/button/index.md': '# Button\n' } },
  },
  CD207: {
    says: 'A folder of pages leads out of the project',
    mend: 'Move the pages, or set `projectRoot` to a folder above both.',
    example: { when: '`ln -s ../../elsewhere docs/elsewhere`' },
  },
  CD208: {
    says: 'The file of a tab has no page, or another tab has its name',
    mend: 'Write the page that the message names, or rename the file.',
    example: { files: { 'docs/button.$tab-design.md': 'Design\n' } },
  },
  CD210: {
    says: 'Front matter cannot be read',
    mend: 'Mend the YAML at the place; what has a meaning there, such as `:` or `@`, stands in quotes.',
    example: frontMatter('title: [Button'),
  },
  CD211: {
    says: 'Front matter is written otherwise than it is meant, and the meaning is plain',
    mend: 'Write it as the note says.',
    example: frontMatter('order: "2"'),
  },
  CD212: {
    says: 'A value in front matter is of the wrong kind',
    mend: 'Write what the message says is expected.',
    example: frontMatter('order: first'),
  },
  CD213: {
    says: 'A key of front matter is nearly a known one',
    mend: 'Correct its name; other names are yours to use.',
    example: frontMatter('tilte: Button'),
  },
  CD214: {
    says: 'A link in front matter has a scheme that is not allowed',
    mend: 'Use a relative link, or `http:`, `https:`, `mailto:` or `tel:`.',
    example: frontMatter('hero:\n  actions:\n    - text: Go\n      link: "javascript:alert(1)"'),
  },
  CD215: {
    says: 'Front matter is shown as text, since its first line is not a `---` that begins the file',
    mend: 'Remove what stands above it, or write the line.',
    example: { page: 'title: Button\n---\n\n# Button\n' },
  },
  CD216: {
    says: 'A key of front matter that dumi 1 read is passed over',
    mend: 'Nothing is to be mended; the message has what stands for it.',
    example: dumi('', { 'docs/index.md': '---\nlegacy: /old\n---\n\n# Home\n' }),
  },
  CD217: {
    says: 'A component of `.dumi/theme/builtins` needs dumi itself and shows only what stands between its tags',
    mend: 'Write it without imports from dumi.',
    example: dumi('', {
      '.dumi/theme/builtins/Version.tsx':
        "import { useSiteData } from 'dumi';\nexport default () => <b>{useSiteData().pkg.version}</b>;\n",
    }),
  },
  CD218: {
    says: 'The hero of a page, or its image, has a key that is unknown',
    mend: 'Write one of the keys that the message lists. Keys for a theme of your own stand beside `hero`.',
    example: frontMatter('hero:\n  image: { src: ./picture.png }'),
  },
  CD220: {
    says: 'Pages have no dates of last change, because the git history is shallow',
    mend: 'Fetch all of it (`fetch-depth: 0`), or set `themeConfig.lastUpdated: false`.',
    example: { when: 'a build in a clone that was made with `--depth 1`' },
  },
  CD221: {
    says: 'A link of the configuration leads to no page',
    mend: 'Correct it, or write the page.',
    example: config("themeConfig: { nav: [{ title: 'Guide', link: '/guide' }] }"),
  },
  CD222: {
    says: 'A file that the configuration names is not in the public folder',
    mend: 'Put it there, or correct the path.',
    example: config("favicons: ['/favicon.png']"),
  },
  CD223: {
    says: 'A file that the configuration names does not exist: the theme, a module, a font or an icon',
    mend: 'Correct the path, which is relative to the config file.',
    example: config("theme: './theme/index.ts'"),
  },
  CD224: {
    says: 'Something that share images need is not there: the font, the package, the address of the site',
    mend: 'Do what each message says.',
    example: config("shareImages: { font: './Inter.ttf' }"),
  },
  CD225: {
    says: 'A former address in `redirectFrom` is none, or something else of the site has it',
    mend: 'Write the old address without host and base; an address that a page has now needs none.',
    example: frontMatter('redirectFrom: old'),
  },
  CD226: {
    says: 'What was published cannot be read',
    mend: 'Give `--against` the output folder of a build, its `.cascader-docs`, a sitemap, or a text with an address in each line.',
    example: { when: '`cascader-docs build --against no-such-folder`' },
  },
  CD227: {
    says: 'An address that was published is gone',
    mend: 'Write `redirectFrom` into the front matter of the page that stands for it now.',
    example: { when: '`cascader-docs build --against sitemap.xml`, after a page was renamed' },
  },
  CD228: {
    says: 'An anchor that was published is gone',
    mend: 'Write its id behind the heading that stands for it now: `## Title {#old}`.',
    example: { when: '`cascader-docs build --against dist`, after a heading was changed' },
  },
  CD229: {
    says: 'A page is larger than 2 MB: readers wait for it, and so does the build',
    mend: 'Divide it into pages.',
    example: { when: 'a page of 2.5 MB' },
  },
  CD230: {
    says: 'A file of Markdown is no page, because of how its name ends',
    mend: 'Call it `.md` or `.mdx`.',
    example: { files: { 'docs/index.md': '# Home\n', 'docs/guide.markdown': '# Guide\n' } },
  },
  CD231: {
    says: 'The footer has HTML, or an address that is not allowed: both are left out',
    mend: 'Write Markdown, or a `Footer` of your own in the theme.',
    example: config("themeConfig: { footer: '<b>Kit</b>' }"),
  },
  CD232: {
    says: 'A file in the public folder has the name of one that holds secrets; it is published',
    mend: 'Move it out of the public folder, or rename it if it holds none.',
    example: { files: { 'docs/index.md': '# Home\n', 'docs/public/.env': 'KEY=1\n' } },
  },
  CD233: {
    says: 'A feed cannot be written, or a page cannot be in it',
    mend: 'Give `feed` the address of a folder with pages, and `sitemap` the address of the site; write `date` as `2026-03-01`.',
    example: config("feed: { '/blog': { title: 'Blog' } }, sitemap: { hostname: 'https://example.org' }"),
  },
  CD300: {
    says: 'A page of MDX, or an expression in it, cannot be parsed',
    mend: 'Close the tag or the brace; a `<` or `{` of the text is written `\\<` and `\\{`.',
    example: { mdx: '# Page\n\n<b>never closed\n' },
  },
  CD301: {
    says: 'The content of a page is nested too deeply',
    mend: 'Lists and quotes in each other go to some hundred levels: divide the page.',
    example: { when: 'a page with 10,000 quotes in each other' },
  },
  CD302: {
    says: 'An element that is not allowed in a page: `<script>`, `<template>`, `<base>`, `<iframe srcdoc>`, `<meta http-equiv>`, an animated address',
    mend: 'Use `headScripts` or `metas` in the configuration, or a component in an `.mdx` page.',
    example: { page: '# Page\n\n<script>alert(1)</script>\n' },
  },
  CD303: {
    says: 'An inline handler, which the content security policy blocks, or an icon that is no picture',
    mend: 'Use a component in an `.mdx` page; an icon is a whole `<svg>`.',
    example: { page: '# Page\n\n<p onclick="go()">Go</p>\n' },
  },
  CD304: {
    says: 'An address has a scheme that is not allowed',
    mend: 'Use `http:`, `https:`, `mailto:`, `tel:`, or a relative address.',
    example: { page: '# Page\n\n[Go](javascript:alert(1))\n' },
  },
  CD305: {
    says: 'Nobody knows a container of that name',
    mend: 'Correct it; the note lists all.',
    example: { page: '# Page\n\n:::wraning\nText\n:::\n' },
  },
  CD306: {
    says: 'A page has a further heading of the first level',
    mend: 'Write `##` for a section: a page has one title.',
    example: { page: '# Page\n\n# Another\n' },
  },
  CD307: {
    says: 'The file of a demo does not exist',
    mend: 'Correct the path, which is relative to the page.',
    example: { page: '# Page\n\n<code src="./missing.tsx"></code>\n' },
  },
  CD308: {
    says: 'A file lies outside of the project',
    mend: 'Move it in, name its folder in `resolve.allow`, or set `projectRoot` to a folder above both.',
    example: { page: '# Page\n\n![A picture](../../../../../../../../outside.png)\n' },
  },
  CD309: {
    says: 'What `<code src>` names is no demo',
    mend: 'A demo ends with `.tsx`, `.ts`, `.jsx` or `.js`.',
    example: { page: '# Page\n\n<code src></code>\n' },
  },
  CD310: {
    says: '`only` and `skip` of a demo work in `dev` only',
    mend: 'Remove them before a build; `debug` is for a demo that is not published.',
    example: { page: '# Page\n\n<code src="../demos/hello.tsx" only></code>\n' },
  },
  CD311: {
    says: 'The file of an `<embed>` does not exist',
    mend: 'Correct the path, which is relative to the page.',
    example: { page: '# Page\n\n<embed src="./missing.md"></embed>\n' },
  },
  CD312: {
    says: 'The part that an `<embed>` names is not in the file',
    mend: 'Write `#L5`, `#L5-L10`, `#L5-` or `#RE-/pattern/flags` behind the file name.',
    example: { page: '# Page\n\n<embed src="./index.md#L900"></embed>\n' },
  },
  CD313: {
    says: 'A page embeds itself',
    mend: 'Embed the part that is meant from a file of its own.',
    example: { page: '# Page\n\n<embed src="./cd313.md"></embed>\n' },
  },
  CD314: {
    says: '`<embed>` takes Markdown files only',
    mend: 'Write `<embed src="./file.md"></embed>`; code is shown by `<code src>`.',
    example: { page: '# Page\n\n<embed src="./picture.png"></embed>\n' },
  },
  CD315: {
    says: 'A linked file does not exist',
    mend: 'Correct the path, which is relative to the page.',
    example: { page: '# Page\n\n[Guide](./missing.md)\n' },
  },
  CD316: {
    says: 'An image does not exist, or has no address',
    mend: 'Correct the path: relative to the page, or with `/` from the public folder.',
    example: { page: '# Page\n\n![A picture](./missing.png)\n' },
  },
  CD317: {
    says: 'A closing tag of a component closes nothing',
    mend: 'Put both tags into one block, or each into a block of its own on one level.',
    example: { page: '# Page\n\nText </Badge>\n' },
  },
  CD318: {
    says: 'A component with a dot in its name is not defined in the page',
    mend: 'Import what stands before the dot.',
    example: { mdx: '# Page\n\n<Kit.Button />\n' },
  },
  CD320: {
    says: 'A link leads to no page',
    mend: 'Correct it, or write the page.',
    example: { page: '# Page\n\n[Guide](/no-such-page)\n' },
  },
  CD321: {
    says: 'A link leads to a heading or a row that its page does not have',
    mend: 'Correct what stands behind `#`.',
    example: { page: '# Page\n\n[Below](#no-such-heading)\n' },
  },
  CD322: {
    says: 'Two demos have one id',
    mend: 'Give one of the two tags an `id` of its own.',
    example: {
      page: '# Page\n\n<code src="../demos/hello.tsx" id="hello"></code>\n\nText\n\n<code src="../demos/hello.tsx" id="hello"></code>\n',
    },
  },
  CD323: {
    says: 'A link leads to a file that is no page of the site',
    mend: 'Set `repository` in `package.json`, so that it leads to the file there, or move the file into a folder of pages.',
    example: { files: { 'docs/index.md': '# Home\n\n[Notes](../NOTES.md)\n', 'NOTES.md': '# Notes\n' } },
  },
  CD324: {
    says: 'A file has the name of one that holds secrets, and is not published',
    mend: 'If it holds none, rename it, or name it in `resolve.allow`.',
    example: { files: { 'docs/index.md': '# Home\n\n[Settings](./.env)\n', 'docs/.env': 'KEY=1\n' } },
  },
  CD325: {
    says: 'A fence is shown as code, because a file that it imports does not exist',
    mend: 'Write `| pure` behind the language of a fence that is no demo, or correct the import.',
    example: { page: "# Page\n\n```jsx\nimport './missing';\nexport default () => null;\n```\n" },
  },
  CD326: {
    says: 'A container is not closed',
    mend: 'Write a line of `:::` after what belongs to it.',
    example: { page: '# Page\n\n:::info\nText\n' },
  },
  CD327: {
    says: 'An image has no text for readers who cannot see it',
    mend: 'Say what it shows; for mere decoration write `<img alt="" src="…">`.',
    example: { page: '# Page\n\n![](https://example.com/a.png)\n' },
  },
  CD328: {
    says: 'A link has no text',
    mend: 'Write what it leads to between its brackets or tags.',
    example: { page: '# Page\n\n[](https://example.com)\n' },
  },
  CD329: {
    says: 'A level of headings is left out',
    mend: 'Write one `#` less, or the heading that is missing above it.',
    example: { page: '# Page\n\n### Deep\n' },
  },
  CD330: {
    says: 'A page has no title, and is called after its file',
    mend: 'Begin it with `# Title`, or write `title` in its front matter.',
    example: { page: 'Text\n' },
  },
  CD331: {
    says: 'An option of a demo is nearly a known one',
    mend: 'Correct its name; other names are passed on to the theme.',
    example: { page: '# Page\n\n<code src="../demos/hello.tsx" titel="Hello"></code>\n' },
  },
  CD332: {
    says: 'A word behind `|` of a fence is nearly a known one',
    mend: 'Correct it.',
    example: { page: '# Page\n\n```jsx | puer\nconst a = 1;\n```\n' },
  },
  CD333: {
    says: '`<API>` has no `id`',
    mend: 'Write `<API id="Button" />`.',
    example: { page: '# Page\n\n<API></API>\n' },
  },
  CD334: {
    says: '`type` of `<API>` is none of those that there are',
    mend: 'It is `props`, `events`, `slots` or `imperative`; without it all are shown.',
    example: { page: '# Page\n\n<API id="Button" type="methods" />\n' },
  },
  CD335: {
    says: '`prefetch` of `<Link>` is no way of loading ahead',
    mend: 'Write one of those that the note lists.',
    example: { page: '# Page\n\n<Link to="/" prefetch="often">Home</Link>\n' },
  },
  CD336: {
    says: 'A page takes too long',
    mend: 'Divide it, or raise `pageTimeout` in the configuration.',
    example: { when: 'a component of the theme that never returns' },
  },
  CD337: {
    says: 'A page ends the thread that makes it',
    mend: 'See that no component of the theme ends the process, and that the page does not need all memory.',
    example: { when: 'a component of the theme that needs more memory than there is' },
  },
  CD338: {
    says: 'A command in an `npm` fence has no counterpart in other package managers',
    mend: 'Write `bash` instead of `npm`, or a `:::code-group` with a fence for each.',
    example: { page: '# Page\n\n```npm\nnpm fund\n```\n' },
  },
  CD339: {
    says: 'A demo cannot do without an action, because there is none of that name',
    mend: 'The note lists all that `disabledActions` may have.',
    example: { page: '# Page\n\n<code src="../demos/hello.tsx" disabledActions="FLY"></code>\n' },
  },
  CD340: {
    says: 'A formula needs a package that is not installed',
    mend: 'Write `npm install --save-dev temml`; without it the TeX is shown as code.',
    example: { when: 'a fence in `math` where temml is not installed' },
  },
  CD341: {
    says: 'A formula cannot be read',
    mend: 'Mend the TeX; until then it is shown as code.',
    example: { page: '# Page\n\n```math\n\\frac{a\n```\n' },
  },
  CD342: {
    says: 'A diagram needs a package that is not installed',
    mend: 'Write `npm install --save-dev beautiful-mermaid`; without it the source is shown as code.',
    example: { when: 'a fence in `mermaid` where beautiful-mermaid is not installed' },
  },
  CD343: {
    says: 'A diagram is of a kind that is not drawn',
    mend: 'The note lists the kinds that are; another one is shown as code, which `text` says without a message.',
    example: { page: '# Page\n\n```mermaid\ngantt\n```\n' },
  },
  CD344: {
    says: 'A diagram cannot be read',
    mend: 'Mend what the message tells; until then the source is shown as code.',
    example: { page: '# Page\n\n```mermaid\ngraph XY\n```\n' },
  },
  CD345: {
    says: 'A block whose types are shown says something that is not understood, or is in a language without types',
    mend: 'Write `ts twoslash` or `tsx twoslash`, and in comments `^?`, `@errors: 2322`, `@noErrors` or `---cut---`.',
    example: { page: '# Page\n\n```json twoslash\n{}\n```\n' },
  },
  CD347: {
    says: 'Code that is to be shown as JavaScript too cannot be read',
    mend: 'Mend the code, or take `ts2js` out of the fence.',
    example: { page: '# Page\n\n```ts ts2js\nconst = 1;\n```\n' },
  },
  CD350: {
    says: 'Tabs are not nested correctly, or a tab has no title',
    mend: 'Write `::::tabs`, then `:::tab Title` and `:::` around each tab, then `::::`. The outer lines need more colons.',
    example: { page: '# Page\n\n:::tab macOS\nText\n:::\n' },
  },
  CD348: {
    says: 'A line of a page is a construct of another generator, and is shown as text',
    mend: 'Write what the note says.',
    example: { page: '# Page\n\n[[toc]]\n' },
  },
  CD400: {
    says: 'A file cannot be bundled',
    mend: 'Mend the code at the place; the message is the bundler’s.',
    example: { page: '# Page\n\n```jsx\nexport default () => <b>;\n```\n' },
  },
  CD401: {
    says: 'An imported module cannot be found',
    mend: 'Install the package, or correct the path.',
    example: { page: "# Page\n\n```jsx\nimport 'no-such-package';\nexport default () => null;\n```\n" },
  },
  CD402: {
    says: 'React is too old, or does not belong to its renderer',
    mend: 'Write the command of the note.',
    example: { when: 'a project with React 17' },
  },
  CD403: {
    says: '`emitDecoratorMetadata` of a `tsconfig.json` has no effect',
    mend: 'Nothing is to be mended, unless a demo needs the metadata.',
    example: {
      files: {
        'tsconfig.json': '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }\n',
      },
    },
  },
  CD404: {
    says: 'Packages are installed for Yarn Plug’n’Play, which is not supported',
    mend: 'Write `nodeLinker: node-modules` into `.yarnrc.yml`, and run `yarn install`.',
    example: { files: { '.pnp.cjs': '' } },
  },
  CD405: {
    says: 'A style sheet of the site has CSS that browsers cannot parse',
    mend: 'Close the block, or remove the brace, at the place that the message names. Comments in CSS are `/* … */`.',
    example: {
      files: {
        'docs/index.md': '# Home\n\n<code src="../demos/box.tsx"></code>\n',
        'demos/box.tsx': 'import \'./box.css\';\nexport default () => <b className="box">Box</b>;\n',
        'demos/box.css': '.box { color: teal; }\n}\n',
      },
    },
  },
  CD430: {
    says: 'A package is imported that `package.json` does not name: it came with another one, and may go with it',
    mend: 'Write the command of the note.',
    example: { when: '`cascader-docs doctor` in a project whose demos import what only dumi brings' },
  },
  CD501: {
    says: 'A demo cannot be rendered on the server, and is seen with JavaScript only',
    mend: 'What needs a browser, such as `window`, belongs into an effect.',
    example: { page: '# Page\n\n```jsx\nexport default () => window.innerWidth;\n```\n' },
  },
  CD502: {
    says: 'A page cannot be rendered',
    mend: 'Mend the component at the place; where the stack ends in the theme, the theme’s.',
    example: { mdx: "# Page\n\nexport const Sad = () => { throw new Error('No'); };\n\n<Sad />\n" },
  },
  CD503: {
    says: 'A page has a component that nobody knows',
    mend: 'Correct its name, import it in an `.mdx` page, or add it to the built-in ones of the theme.',
    example: { page: '# Page\n\n<Bagde>New</Bagde>\n' },
  },
  CD504: {
    says: 'The theme cannot be loaded',
    mend: 'Mend it at the place: what needs a browser belongs into an effect.',
    example: { when: 'a theme whose module reads `window`' },
  },
  CD505: {
    says: 'An element stands where no browser leaves it, such as `<div>` in `<p>`',
    mend: 'Use an element that may stand there.',
    example: { page: '# Page\n\n```jsx\nexport default () => <p><div>Text</div></p>;\n```\n' },
  },
  CD506: {
    says: 'A demo inserts styles, which the strict policy stops',
    mend: 'Write them to a style sheet at build time, or remove `strict` from `csp`.',
    example: { when: "a demo that writes a `<style>`, with `csp: 'strict'`" },
  },
  CD507: {
    says: 'The content security policy blocks an address that a page, a demo or a style sheet loads',
    mend: 'Write `https:` in place of `http:`, or allow the host as the note says.',
    example: {
      page: "# Page\n\n```jsx\nexport default () => <b onClick={() => fetch('https://api.example.com/')}>Go</b>;\n```\n",
    },
  },
  CD523: {
    says: 'A demo is seen with JavaScript only, because what it renders needs a browser',
    mend: 'Nothing is to be mended.',
    example: { when: '`cascader-docs doctor`, of a demo that renders into a portal alone' },
  },
  CD601: {
    says: 'The output folder may not be replaced: it holds what is not the tool’s',
    mend: 'Choose a folder for the site alone with `--out` or `outputPath`.',
    example: { when: '`cascader-docs build --out .`' },
  },
  CD602: {
    says: 'Another build is writing the folder',
    mend: 'Wait for it; when none is running, delete the file that the note names.',
    example: { when: 'two builds of one site at the same time' },
  },
  CD603: {
    says: 'There is no space left on the disk',
    mend: 'Free some; the old site is as it was.',
    example: { when: 'a build onto a full disk' },
  },
  CD604: {
    says: 'A file cannot be written',
    mend: 'See that you may write there; the message has what the system says.',
    example: { when: 'a build into a folder that belongs to somebody else' },
  },
  CD605: {
    says: 'A file of the output folder is not the tool’s, and the site would replace it',
    mend: 'Delete it if the site may, or choose another folder with `--out`.',
    example: { when: '`cascader-docs build --in-place`, where `dist/index.html` was written by hand' },
  },
  CD606: {
    says: 'Files of the site cannot stand in one folder on every system: two differ by case only, one is where another needs a folder, or Windows reserves a name such as `con` or `aux`',
    mend: 'Rename the page or the public file.',
    example: { files: { 'docs/button.md': '# Button\n', 'docs/public/button': 'A file\n' } },
  },
  CD607: {
    says: 'The new site is in place, but the previous one could not be removed',
    mend: 'Delete the folder that the note names.',
    example: { when: 'a build whose previous output another program holds open, on Windows' },
  },
  CD608: {
    says: 'The host takes fewer files than the site has, or a smaller site',
    mend: 'Leave out the Markdown twins with `llms: { twins: false }`, take a larger plan, or another host.',
    example: { when: "a site of 25,000 files with `target: 'cloudflare-pages'`" },
  },
  CD609: {
    says: 'The host refuses a file: it is too large, or its name is none that the host takes',
    mend: 'Make it smaller, rename it, or put it elsewhere.',
    example: {
      files: {
        'docs/index.md': '# Home\n',
        'docs/public/a#b.txt': 'x\n',
        'cascader-docs.config.ts': "export default { target: 'netlify' };\n",
      },
    },
  },
  CD610: {
    says: 'The host takes fewer redirects than the site has, or shorter ones',
    mend: 'Remove some `redirectFrom`; each former address has a page that leads on all the same.',
    example: { when: "a site of 2,100 former addresses with `target: 'cloudflare-pages'`" },
  },
  CD611: {
    says: 'It is not known what was deployed, or what is to be',
    mend: 'Build with `--target s3`, and give `--since` the `.cascader-docs` of the last deployment.',
    example: { when: '`cascader-docs deploy-plan` of a site that was built for no store' },
  },
  CD612: {
    says: 'A plan or a part of a site cannot be used: it is missing, doubled, changed, or made of something else',
    mend: 'Make the plan and all parts from one commit, with the same packages and options, as the note says.',
    example: { when: '`cascader-docs merge` with a part that was made before the last commit' },
  },
  CD613: {
    says: 'What was kept of earlier builds is not what is made now, though nothing has changed that it is made of',
    mend: 'Mark what shows the day or chance, as the note says. Otherwise report it: it is a mistake of the tool.',
    example: { when: '`cascader-docs build --verify-cache`, where a theme shows the time' },
  },
  CD614: {
    says: 'The site is published with the package: its output folder lies in what `npm pack` takes',
    mend: "Set another `outputPath`, such as `'site'`, and add it to `.gitignore`.",
    example: {
      files: { 'package.json': '{ "name": "my-library", "version": "1.0.0", "files": ["dist"] }\n' },
    },
  },
  CD701: {
    says: 'The list of sandboxes cannot be read',
    mend: 'Mend it at the place, or remove it and create it anew.',
    example: { files: { 'demos/sandboxes.json': '[]\n' } },
  },
  CD702: {
    says: 'An entry of the list of sandboxes is not used',
    mend: 'Correct or remove it; `cascader-docs sandbox create` writes it anew.',
    example: { files: { 'demos/sandboxes.json': '{ "docs-demo-hello": { "id": 1 } }\n' } },
  },
  CD703: {
    says: 'CodeSandbox refused a request',
    mend: 'Do what the note says; what has been created is left alone when the command runs again.',
    example: { when: '`cascader-docs sandbox create` with a key that has expired' },
  },
  CD704: {
    says: 'CodeSandbox cannot be reached, or has not answered in time',
    mend: 'Look at your connection, then run the command again.',
    example: { when: '`cascader-docs sandbox create` without a network' },
  },
  CD705: {
    says: 'CodeSandbox gave an answer that is not understood',
    mend: 'A newer `@codesandbox/sdk` may help.',
    example: { when: 'an answer without an id' },
  },
  CD706: {
    says: 'A request to CodeSandbox was broken off',
    mend: 'It may have made the sandbox all the same: look into your workspace.',
    example: { when: '`cascader-docs sandbox create`, interrupted with Ctrl+C' },
  },
  CD800: {
    says: 'A page has a table of properties, but there is no library whose types could be read',
    mend: 'Name its source or its package in `apiParser.entry`.',
    example: { files: { 'docs/index.md': '# Home\n\n<API id="Button" />\n' } },
  },
  CD801: {
    says: 'The entry of the types does not exist, or the package has none',
    mend: 'Correct `apiParser.entry`, or install the package.',
    example: {
      files: {
        'cascader-docs.config.ts': "export default { apiParser: { entry: 'src/missing.tsx' } };\n",
        'docs/index.md': '# Home\n\n<API id="Button" />\n',
      },
    },
  },
  CD802: {
    says: 'Something is wrong with the `tsconfig.json` by which types are read',
    mend: 'Mend it, or name another one in `apiParser.tsconfig`.',
    example: { when: 'a `tsconfig.json` with an option that there is not' },
  },
  CD803: {
    says: 'The library does not export what a table is asked of',
    mend: 'Correct the `id`.',
    example: { page: '# Page\n\n<API id="Buton" />\n' },
  },
  CD804: {
    says: 'A file of the library cannot be parsed, so that tables may be incomplete',
    mend: 'Mend it at the place.',
    example: { when: 'a source of the library with a syntax error' },
  },
  CD805: {
    says: 'A type cannot be found, so that tables are incomplete',
    mend: 'Declare or import it; a package needs its types installed.',
    example: { when: 'a source that imports types from a package which is not installed' },
  },
  CD806: {
    says: 'A page says something of a property that the export does not have',
    mend: 'Correct its name.',
    example: {
      page: '# Page\n\n<API id="Button">\n\n| Name | Description |\n| --- | --- |\n| tnoe | Colour |\n\n</API>\n',
    },
  },
  CD807: {
    says: '`api` has nothing to look at, because `apiParser` is off',
    mend: 'Remove `apiParser: false` from the configuration.',
    example: { when: '`cascader-docs api` with `apiParser: false`' },
  },
  CD810: {
    says: 'The compiler finds an error in a demo or a block of code',
    mend: 'Mend it as you would in your editor.',
    example: { when: '`cascader-docs check --types`, where a demo passes a number for a text' },
  },
  CD811: {
    says: 'A demo or a block of code uses what is deprecated',
    mend: 'Use what its doc comment names.',
    example: { when: '`cascader-docs check --types`, where a demo uses a property marked `@deprecated`' },
  },
  CD812: {
    says: 'The `tsconfig.json` by which demos are checked cannot be read',
    mend: 'Mend it, or name another one in `apiParser.tsconfig`.',
    example: { when: '`cascader-docs check --types` with a `tsconfig.json` that extends a missing file' },
  },
  CD813: {
    says: 'Two documented packages export the same name: the table is that of the first',
    mend: 'Change the order of `library`, or rename one of them.',
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
  },
  CD814: {
    says: 'Types cannot be read, because the compiler for this system is not installed',
    mend: 'Install with optional dependencies, or set `apiParser: false`.',
    example: { when: '`npm install --omit=optional`, and a page with `<API>`' },
  },
  CD815: {
    says: 'Code whose types are shown does not have an error that it says it has',
    mend: 'Take the number out of `@errors`, or mend the code so that it shows what it is about.',
    example: { page: '# Page\n\n```ts twoslash\n// @errors: 2322\nexport const total: number = 1;\n```\n' },
  },
  CD816: {
    says: 'A `^?` in code whose types are shown stands below no name',
    mend: 'Put the `^` below the name whose type you ask for.',
    example: { page: '# Page\n\n```ts twoslash\nconst total = 1;\n//          ^?\n```\n' },
  },
  CD817: {
    says: 'The compiler that reads types did not answer in time, and was ended',
    mend: 'Find the types that take that long with `npx tsc --noEmit --extendedDiagnostics`, or set `apiParser: false`.',
    example: { when: 'a type that the compiler computes for minutes' },
  },
  CD820: {
    says: 'What an assistant asks for is not in the built site',
    mend: 'Build the site, and name its library: `library` in the configuration, or an `<API>` on a page.',
    example: { when: '`cascader-docs mcp` without a built site, once it is asked' },
  },
  CD821: {
    says: '`cascader-docs mcp` needs a package that is not installed',
    mend: 'Run `npm install --save-dev @modelcontextprotocol/server`.',
    example: { when: '`cascader-docs mcp` in a project without the package' },
  },
} as const satisfies Record<string, CodeEntry>;

/** `CD` and three digits; the first says the stage, see {@link STAGES}. */
export type Code = keyof typeof CODES;
