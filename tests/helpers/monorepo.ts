import fs from 'node:fs/promises';
import path from 'node:path';
import { createSite, type TestSite } from './build-site.ts';

/** The example of the handbook's page "In a monorepo": two libraries, a package that both use, and the site. */
export const monorepoFiles: Record<string, string> = {
  'package.json': '{"name": "kit", "private": true, "repository": "github:someone/kit"}',
  'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n  - docs\n",
  'tsconfig.json': '{"files": [], "references": [{"path": "packages/button"}, {"path": "packages/field"}]}',
  'tsconfig.base.json':
    '{"compilerOptions": {"jsx": "react-jsx", "module": "esnext", "moduleResolution": "bundler", "composite": true, "strict": true, "target": "es2022"}}',

  'packages/button/package.json':
    '{"name": "@kit/button", "version": "1.1.0", "main": "dist/index.js", "module": "dist/index.js", "dependencies": {"@kit/shared": "workspace:*"}}',
  'packages/button/tsconfig.json':
    '{"extends": "../../tsconfig.base.json", "compilerOptions": {"rootDir": "src", "paths": {"#words": ["./src/words.ts"]}}, "include": ["src"]}',
  'packages/button/src/words.ts': "export const word = 'button';\n",
  'packages/button/src/index.tsx':
    "import { mark } from '@kit/shared';\nimport { word } from '#words';\nexport interface ButtonProps {\n  /** What it says. */\n  label: string;\n}\nexport function Button({ label }: ButtonProps) {\n  return <button type=\"button\">{mark(word)} {label}</button>;\n}\n",

  'packages/field/package.json':
    '{"name": "@kit/field", "version": "2.2.0", "main": "dist/index.js", "dependencies": {"@kit/shared": "workspace:*"}}',
  'packages/field/tsconfig.json':
    '{"extends": "../../tsconfig.base.json", "compilerOptions": {"rootDir": "src"}, "include": ["src"]}',
  'packages/field/src/index.tsx':
    "import { mark } from '@kit/shared';\nexport interface FieldProps {\n  /** Its name. */\n  name: string;\n}\nexport function Field({ name }: FieldProps) {\n  return <label>{mark('field')} {name}</label>;\n}\n",

  'packages/shared/package.json':
    '{"name": "@kit/shared", "version": "0.1.0", "private": true, "main": "dist/index.js"}',
  'packages/shared/src/index.ts': "export const mark = (text: string): string => '<' + text + '>';\n",

  'docs/package.json':
    '{"name": "kit-docs", "private": true, "dependencies": {"@kit/button": "workspace:*", "@kit/field": "workspace:*"}}',
  'docs/tsconfig.json': '{"extends": "../tsconfig.base.json"}',
  'docs/cascader-docs.config.ts':
    "export default {\n  library: [{ entry: '../packages/button' }, { name: '@kit/field', entry: '../packages/field/src/index.tsx' }],\n};\n",
  'docs/docs/public/favicon.ico': '',
  'docs/docs/index.md':
    '# Kit\n\n<code src="../demos/both.tsx" id="both"></code>\n\n## Button\n\n<API id="Button"></API>\n\n## Field\n\n<API id="Field"></API>\n',
  'docs/demos/both.tsx':
    "import { useState } from 'react';\nimport { Button } from '@kit/button';\nimport { Field } from '@kit/field';\nexport default function Demo() {\n  const [count, setCount] = useState(0);\n  return <p onClick={() => setCount(count + 1)}>demo {count} <Button label=\"press\" /> <Field name=\"age\" /></p>;\n}\n",
};

/** Links that an installer with isolated `node_modules` makes: each package finds what it lists, and nothing else. */
const LINKS: Record<string, string> = {
  'docs/node_modules/@kit/button': 'packages/button',
  'docs/node_modules/@kit/field': 'packages/field',
  'docs/node_modules/react': 'node_modules/.pnpm/react@19.0.0/node_modules/react',
  'docs/node_modules/react-dom': 'node_modules/.pnpm/react-dom@19.0.0/node_modules/react-dom',
  'packages/button/node_modules/@kit/shared': 'packages/shared',
  'packages/field/node_modules/@kit/shared': 'packages/shared',
};

/** Writes the example with its links; the site is its folder `docs`. */
export async function createMonorepo(more: Record<string, string> = {}): Promise<TestSite & { docs: string }> {
  const site = await createSite({ ...monorepoFiles, ...more });
  const modules = path.resolve(import.meta.dirname, '../../node_modules');
  const link = async (name: string, target: string): Promise<void> => {
    const place = path.join(site.root, name);
    await fs.mkdir(path.dirname(place), { recursive: true });
    await fs.symlink(
      path.isAbsolute(target) ? target : path.relative(path.dirname(place), path.join(site.root, target)),
      place,
    );
  };
  for (const name of ['react', 'react-dom'])
    await link(`node_modules/.pnpm/${name}@19.0.0/node_modules/${name}`, path.join(modules, name));
  for (const [name, target] of Object.entries(LINKS)) await link(name, target);
  return { ...site, docs: path.join(site.root, 'docs') };
}
