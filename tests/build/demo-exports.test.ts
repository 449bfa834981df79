import { expect, it } from 'vitest';
import { buildSite } from '../helpers/build-site.ts';

const embed = (name: string) => `<code src="../demos/${name}"></code>\n\n`;

it('a demo without a default export is an error at its first export, also in a fence', async () => {
  const files = {
    'demos/one.tsx':
      "/** title: One */\nimport { useState } from 'react';\n\n// export default\nexport const size = 1;\nexport function One() {\n  return <b>{useState(1)[0]}</b>;\n}\n",
    'demos/none.tsx': 'const None = () => <b>none</b>;\n',
    'docs/index.md': `# Home\n\n${embed('one.tsx')}`,
    'docs/other.md': `# Other\n\n${embed('one.tsx')}${embed('none.tsx')}- a\n\n  \`\`\`tsx | demo\n  const a = 1;\n  export class Two {}\n  \`\`\`\n`,
  };
  const { text, exitCode } = await buildSite(files);
  expect(exitCode).toBe(1);
  expect(text).toMatchInlineSnapshot(`
    "demos/one.tsx:6:1 - error CD524: The demo docs-demo-one has no default export, so it has no component to render

      6 │ export function One() {
        ╵ ^^^^^^

      → Write \`export default function One\`.
      → The demo is embedded at docs/index.md:3:1.
    demos/none.tsx:1:1 - error CD524: The demo docs-other-demo-none has no default export, so it has no component to render

      1 │ const None = () => <b>none</b>;
        ╵ ^

      → Write \`export default function Demo() { … }\`.
      → The demo is embedded at docs/other.md:5:1.
    docs/other.md:11:1 - error CD524: The demo docs-other-demo-0 has no default export, so it has no component to render

      11 │ export class Two {}
         ╵ ^^^^^^

      → Write \`export default class Two\`.
      → The demo is embedded at docs/other.md:9:3."
  `);
});

it('demos may export their component in any way', async () => {
  const demo = 'const D = () => <b>demo</b>;\n';
  const sources = {
    'a.tsx': `${demo}export { D as default };\n`,
    'b.tsx': "export { default } from './a';\n",
    'c.tsx': "export { named as default } from './parts/named';\n",
    'd.jsx': `${demo}module.exports = D;\n`,
    'e.jsx': `${demo}exports.__esModule = true;\nexports.default = D;\n`,
    'f.tsx': "import D from './a';\nexport { D as default, D };\n",
    'parts/named.tsx': 'export const named = () => <b>demo</b>;\n',
  };
  const names = Object.keys(sources).filter((name) => !name.startsWith('parts'));
  const { text, exitCode, read } = await buildSite({
    ...Object.fromEntries(Object.entries(sources).map(([name, source]) => [`demos/${name}`, source])),
    'docs/index.md': `# Home\n\n${names.map(embed).join('')}`,
  });
  expect([exitCode, text]).toEqual([0, '']);
  expect((await read('index.html')).match(/<b>demo<\/b>/g)).toHaveLength(names.length);
});
