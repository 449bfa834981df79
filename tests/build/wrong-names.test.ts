import { expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { ask } from '../helpers/dev-answers.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';

const FILES = {
  'package.json': '{"name": "@scope/names", "version": "1.0.0"}',
  'src/index.ts':
    "export { Button, type ButtonProps } from './button.tsx';\nexport * from './card.tsx';\nexport default 'whole';\n",
  'src/button.tsx':
    'export interface ButtonProps { label: string }\nexport const Inner = () => null;\nexport const Button = ({ label }: ButtonProps) => <button type="button">{label}</button>;\n',
  'src/card.tsx': 'export const Card = () => <i>card</i>;\n',
  'demos/right.tsx':
    "import whole, { Button, type ButtonProps as Props, Card, ButtonProps } from '@scope/names';\nconst props: Props & ButtonProps = { label: 'right' };\nexport default () => <p>{whole} <Button {...props} /> <Card /></p>;\n",
  'demos/wrong.tsx':
    "import { Card } from '@scope/names';\nimport {\n  Buton,\n} from '../src';\nexport default () => <p><Buton label=\"x\" /><Card /></p>;\n",
  'docs/index.md': '# Home\n\n<code src="../demos/right.tsx"></code>\n',
  'docs/wrong.md':
    '# Wrong\n\n<code src="../demos/wrong.tsx"></code>\n\n```tsx\nimport { Inner } from \'@scope/names\';\nexport default () => <Inner />;\n```\n',
  'docs/page.mdx':
    "# Page\n\nimport { useState } from 'react';\nimport { Cart } from '@scope/names';\n\nexport const Shown = () => { useState(0); return <Cart />; };\n\n<Shown />\n",
};

it('names that the library does not export are errors in dev as in build, until they are fixed', async () => {
  const site = await createSite(FILES);
  const built = await site.build({ cache: false });
  expect(built.exitCode).toBe(1);
  const dev = await startDev(site.root);
  expect((await ask(dev, '/')).errors).toEqual([]);
  expect((await ask(dev, '/wrong/')).errors.length).toBe(2);
  await ask(dev, '/page/');
  const reported = dev.diagnostics.map(({ text, location, notes }) => [
    `${location?.file}:${location?.line}:${location?.column} ${text}`,
    ...(notes ?? []),
  ]);
  const expected = [
    [
      'demos/wrong.tsx:3:3 No matching export in `src/index.ts` for import `Buton`',
      'Did you mean to import `Button` instead?',
    ],
    ['docs/wrong.md:6:10 No matching export in `src/index.ts` for import `Inner`'],
    [
      'docs/page.mdx:4:10 No matching export in `src/index.ts` for import `Cart`',
      'Did you mean to import `Card` instead?',
    ],
  ];
  for (const [text = '', ...notes] of expected) {
    const found = reported.find(([first]) => first === text);
    expect(found, `${text} among ${JSON.stringify(reported)}`).toBeDefined();
    for (const note of notes) expect(found).toContain(note);
  }
  for (const { text } of built.diagnostics) expect(expected.flat().some((line) => line.includes(text))).toBe(true);
  await site.write({ 'src/card.tsx': 'export const Card = () => <i>card</i>;\nexport const Cart = Card;\n' });
  await waitFor(async () => (await ask(dev, '/page/')).text.includes('<i>card</i>'));
  await waitFor(async () => (await ask(dev, '/page/')).errors.length === 0);
});

it('a library that is a package of ES modules is also named by its path', async () => {
  const site = await createSite({ ...FILES, 'package.json': '{"name": "@scope/names", "type": "module"}' });
  const { diagnostics } = await site.build({ cache: false });
  expect(diagnostics.map(({ text }) => text).sort()).toEqual([
    'No matching export in `src/index.ts` for import `Buton`',
    'No matching export in `src/index.ts` for import `Cart`',
    'No matching export in `src/index.ts` for import `Inner`',
  ]);
});
