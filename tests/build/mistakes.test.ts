/** Messages about common mistakes, as they are printed. Each site has several mistakes, which are reported together. */
import { describe, expect, it } from 'vitest';
import { buildSite } from '../helpers/build-site.ts';

const home = { 'docs/index.md': '# Home\n' };
const theme = (code: string): Record<string, string> => ({
  ...home,
  'docs/guide.md': '# Guide\n',
  'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
  'theme.tsx': code,
});

describe('mistakes in', () => {
  it('front matter', async () => {
    const { text } = await buildSite({
      'docs/quote.md': '---\ntitle: "Button\norder: 1\n---\n\n# Button\n',
      'docs/single.md': "---\ntitle: 'Button\n---\n\n# Button\n",
      'docs/list.md': '---\nkeywords: [a, b\n---\n\n# List\n',
      'docs/tab.md': '---\ntitle: A\nhero:\n\ttitle: B\n---\n\n# Tab\n',
      'docs/twice.md': '---\ntitle: A\ntitle: B\n---\n\n# Twice\n',
      'docs/key.md': '---\ntitel: A\n---\n\n# Key\n',
    });
    expect(text).toMatchInlineSnapshot(`
      "docs/key.md:2:1 - warning CD213: Unknown front matter key \`titel\`. Did you mean \`title\`?

        2 │ titel: A
          ╵ ^^^^^

      docs/list.md:2:11 - error CD210: The list is not closed

        2 │ keywords: [a, b
          ╵           ^

        → Add the \`]\` after its last item.
      docs/quote.md:2:8 - error CD210: The value begins with a double quote, and has none at its end

        2 │ title: "Button
          ╵        ^

        → Add the second \`"\` at the end of the value.
      docs/single.md:2:8 - error CD210: The value begins with a single quote, and has none at its end

        2 │ title: 'Button
          ╵        ^

        → Add the second \`'\` at the end of the value. Inside of it, write \`''\` for one quote.
      docs/tab.md:4:1 - error CD210: Tabs are not allowed as indentation

        4 │  title: B
          ╵ ^

        → Indent with spaces.
      docs/twice.md:3:1 - error CD210: Duplicate key \`title\`

        3 │ title: B
          ╵ ^

        → Keep one of the two lines."
    `);
  });

  it('pages', async () => {
    const { text } = await buildSite({
      'docs/brace.mdx': '# Brace\n\nText {a, b and more.\n\nOther paragraph.\n',
      'docs/tag.mdx': '# Tag\n\n<div>\n\nText.\n',
      'docs/less.mdx': '# Less\n\nIf a <5 then.\n',
      'docs/index.md':
        '# Home\n\n:::warn\nText\n:::\n\n[a](./guied.md), [b](./other.zip), [c](/gude), [d](#hom)\n\n![x](./logo.pgn)\n\n<code src="./Buton.tsx"></code>\n\n<code src="./Button.tsx" titel="A"></code>\n',
      'docs/guide.md': '# Guide\n',
      'docs/logo.png': '',
      'docs/Button.tsx': 'export default () => <b>Button</b>;\n',
    });
    expect(text).toMatchInlineSnapshot(`
      "docs/index.md:3:1 - warning CD305: Unknown container \`:::warn\`. Did you mean \`:::warning\`?

        3 │ :::warn
          ╵ ^^^^^^^

      docs/index.md:7:5 - error CD315: Linked page \`./guied.md\` does not exist. Did you mean \`./guide.md\`?

        7 │ [a](./guied.md), [b](./other.zip), [c](/gude), [d](#hom)
          ╵     ^^^^^^^^^^

      docs/index.md:7:22 - error CD315: Linked file \`./other.zip\` does not exist

        7 │ [a](./guied.md), [b](./other.zip), [c](/gude), [d](#hom)
          ╵                      ^^^^^^^^^^^

        → Create the file, or correct the path, which is relative to this file.
      docs/index.md:9:6 - error CD316: Image \`./logo.pgn\` does not exist. Did you mean \`./logo.png\`?

        9 │ ![x](./logo.pgn)
          ╵      ^^^^^^^^^^

      docs/index.md:11:12 - error CD307: Demo file \`./Buton.tsx\` does not exist. Did you mean \`./Button.tsx\`?

        11 │ <code src="./Buton.tsx"></code>
           ╵            ^^^^^^^^^^^

      docs/index.md:13:26 - warning CD331: Unknown demo option \`titel\`. Did you mean \`title\`?

        13 │ <code src="./Button.tsx" titel="A"></code>
           ╵                          ^^^^^

      docs/brace.mdx:3:6 - error CD300: This brace begins an expression, and is never closed

        3 │ Text {a, b and more.
          ╵      ^

        → Write a literal brace as \`\\{\`, or text in backticks. In \`.md\` pages, braces are text.
      docs/less.mdx:3:7 - error CD300: Unexpected character \`5\` (U+0035) before name, expected a character that can start a name, such as a letter, \`$\`, or \`_\`

        3 │ If a <5 then.
          ╵       ^

        → Write a literal \`<\` as \`\\<\`, or text in backticks.
      docs/tag.mdx:3:1 - error CD300: Expected a closing tag for \`<div>\` (3:1)

        3 │ <div>
          ╵ ^^^^^

        → Close each tag in the block in which it begins: \`<b>…</b>\`, or \`<br />\`.
      docs/index.md:7:40 - error CD320: Dead link: there is no page \`/gude\`. Did you mean \`/guide\`?

        7 │ [a](./guied.md), [b](./other.zip), [c](/gude), [d](#hom)
          ╵                                        ^^^^^

      docs/index.md:7:52 - error CD321: Page \`/\` has no anchor \`#hom\`. Did you mean \`#home\`?

        7 │ [a](./guied.md), [b](./other.zip), [c](/gude), [d](#hom)
          ╵                                                    ^^^^
      "
    `);
  });

  it('names of components', async () => {
    const { text } = await buildSite({
      'docs/index.md':
        '# Home\n\n<Interface name="a">Text</Interface>\n\nIn a line: <Interface />.\n\n- <Interface>In a list</Interface>\n\n<Bagde>New</Bagde>\n',
    });
    expect(text).toMatchInlineSnapshot(`
      "docs/index.md:3:1 - error CD503: Unknown component <Interface>

        3 │ <Interface name="a">Text</Interface>
          ╵ ^^^^^^^^^^

        → Components in the theme: API, ApiChanges, Badge, Card, Cards, CodeGroup, Container, DemoGrid, FileTree, Link, SourceCode, StackBlitz, Steps, Tab, Table, Tabs, Tree.
        → Import your own in an \`.mdx\` page, or add it to the theme's builtins for all pages.
        → Further uses: docs/index.md:5:12, docs/index.md:7:3.
      docs/index.md:9:1 - error CD503: Unknown component <Bagde>. Did you mean <Badge>?

        9 │ <Bagde>New</Bagde>
          ╵ ^^^^^^

        → Import your own in an \`.mdx\` page, or add it to the theme's builtins for all pages."
    `);
  });

  it('code of demos', async () => {
    const demos = {
      import: "import { Button } from './Buton';\nexport default () => <Button />;\n",
      folder: "import { Button } from './nowhere/Button';\nexport default () => <Button />;\n",
      package: "import { Button } from 'no-such-package';\nexport default () => <Button />;\n",
      syntax: 'export default () => <b>a</i>;\n',
      sass: "import './a.scss';\nexport default () => <b>a</b>;\n",
    };
    const { text } = await buildSite({
      'docs/index.md': `# Home\n\n${Object.keys(demos)
        .map((name) => `<code src="./${name}.tsx"></code>\n`)
        .join('\n')}`,
      ...Object.fromEntries(Object.entries(demos).map(([name, code]) => [`docs/${name}.tsx`, code])),
      'docs/Button.tsx': 'export const Button = () => <b>Button</b>;\n',
      'docs/a.scss': 'a { b { color: red } }\n',
    });
    expect(text).toMatchInlineSnapshot(`
      "docs/folder.tsx:1:24 - error CD401: Cannot find module: ./nowhere/Button

        1 │ import { Button } from './nowhere/Button';
          ╵                        ^^^^^^^^^^^^^^^^^^

        → Create the file, or correct the import.
        → The demo is embedded at docs/index.md:5:1.
      docs/import.tsx:1:24 - error CD401: Cannot find module: ./Buton

        1 │ import { Button } from './Buton';
          ╵                        ^^^^^^^^^

        → Did you mean ./Button?
        → The demo is embedded at docs/index.md:3:1.
      docs/package.tsx:1:24 - error CD401: Cannot find module: no-such-package

        1 │ import { Button } from 'no-such-package';
          ╵                        ^^^^^^^^^^^^^^^^^

        → Install it (\`npm install no-such-package\`) or correct the import.
        → The demo is embedded at docs/index.md:7:1.
      docs/sass.tsx:1:8 - error CD407: This style sheet is written in Sass, which is not installed

        1 │ import './a.scss';
          ╵        ^^^^^^^^^^

        → Install it: \`npm install --save-dev sass\`.
        → The demo is embedded at docs/index.md:11:1.
      docs/syntax.tsx:1:28 - error CD409: Unexpected closing \`i\` tag does not match opening \`b\` tag

        1 │ export default () => <b>a</i>;
          ╵                            ^

        → The opening \`b\` tag is at docs/syntax.tsx:1:23.
        → The demo is embedded at docs/index.md:9:1."
    `);
  });

  it('what demos do', async () => {
    const demos = {
      hook: "import { useState } from 'react';\nconst [text] = useState('a');\nexport default () => <b>{text}</b>;\n",
      throws: 'const items = undefined as never as string[];\nexport default () => <b>{items.length}</b>;\n',
      window: 'export default () => <b>{window.innerWidth}</b>;\n',
      endless: 'export default () => {\n  process.exit(1);\n};\n',
      nesting: 'export default () => <p><div>Text</div></p>;\n',
      fetches: "export default () => <b onClick={() => fetch('https://api.example.com/')}>Go</b>;\n",
      font: "import './font.css';\nexport default () => <b>Go</b>;\n",
    };
    const { text } = await buildSite({
      'docs/index.md': `# Home\n\n${Object.keys(demos)
        .map((name) => `<code src="./${name}.tsx"></code>\n`)
        .join(
          '\n',
        )}\n\`\`\`tsx\nimport { Button } from 'kit';\n\nexport default () => {\n  ...\n  return <Button />;\n};\n\`\`\`\n`,
      ...Object.fromEntries(Object.entries(demos).map(([name, code]) => [`docs/${name}.tsx`, code])),
      'docs/font.css': '@font-face { font-family: A; src: url(//fonts.example.com/a.woff2); }\n',
    });
    expect(text).toMatchInlineSnapshot(`
      "docs/index.md:21:3 - warning CD351: The code block is not run, because its code has a syntax error

        21 │   ...
           ╵   ^

        → Write \`| pure\` after the language of a code block that is not a demo, or correct the code.
      docs/hook.tsx:2:16 - error CD531: The demo docs-demo-hook throws an error: Cannot read properties of null (reading 'useState')

        2 │ const [text] = useState('a');
          ╵                ^

        → The demo is embedded at docs/index.md:3:1.
        → Call hooks only while a component renders.
        → If the demo throws only on the server, set \`clientOnly: true\` on it.
      docs/throws.tsx:2:32 - error CD531: The demo docs-demo-throws throws an error: Cannot read properties of undefined (reading 'length')

        2 │ export default () => <b>{items.length}</b>;
          ╵                                ^

        → The demo is embedded at docs/index.md:5:1.
        → If the demo throws only on the server, set \`clientOnly: true\` on it.
      docs/window.tsx:1:26 - warning CD501: The demo docs-demo-window cannot be rendered on the server: window is not defined

        1 │ export default () => <b>{window.innerWidth}</b>;
          ╵                          ^

        → The demo is embedded at docs/index.md:7:1, and will render only in the browser.
        → Use browser objects only in effects and event handlers.
      docs/endless.tsx:2:11 - error CD531: The demo docs-demo-endless throws an error: process.exit cannot be used in a demo

        2 │   process.exit(1);
          ╵           ^

        → The demo is embedded at docs/index.md:9:1.
        → Demos run in a browser, where there is no process.
        → If the demo throws only on the server, set \`clientOnly: true\` on it.
      docs/nesting.tsx:1:25 - warning CD505: The demo docs-demo-nesting puts <div> into <p>, which HTML does not allow

        1 │ export default () => <p><div>Text</div></p>;
          ╵                         ^^^^

        → Browsers correct such HTML, so React finds different elements, and renders the demo again.
        → The demo is embedded at docs/index.md:11:1.
      docs/fetches.tsx:1:47 - warning CD507: The content security policy blocks https://api.example.com

        1 │ export default () => <b onClick={() => fetch('https://api.example.com/')}>Go</b>;
          ╵                                               ^^^^^^^^^^^^^^^^^^^^^^^^

        → Allow it in the configuration: \`csp: { 'connect-src': ['https://api.example.com'] }\`.
      docs/font.css:1:39 - warning CD507: The content security policy blocks https://fonts.example.com

        1 │ @font-face { font-family: A; src: url(//fonts.example.com/a.woff2); }
          ╵                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^

        → Allow it in the configuration: \`csp: { 'font-src': ['https://fonts.example.com'] }\`."
    `);
  });

  it('addresses of pages that come from Docusaurus', async () => {
    const { text } = await buildSite({
      'docs/index.md': '# Home\n\n[Start](/start), [intro](/guide/intro), [nowhere](/nowhere-at-all)\n',
      'docs/guide/first.md': '---\nid: intro\nslug: /start\n---\n\n# First\n',
    });
    expect(text).toMatchInlineSnapshot(`
      "docs/index.md:3:9 - error CD320: Dead link: there is no page \`/start\`

        3 │ [Start](/start), [intro](/guide/intro), [nowhere](/nowhere-at-all)
          ╵         ^^^^^^

        → docs/guide/first.md has \`slug: /start\`, but routes come from folders and file names. Link to \`/guide/first\`, or rename the file.
      docs/index.md:3:26 - error CD320: Dead link: there is no page \`/guide/intro\`

        3 │ [Start](/start), [intro](/guide/intro), [nowhere](/nowhere-at-all)
          ╵                          ^^^^^^^^^^^^

        → docs/guide/first.md has \`id: intro\`, but routes come from folders and file names. Link to \`/guide/first\`, or rename the file.
      docs/index.md:3:51 - error CD320: Dead link: there is no page \`/nowhere-at-all\`

        3 │ [Start](/start), [intro](/guide/intro), [nowhere](/nowhere-at-all)
          ╵                                                   ^^^^^^^^^^^^^^^

        → Correct the link, or add the page."
    `);
  });

  it('expressions of a page', async () => {
    const { text } = await buildSite({ 'docs/index.mdx': '# Home\n\nUse {a, b} here.\n' });
    expect(text).toMatchInlineSnapshot(`
      "docs/index.mdx:3:6 - error CD502: The page docs/index.mdx cannot be rendered: a is not defined

        3 │ Use {a, b} here.
          ╵      ^

        → In \`.mdx\` pages, braces contain JavaScript. Import or declare \`a\`, or write a literal brace as \`\\{\`.
        at _createMdxContent (docs/index.mdx:3:6)
        at MDXContent (docs/index.mdx:3:11)"
    `);
  });

  it('a theme that throws', async () => {
    const { text } = await buildSite(
      theme(
        "import theme from 'cascader-docs/theme';\n\nfunction Footer() {\n  throw new Error('No footer');\n}\nexport default { ...theme, Footer };\n",
      ),
    );
    expect(text).toMatchInlineSnapshot(`
      "theme.tsx:4:9 - error CD502: The theme cannot render a page: No footer

        4 │   throw new Error('No footer');
          ╵         ^

        → 2 pages have this error, the first is docs/index.md."
    `);
  });

  it('a theme that reads window', async () => {
    const { text } = await buildSite(
      theme("import theme from 'cascader-docs/theme';\n\nwindow.kit = 1;\nexport default theme;\n"),
    );
    expect(text).toMatchInlineSnapshot(`
      "theme.tsx:3:1 - error CD504: The theme cannot be loaded: window is not defined

        3 │ window.kit = 1;
          ╵ ^
      "
    `);
  });

  it('a theme without a default export', async () => {
    const { text } = await buildSite(theme("import theme from 'cascader-docs/theme';\nexport const own = theme;\n"));
    expect(text).toMatchInlineSnapshot(`
      "theme.tsx:1:1 - error CD408: The theme theme.tsx has no default export
        → Write \`export default { ...theme }\`, with \`import theme from 'cascader-docs/theme'\`."
    `);
  });

  it('the configuration', async () => {
    const { text } = await buildSite({
      ...home,
      'cascader-docs.config.ts':
        "export default {\n  titel: 'Kit',\n  colors: 1,\n  themeConfig: { brands: 'red' },\n  base: 1,\n};\n",
    });
    expect(text).toMatchInlineSnapshot(`
      "cascader-docs.config.ts:5:3 - error CD111: Invalid config \`base\`: expected a string, got 1

        5 │   base: 1,
          ╵   ^^^^

      cascader-docs.config.ts:2:3 - error CD110: Unknown config key \`titel\`. Did you mean \`title\`?

        2 │   titel: 'Kit',
          ╵   ^^^^^

      cascader-docs.config.ts:3:3 - error CD110: Unknown config key \`colors\`

        3 │   colors: 1,
          ╵   ^^^^^^

        → Remove it. Editors list the known keys of \`export default defineConfig({ … })\`.
      cascader-docs.config.ts:4:18 - warning CD114: Unknown theme option \`themeConfig.brands\`. Did you mean \`brand\`?

        4 │   themeConfig: { brands: 'red' },
          ╵                  ^^^^^^

        → The key is passed to the theme unchanged."
    `);
  });

  it('package.json', async () => {
    const files = [
      '{\n  "name": "kit",\n  "version": "1.0.0"\n  "private": true\n}\n',
      '{\n  "name": "kit",\n}\n',
      '{\n  "name": "kit"\n',
    ];
    const built = await Promise.all(files.map((json) => buildSite({ ...home, 'package.json': json })));
    expect(built.map(({ text }) => text).join('\n')).toMatchInlineSnapshot(`
      "package.json:4:3 - error CD102: package.json is not valid JSON: Expected \`,\` in JSON but found \`\\\`private\\""

        4 │   "private": true
          ╵   ^^^^^^^^^

        → Often a comma or a quote is missing in the line above, or there is a comma too many.
      package.json:2:16 - error CD102: package.json is not valid JSON: JSON does not support trailing commas

        2 │   "name": "kit",
          ╵                ^

        → Often a comma or a quote is missing in the line above, or there is a comma too many.
      package.json:3:1 - error CD102: package.json is not valid JSON: Expected \`,\` in JSON but found end of file

        3 │ 
          ╵ ^

        → Often a comma or a quote is missing in the line above, or there is a comma too many."
    `);
  });
});
