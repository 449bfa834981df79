/** A site whose library, demos and pages import files as text, URLs and components, and read environment variables. */
export const fileImportsSite: Record<string, string> = {
  'package.json': '{"name": "files-library", "version": "1.0.0"}',
  'cascader-docs.config.ts': "export default { resolve: { entryFile: './src/index.tsx' } };\n",
  'docs/public/favicon.ico': '',
  'src/words.txt': 'library text',
  'src/index.tsx':
    "import words from './words.txt?raw';\nexport const Words = () => <em>library {words}</em>;\nexport const Where = () => <b suppressHydrationWarning>library {import.meta.env.CASCADER_PUBLIC_GREETING} {import.meta.env.SSR ? 'server' : 'browser'}</b>;\n",
  'demos/note.txt': 'some text',
  'demos/data.bin': 'bytes',
  'demos/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="7"><circle r="1"/></svg>',
  'docs/index.md':
    '# Files\n\n<code src="../demos/files.tsx" id="files"></code>\n\n```tsx\nimport text from \'../demos/note.txt?raw\';\nexport default () => <p>fence {text}</p>;\n```\n',
  'demos/files.tsx':
    "import { useState } from 'react';\nimport { Words } from 'files-library';\nimport text from './note.txt?raw';\nimport url from './data.bin?url';\nimport Dot from './dot.svg?react';\nimport picture, { ReactComponent } from './dot.svg';\nconst later = await (Promise.resolve('later'));\nexport default function Demo() {\n  const [count, setCount] = useState(0);\n  return <div className=\"files\" onClick={() => setCount(count + 1)}>demo {text} {url} {later} <i>count {count}</i> <Dot className=\"demo\" /><ReactComponent className=\"both\" /> both {picture} <Words /></div>;\n}\n",
  'docs/env.mdx':
    'import { useState } from \'react\';\n\n# Environment\n\nexport const Shown = () => { const [count] = useState(0); return <p>page {import.meta.env.CASCADER_PUBLIC_GREETING} {count}</p>; };\n\n<Shown />\n\n<code src="../demos/env.tsx" id="env"></code>\n',
  'demos/env.tsx':
    "import { useEffect, useState } from 'react';\nimport { Where } from 'files-library';\nexport default function Demo() {\n  const [where, setWhere] = useState('server');\n  useEffect(() => setWhere(import.meta.env.SSR ? 'server' : 'browser'), []);\n  return <p className=\"env\">demo {process.env.NODE_ENV} {String(import.meta.env.DEV)} {String('MODE' in import.meta.env)} {import.meta.env.BASE_URL} {import.meta.env.CASCADER_PUBLIC_GREETING} {where} <Where /></p>;\n}\n",
  'docs/page.mdx':
    "# Page\n\nimport { useState } from 'react';\nimport text from '../demos/note.txt?raw';\nimport url from '../demos/data.bin?url';\nimport Dot from '../demos/dot.svg?react';\n\nexport const Shown = () => { const [count] = useState(0); return <p>page {text} {url} {count}<Dot className=\"page\" /></p>; };\n\n<Shown />\n",
};
