/**
 * A site whose `tsconfig.json` files, one in each folder, change how its code is resolved. They also contain options
 * that must be ignored.
 */

const words = (name: string): string => `export const word: string = '${name}';\n`;
const demo = (code: string): string => `${code}\n`;
const embed = (file: string, id: string): string => `<code src="${file}" id="${id}"></code>\n\n`;

export const tsconfigSite: Record<string, string> = {
  'package.json': '{"name": "paths-library", "version": "1.0.0", "main": "es/index.js"}',
  // Options for compiling the project itself have no effect.
  'tsconfig.json':
    '{\n  // With comments, and commas at ends.\n  "extends": "./config/base.json",\n  "compilerOptions": { "jsx": "preserve", "target": "es5", "experimentalDecorators": true, "emitDecoratorMetadata": true, },\n}\n',
  'config/base.json':
    '{"compilerOptions": {"paths": {"@/*": ["../wrong/*", "../shared/*"], "paths-library/*": ["../src/*"], "~words": ["../shared/words.ts"], "~theme": ["../shared/theme-words.ts"], "react": ["../node_modules/@types/react"], "typed": ["../types/typed.d.ts"]}}}',
  'cascader-docs.config.ts':
    "export default { theme: './docs/theme.tsx', resolve: { entryFile: './src/index.tsx' } };\n",
  'shared/words.ts': words('shared word'),
  'shared/theme-words.ts': words('shared word'),
  'docs/public/favicon.ico': '',
  'shared/look.css': '.look { color: rgb(1, 2, 3); }\n',
  'types/typed.d.ts': 'export declare const typed: string;\n',
  'node_modules/typed/package.json': '{"name":"typed","version":"1.0.0"}',
  'node_modules/typed/index.js': "exports.typed = 'typed package';\n",
  // The tsconfig.json of an installed package must be ignored.
  'node_modules/strange/package.json': '{"name":"strange","version":"1.0.0","type":"module","main":"index.ts"}',
  'node_modules/strange/tsconfig.json':
    '{"compilerOptions": {"paths": {"typed": ["./wrong"]}, "jsxImportSource": "nowhere"}}',
  'node_modules/strange/index.ts': "export { typed as strange } from 'typed';\n",
  'node_modules/striped/package.json':
    '{"name":"striped","version":"2.0.0","type":"module","exports":{"./jsx-runtime":"./jsx-runtime.js"}}',
  'node_modules/striped/jsx-runtime.js':
    "import { Fragment, jsx as create, jsxs as createAll } from 'react/jsx-runtime';\nconst striped = (make) => (type, props, key) => make(type, typeof type === 'string' ? { ...props, 'data-striped': '' } : props, key);\nexport const jsx = striped(create);\nexport const jsxs = striped(createAll);\nexport { Fragment };\n",
  'src/index.tsx': "export { Button } from 'button/button';\n",
  'src/tsconfig.json': '{"compilerOptions": {"baseUrl": "."}}',
  'src/button/button.tsx':
    'import { typed } from \'typed\';\nexport const Button = () => <button type="button">library {typed}</button>;\n',
  'src/deep/part.tsx': 'export const Part = () => <i>library part</i>;\n',
  'docs/index.md': `# Paths\n\n${embed('../demos/paths.tsx', 'paths')}\`\`\`tsx\nimport { word } from '~words';\nexport default () => <p>fence {word}</p>;\n\`\`\`\n`,
  'demos/paths.tsx': demo(
    "import { useState } from 'react';\nimport { word } from '@/words';\nimport { strange } from 'strange';\nimport { typed } from 'typed';\nimport { Button } from 'paths-library';\nimport { Part } from 'paths-library/deep/part';\nimport '@/look.css';\nexport default function Demo() {\n  const [count, setCount] = useState(0);\n  return <p className=\"look\" onClick={() => setCount(count + 1)}>demo {word} {typed} {strange} {count} <Button /> <Part /></p>;\n}",
  ),
  'docs/striped.md': `# Striped\n\n${embed('../striped/demo.tsx', 'striped')}${embed('../striped/own.tsx', 'own')}`,
  'striped/tsconfig.json':
    '{"files": [], "references": [{"path": "./tsconfig.node.json"}, {"path": "./tsconfig.app.json"}]}',
  'striped/tsconfig.node.json': '{"include": ["*.config.ts"]}',
  'striped/tsconfig.app.json': '{"include": ["."], "compilerOptions": {"jsxImportSource": "striped"}}',
  'striped/demo.tsx': demo('export default () => <p>striped demo</p>;'),
  'striped/own.tsx': demo('/** @jsxImportSource react */\nexport default () => <p>plain demo</p>;'),
  'docs/decorated.md': `# Decorated\n\n${embed('../decorated/demo.tsx', 'decorated')}`,
  'decorated/tsconfig.json': '{"compilerOptions": {"experimentalDecorators": true, "useDefineForClassFields": false}}',
  'decorated/demo.tsx': demo(
    "import { Component } from 'react';\nfunction named(name: string) {\n  return (target: any) => { target.shown = name; };\n}\nfunction counted(target: any, key: string) {\n  Object.defineProperty(target, key, { get() { return this.kept + 1; }, set(value) { this.kept = value; } });\n}\n@named('decorated')\nexport default class Demo extends Component {\n  static shown: string;\n  @counted count = 1;\n  render() {\n    return <p>class {Demo.shown} {this.count}</p>;\n  }\n}",
  ),
  'docs/pages/tsconfig.json':
    '{"extends": "../../config/base.json", "compilerOptions": {"jsxImportSource": "striped"}}',
  'docs/pages/page.mdx':
    "# Page\n\nimport { word } from '@/words';\nimport { Box } from './box.tsx';\n\nexport const Inline = () => <p>page {word}</p>;\n\n<Inline />\n\n<Box />\n",
  'docs/pages/box.tsx': "import { word } from '~words';\nexport const Box = () => <section>box {word}</section>;\n",
  'docs/theme.tsx':
    "import theme from 'cascader-docs/theme';\nimport { word } from '~theme';\nexport default { ...theme, ContentBottom: () => <p>theme {word}</p> };\n",
};
