import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { proseSite } from '../fixtures/prose-site.ts';
import { createSite, type TestBuild, type TestSite } from '../helpers/build-site.ts';

let site: TestSite;
let built: TestBuild;

beforeAll(async () => {
  site = await createSite(proseSite());
  built = await site.build({ strict: true });
});

describe('a text site with a blog, tabs and a feed', () => {
  it('builds without warnings', () => {
    expect(built.text).toBe('');
    expect(built.exitCode).toBe(0);
  });

  it('lists its posts, newest first, only on the pages that use the list', async () => {
    const blog = await built.read('blog/index.html');
    const dates = [...blog.matchAll(/<time dateTime="(.*?)"/g)].map(([, date = '']) => date);
    expect(dates).toHaveLength(14);
    expect(dates).toEqual([...dates].sort().reverse());
    const pages = built.files.filter((file) => file.endsWith('index.html'));
    const texts = await Promise.all(pages.map(built.read));
    expect(pages.filter((_, index) => texts[index]?.includes('"lists":'))).toEqual([
      'blog/index.html',
      'overview/index.html',
    ]);
  });

  it('has its posts in the feed, and the text of closed tabs in the search index', async () => {
    expect((await built.read('blog/feed.xml')).match(/<entry>/g)).toHaveLength(14);
    const index = built.files.filter((file) => file.startsWith('~search/'));
    const texts = await Promise.all(index.map(built.read));
    for (const words of ['Open PowerShell', 'Keys on Windows']) expect(texts.join('')).toContain(words);
  });

  it('is not published with its package', () => {
    const packed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: site.root, encoding: 'utf8' });
    const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }];
    expect(files.map((file) => file.path).sort()).toEqual(['package.json', 'src/index.js']);
  });
});
