import path from 'node:path';
import { expect, it } from 'vitest';
import { createFolder, createSite } from '../helpers/build-site.ts';
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
