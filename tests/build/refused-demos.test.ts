import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { ask } from '../helpers/dev-answers.ts';
import { startDev } from '../helpers/dev-site.ts';

const tested = (expression: string) => `export default function Demo() {
  // The bundler takes it.
  return <p>{String(${expression}.test('a'))}</p>;
}
`;
const nested = (depth: number) =>
  `export default function Deep() {\n  return ${'<b>'.repeat(depth)}x${'</b>'.repeat(depth)};\n}\n`;
const good = (name: string) => `export default () => <p>rendered by ${name}</p>;\n`;
const embed = (name: string) => `<code src="../demos/${name}"></code>\n\n`;

const MODIFIERS = '(?i:a)';
/** Engines since 2024 support modifiers. */
const knowsModifiers = (() => {
  try {
    return new RegExp(MODIFIERS).test('A');
  } catch {
    return false;
  }
})();

const REFUSED = {
  'group.tsx': { source: tested('/(/'), place: 'demos/group.tsx:3:21', message: 'Invalid regular expression: /(/' },
  'range.tsx': {
    source: tested('/[b-a]/'),
    place: 'demos/range.tsx:3:21',
    message: 'Invalid regular expression: /[b-a]/',
  },
  'modifiers.tsx': { source: tested(`/${MODIFIERS}/`), place: 'demos/modifiers.tsx:3:21', message: `/${MODIFIERS}/` },
  'deep.tsx': {
    source: nested(1200),
    place: 'demos/deep.tsx:1:1',
    message: 'nested too deeply for the JavaScript engine',
  },
  'package.tsx': {
    source: "import { match } from 'refused';\n\nexport default () => <p>{match}</p>;\n",
    place: 'demos/package.tsx:1:23',
    message: 'Invalid regular expression: /x{2,1}/',
  },
  'star.tsx': {
    source: "import { deep, own } from 'refused/star';\n\nexport default () => <p>{deep + own}</p>;\n",
    place: 'demos/star.tsx:1:27',
    message: 'Invalid regular expression: /[z-y]/',
  },
  'old.tsx': {
    source: "import { old } from 'refused/old';\n\nexport default () => <p>{old}</p>;\n",
    place: 'demos/old.tsx:1:21',
    message: 'Invalid regular expression: /?/',
  },
};
const PACKAGE = {
  'node_modules/refused/package.json': '{"name": "refused", "version": "1.0.0", "main": "index.mjs"}',
  'node_modules/refused/index.mjs': 'export const other = 1;\nexport const match = /x{2,1}/;\n',
  'node_modules/refused/star.js': "export * from './deep.js';\nexport const own = /[z-y]/;\n",
  'node_modules/refused/deep.js': 'export const deep = "deep";\n',
  'node_modules/refused/old.js': 'exports.old = /?/;\n',
  'node_modules/fine/package.json': '{"name": "fine", "version": "1.0.0", "main": "index.js"}',
  'node_modules/fine/index.js': "exports.word = 'from a package';\n",
};
const FILES = {
  ...PACKAGE,
  'docs/index.md':
    `# Page\n\n${embed('first.tsx')}${Object.keys(REFUSED).map(embed).join('')}${embed('last.tsx')}` +
    '```tsx\nexport default () => <p>{String(/(/)}</p>;\n```\n',
  'demos/first.tsx': good('first'),
  'demos/last.tsx': "import { word } from 'fine';\nexport default () => <p>rendered by last {word}</p>;\n",
  ...Object.fromEntries(Object.entries(REFUSED).map(([name, { source }]) => [`demos/${name}`, source])),
};
const expected = [
  ...Object.entries(REFUSED).flatMap(([name, { place, message }]) =>
    name === 'modifiers.tsx' && knowsModifiers ? [] : [{ place, message }],
  ),
  { place: 'docs/index.md:22:33', message: 'Invalid regular expression: /(/' },
];

interface Told {
  text: string;
  location?: { file: string; line: number; column: number };
}

function expectReported(diagnostics: Told[]): void {
  const reported = diagnostics.map(({ text, location }) => ({
    place: `${location?.file}:${location?.line}:${location?.column}`,
    message: text,
  }));
  expect(reported).toEqual(
    expected.map(({ place, message }) => ({ place, message: expect.stringContaining(message) as string })),
  );
}

describe('demos that the bundler accepts and the engine rejects', () => {
  it('fail individually, each with its line', async () => {
    const site = await createSite(FILES);
    const { exitCode, diagnostics, text, read } = await site.build({ cache: false });
    expectReported(diagnostics);
    expect(exitCode).toBe(0);
    expect(text).toContain("3 │   return <p>{String(/(/.test('a'))}</p>;");
    const html = await read('index.html');
    expect(html).toContain('<p>rendered by first</p>');
    expect(html).toContain('from a package');
    const strict = await site.build({ strict: true, cache: false });
    expect(strict.exitCode).toBe(1);
  });

  it('fail in the same way in dev', async () => {
    const { root } = await createSite(FILES);
    const dev = await startDev(root);
    const { text } = await ask(dev, '/');
    expect(text).toContain('<p>rendered by first</p>');
    expect(text).toContain('from a package');
    expectReported(dev.diagnostics);
    expect(dev.errors).toEqual([]);
  });
});
