import { preview } from 'cascader-docs';
import { expect, it, onTestFinished } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { startDev } from '../helpers/dev-site.ts';

it('answers range requests in preview and in dev', async () => {
  const { root, build } = await createSite({
    'docs/index.md': '# Home\n',
    'docs/public/film.mp4': '0123456789',
    'docs/public/words.txt': 'words '.repeat(1000),
  });
  expect((await build()).text).toBe('');
  const built = await preview({ root, port: 0 });
  onTestFinished(() => built.close());
  const dev = await startDev(root);
  onTestFinished(() => dev.close());
  for (const url of [built.urls[0] ?? '', dev.url]) {
    const ask = (file: string, range: string) => fetch(new URL(file, url), { headers: { range } });
    const part = await ask('/film.mp4', 'bytes=3-5');
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 3-5/10', '345']);
    expect((await ask('/film.mp4', 'bytes=10-')).status).toBe(416);
    const text = await ask('/words.txt', 'bytes=6-10');
    expect([text.status, text.headers.get('content-encoding'), await text.text()]).toEqual([206, null, 'words']);
  }
});
