import path from 'node:path';
import { expect, it } from 'vitest';
import { createSite, writeFiles } from '../helpers/build-site.ts';
import { run } from '../helpers/command.ts';
import { makeFolder, OUTSIDE } from '../helpers/folder.ts';

const installed = (name: string, version: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version, main: 'index.js' }),
  [`node_modules/${name}/index.js`]: '',
});

it.each([
  ['17.0.2', '17.0.2', 'React 17.0.2 is installed, but sites need React 18.2 or later', 18],
  ['18.1.0', '18.1.0', 'React 18.1.0 is installed, but sites need React 18.2 or later', 18],
  ['18.3.1', '19.1.0', 'The versions of react (18.3.1) and react-dom (19.1.0) do not match', 18],
])('reports once that react %s with react-dom %s cannot be used', async (react, dom, text, major) => {
  const files = { ...installed('react', react), ...installed('react-dom', dom), 'docs/index.md': '# A\n' };
  const { diagnostics, exitCode } = await (await createSite(files)).build({ cache: false });
  const notes = [`Install both: \`npm install --save-dev react@${major} react-dom@${major}\``];
  expect(diagnostics).toEqual([{ severity: 'error', code: 'CD402', text, notes }]);
  expect(exitCode).toBe(2);
});

it('reports that react-dom resolves a different copy of React than pages do', async () => {
  const files = { ...installed('react', '19.0.0'), 'docs/index.md': '# A\n' };
  const { text, exitCode } = await (await createSite(files)).build();
  expect(text).toMatch(
    /^error CD402: react-dom 19\.[\d.]+ uses a different copy of React than the installed react 19\.0\.0\n/,
  );
  expect(exitCode).toBe(2);
});

it('uses the built-in React if only NODE_PATH leads to another one, as in commands that pnpm starts', async () => {
  const cwd = makeFolder('no-react', OUTSIDE);
  await writeFiles(cwd, {
    'package.json': '{"name": "no-react", "version": "1.0.0", "private": true}',
    'docs/index.md': '# Home\n\n```tsx\nexport default () => <b>bold</b>;\n```\n',
  });
  const { code, stderr } = await run(['build'], { cwd, env: { NODE_PATH: path.resolve('node_modules') } });
  expect([code, stderr]).toEqual([0, '']);
});
