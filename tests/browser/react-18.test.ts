import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { openDev } from '../helpers/dev-pages.ts';
import { fixturePackages } from '../helpers/fixture-packages.ts';
import { editDemo } from '../helpers/live.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

const counter = `import { useId, useState, version } from 'react';

export default function Counter() {
  const [count, setCount] = useState(0);
  const id = useId();
  return <button type="button" id={id} onClick={() => setCount(count + 1)}>React {version}: {count}</button>;
}
`;
const FILES = {
  'package.json': '{"name": "old-library", "version": "1.0.0", "peerDependencies": {"react": ">=16"}}',
  'docs/index.md': '# Home\n\n<code src="../demos/counter.tsx"></code>\n\n<code src="../demos/late.tsx"></code>\n',
  'docs/page.mdx': "import { Live } from './live.tsx';\n\n# Page\n\n<Live />\n",
  'docs/live.tsx':
    "import { useState } from 'react';\nexport const Live = () => {\n  const [on, setOn] = useState(false);\n  return <button type=\"button\" onClick={() => setOn(!on)}>{on ? 'on' : 'off'}</button>;\n};\n",
  'demos/counter.tsx': counter,
  'demos/late.tsx':
    "import { lazy, Suspense } from 'react';\nconst Late = lazy(async () => ({ default: () => <p>came late</p> }));\nexport default () => <Suspense fallback={<p>waiting</p>}><Late /></Suspense>;\n",
};
const FAVICON = { 'docs/public/favicon.ico': '' };
let fixture: TestSite;
let site: OpenSite;

beforeAll(async () => {
  fixture = await createSite({ ...FILES, ...FAVICON });
  await fs.symlink(await fixturePackages('react-18'), path.join(fixture.root, 'node_modules'));
  const { text, exitCode, read } = await fixture.build({ strict: true, cache: false });
  expect(text).toBe('');
  expect(exitCode).toBe(0);
  const html = await read('index.html');
  expect(html).toMatch(/React (<!-- -->)?18\.2\.0/);
  expect(html).toContain('<p>came late</p>');
  site = await openSite({ root: fixture.root });
});

afterAll(() => site?.close());

describe('a site of a project with React 18.2', () => {
  it('is hydrated by it, without a message', async () => {
    const { page, messages } = await site.open('/');
    const button = page.getByRole('button', { name: /React 18\.2\.0/ });
    await page.locator('[data-demo$="counter"][data-hydrated]').waitFor();
    await button.click();
    await page.getByRole('button', { name: 'React 18.2.0: 1' }).waitFor();
    expect(messages).toEqual([]);
    await page.context().close();
  });

  it('has menus that open, search, colours, and interactive pages', async () => {
    const { page, messages } = await site.open('/page', { viewport: { width: 390, height: 800 } });
    await page.getByRole('button', { name: 'off' }).click();
    await page.getByRole('button', { name: 'on', exact: true }).waitFor();
    await page.locator('.header-menu-button').click();
    await page.locator('.header-menu:popover-open').waitFor();
    expect(messages).toEqual([]);
    await page.context().close();
  });

  it('edits demos with it, and tells what they throw', async () => {
    const { page } = await site.open('/');
    const live = await editDemo(page, '[data-demo$="counter"]');
    await live.write(counter.replace('React {version}', 'Edited {version}'));
    const frame = await live.frame();
    await frame.getByRole('button', { name: 'Edited 18.2.0: 0' }).click();
    await frame.getByRole('button', { name: 'Edited 18.2.0: 1' }).waitFor();
    await live.write(counter.replace('return', "if (count === 0) throw new Error('broken on purpose');\n  return"));
    expect(await live.failure()).toContain('broken on purpose');
    await page.context().close();
  });

  it('hydrates without a warning of its development build', async () => {
    const { exitCode } = await fixture.build({ development: true, outDir: 'development', cache: false });
    expect(exitCode).toBe(0);
    const development = await openSite({ root: fixture.root, outDir: path.join(fixture.root, 'development') });
    const { page, messages } = await development.open('/');
    await page.locator('[data-demo$="counter"][data-hydrated]').waitFor();
    expect(messages.filter((message) => !/React DevTools/.test(message))).toEqual([]);
    await development.close();
  });

  it('is written with it, and keeps the state of an edited demo', async () => {
    const dev = await openDev({ ...FILES, ...FAVICON }, await fixturePackages('react-18'));
    const { page, messages } = await dev.open('/');
    await page.locator('[data-demo$="counter"][data-hydrated]').waitFor();
    await page.getByRole('button', { name: 'React 18.2.0: 0' }).click();
    await page.getByRole('button', { name: 'React 18.2.0: 1' }).waitFor();
    await dev.edit('demos/counter.tsx', (text) => text.replace('React {version}', 'Edited {version}'));
    await page.getByRole('button', { name: 'Edited 18.2.0: 1' }).waitFor();
    expect(messages).toEqual([]);
    await dev.close();
  });
});
