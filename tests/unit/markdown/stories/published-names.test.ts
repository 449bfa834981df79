import { expect, it } from 'vitest';
import { scriptCandidates } from '../../../../src/node/base/files/script-candidates.ts';
import { publishedImport } from '../../../../src/node/markdown/stories/published-names.ts';

/** Returns the import for readers instead of one of `/kit/src/Button/Button.stories.tsx`. */
function written(index: string, [name, from]: [name: string, from: string], others: Record<string, string> = {}) {
  const files: Record<string, string> = {
    '/kit/src/index.ts': index,
    '/kit/src/Button/Button.tsx': 'export const Button = () => null;\nexport default Button;\n',
    ...others,
  };
  const resolve = (specifier: string, importer: string): string | undefined => {
    const target = new URL(specifier, `file://${importer}`).pathname.replace(/\/$/, '');
    return scriptCandidates(target).find((file) => file in files);
  };
  const imported = { name, local: 'Local', from };
  const found = publishedImport(imported, '/kit/src/Button/Button.stories.tsx', {
    libraries: [{ name: '@acme/kit', dir: '/kit', entry: '/kit/src/index.ts' }],
    files: { resolve, read: (file) => files[file] ?? '' },
  });
  return found === imported ? 'as written' : `${found.name} as ${found.local} from ${found.from}`;
}

const BARREL = { '/kit/src/Button/index.ts': "export * from './Button';\nexport { default } from './Button';\n" };

it.each([
  ["export * from './Button/Button';", ['Button', './Button'], {}, 'Button as Local from @acme/kit'],
  ["export { Button } from './Button/Button.js';", ['Button', './Button'], {}, 'Button as Local from @acme/kit'],
  ["export { Button as Btn } from './Button/Button';", ['Button', './Button'], {}, 'Btn as Local from @acme/kit'],
  ["export { default as Main } from './Button/Button';", ['default', './Button'], {}, 'Main as Local from @acme/kit'],
  [
    "import Main from './Button/Button';\nexport { Main };",
    ['default', './Button'],
    {},
    'Main as Local from @acme/kit',
  ],
  ["export * from './Button';", ['Button', './Button'], BARREL, 'Button as Local from @acme/kit'],
  ["export { default as Main } from './Button';", ['default', './Button'], BARREL, 'Main as Local from @acme/kit'],
  ["export * from './Button';", ['Button', '.'], BARREL, 'Button as Local from @acme/kit'],
  ["export * from './Button';", ['Button', '../index'], BARREL, 'Button as Local from @acme/kit'],
  ["export * from './Button/Button';", ['default', './Button'], {}, 'as written'],
  ["export { default as Button } from './Button/Button';", ['Button', './Button'], {}, 'as written'],
  ["export * as all from './Button/Button';", ['Button', './Button'], {}, 'as written'],
  ["export * from './Other';", ['Button', './Button'], {}, 'as written'],
  ["export * from './Button/Button';", ['*', './Button'], {}, 'as written'],
  ["export * from './Button/Button';", ['Button', 'other'], {}, 'as written'],
  ['export {', ['Button', './Button'], {}, 'as written'],
] as const)('%s: %s', (index, [name, from], others, expected) => {
  expect(written(index, [name, from], others)).toBe(expected);
});
