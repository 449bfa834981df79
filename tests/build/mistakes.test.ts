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
        → Import your own component in an \`.mdx\` page, or add it to the theme's builtins to use it on all pages.
        → Other uses: docs/index.md:5:12, docs/index.md:7:3.
      docs/index.md:9:1 - error CD503: Unknown component <Bagde>. Did you mean <Badge>?

        9 │ <Bagde>New</Bagde>
          ╵ ^^^^^^

        → Import your own component in an \`.mdx\` page, or add it to the theme's builtins to use it on all pages."
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
      "docs/index.md:19:3 - warning CD351: The code block is not run, because its code has a syntax error

        19 │   ...
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
        → Demos run in a browser, where \`process\` does not exist.
        → If the demo throws only on the server, set \`clientOnly: true\` on it.
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
        → Write \`import theme from 'cascader-docs/theme'\` and \`export default { ...theme }\`."
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

        → Often, a comma or a quote is missing in the line above, or there is an extra comma.
      package.json:2:16 - error CD102: package.json is not valid JSON: JSON does not support trailing commas

        2 │   "name": "kit",
          ╵                ^

        → Often, a comma or a quote is missing in the line above, or there is an extra comma.
      package.json:3:1 - error CD102: package.json is not valid JSON: Expected \`,\` in JSON but found end of file

        3 │ 
          ╵ ^

        → Often, a comma or a quote is missing in the line above, or there is an extra comma."
    `);
  });
});
