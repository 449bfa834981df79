import path from 'node:path';
import { addVersion, removeVersion } from 'cascader-docs';
import { expect, it } from 'vitest';
import { createFolder, createSite } from '../helpers/build-site.ts';
import { ask } from '../helpers/dev-answers.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';
import { contentsOf, makeParts, mergeParts } from '../helpers/in-parts.ts';
import { FILES, versionsFiles } from '../helpers/versions-site.ts';

it('a site with versions has the same bytes if several machines build it', async () => {
  const { root, build } = await createSite({ ...FILES, ...versionsFiles() });
  await build({ cache: false });
  const folder = await createFolder('parts');
  const { parts } = await makeParts(root, folder, 2);
  const whole = await contentsOf(path.join(root, 'dist'));
  expect(await mergeParts(root, parts, path.join(folder, 'dist'))).toEqual(whole);
});

it('an added or removed version appears in a running dev server', async () => {
  const { root } = await createSite(FILES);
  const dev = await startDev(root);
  const hasVersion = async (): Promise<boolean> => (await ask(dev, '/')).text.includes('https://4x.example.org/');
  expect(await hasVersion()).toBe(false);
  await addVersion({ root, id: '4.x', href: 'https://4x.example.org/' });
  await waitFor(hasVersion);
  await removeVersion({ root, id: '4.x' });
  await waitFor(async () => !(await hasVersion()));
  expect(dev.errors).toEqual([]);
});
