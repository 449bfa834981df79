import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createSite, hashOfFiles, listFiles } from '../helpers/build-site.ts';
import { endSeen, run } from '../helpers/command.ts';
import { createLibrarySite } from '../helpers/faulty-sites.ts';

const ZONES = ['UTC', 'Asia/Shanghai', 'America/St_Johns'];
const LOCALES = ['C', 'zh_CN.UTF-8'];

afterAll(endSeen);

it('24 builds in 2 folders, 3 time zones and 2 locales, cold and warm, produce the same bytes', {
  timeout: 1_200_000,
}, async () => {
  const hashes = new Map<string, string>();
  const original = await createLibrarySite({ types: true });
  const files = (await listFiles(original.root)).filter((file) => !/^(?:dist|temporary)\//.test(file));
  const texts = await Promise.all(files.map((file) => fs.readFile(path.join(original.root, file))));
  const site = Object.fromEntries(files.map((file, index) => [file, texts[index] ?? '']));
  for (const below of ['', 'another/folder of a longer name'])
    for (const TZ of ZONES)
      for (const LANG of LOCALES) {
        // Files are created in another order, so the folder may list them in another order.
        const { root } = await createSite(below ? Object.fromEntries(Object.entries(site).reverse()) : site, below);
        for (const cache of ['cold', 'warm']) {
          const env = { TZ, LANG, LC_ALL: LANG };
          const { code, stderr } = await run(['build', root], { env, cwd: below ? path.dirname(root) : root });
          expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
          hashes.set([below, TZ, LANG, cache].join(), await hashOfFiles(path.join(root, 'dist')));
          // The next build must read the cache, not the existing output.
          await fs.rm(path.join(root, 'dist'), { recursive: true });
        }
      }
  expect(hashes.size).toBe(24);
  expect(new Set(hashes.values()).size, JSON.stringify([...hashes])).toBe(1);
});
