import fs from 'node:fs/promises';
import path from 'node:path';
import { addVersion } from 'cascader-docs';
import { expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { ask } from '../helpers/dev-answers.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';
import { FILES, versionsFiles } from '../helpers/versions-site.ts';

it('an added or removed version appears in a running dev server', async () => {
  const { root } = await createSite(FILES);
  const dev = await startDev(root);
  const hasVersion = async (): Promise<boolean> => (await ask(dev, '/')).text.includes('https://4x.example.org/');
  expect(await hasVersion()).toBe(false);
  await addVersion({ root, id: '4.x', href: 'https://4x.example.org/' });
  await waitFor(hasVersion);
  await fs.rm(path.join(root, 'versions/4.x.json'));
  await waitFor(async () => !(await hasVersion()));
  expect(dev.errors).toEqual([]);
});

it('a checkout with other versions updates a running dev server, without a restart', async () => {
  const { root, write } = await createSite({ ...FILES, ...versionsFiles() });
  const dev = await startDev(root);
  expect((await ask(dev, '/')).text).toContain('href="/v/1.x/');
  const files = Array.from({ length: 150 }, (_, index) => [`versions/0.x/${index}.html`, 'x']);
  await fs.rm(path.join(root, 'versions/1.x.json'));
  await write({
    ...Object.fromEntries(files),
    'versions/4.x.json': JSON.stringify({ base: '/', href: 'https://4x.example.org/' }),
    'docs/index.md': '# Other home\n',
  });
  await waitFor(async () => {
    const { text } = await ask(dev, '/');
    return text.includes('Other home') && text.includes('https://4x.example.org/') && !text.includes('href="/v/1.x/');
  });
  await waitFor(() => dev.updates.some(({ files }) => files.includes('docs/index.md')));
  expect([...new Set(dev.updates.map(({ kind }) => kind))]).toEqual(['update']);
  expect([...new Set(dev.updates.flatMap(({ files }) => files))].sort()).toEqual([
    'docs/index.md',
    'versions/1.x.json',
    'versions/4.x.json',
  ]);
});
