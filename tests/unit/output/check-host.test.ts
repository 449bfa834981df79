import { describe, expect, it } from 'vitest';
import { checkHost, type Upload } from '../../../src/node/output/check-host.ts';
import { TARGETS } from '../../../src/node/project/config/targets.ts';

const MB = 1024 * 1024;
const uploadOf = (files: [string, number][], redirects: string[] = []): Upload => ({
  files: new Map(files),
  redirects,
});
const pages = (count: number, bytes = 1): [string, number][] =>
  Array.from({ length: count }, (_, number) => [`guide/${number}/index.html`, bytes]);
const summaryOf = (target: Parameters<typeof checkHost>[0], upload: Upload): string[] =>
  checkHost(target, upload).map(({ severity, code, text }) => `${severity} ${code} ${text}`);

describe('limits of hosting providers', () => {
  it.each(TARGETS)('accept a small site on %s', (target) => {
    expect(checkHost(target, uploadOf(pages(10, 10_000), ['/a /b 301']))).toEqual([]);
  });

  it('report too many files, with the larger limit of a paid plan and a remedy', () => {
    expect(checkHost('cloudflare-pages', uploadOf(pages(20_001)))).toEqual([
      {
        severity: 'warning',
        code: 'CD608',
        text: 'The site has 20,001 files, but Cloudflare Pages allows 20,000 (100,000 on a paid plan)',
        notes: ['To make the site smaller, omit the Markdown versions of pages: `llms: { twins: false }`.'],
      },
    ]);
    expect(checkHost('cloudflare-pages', uploadOf(pages(20_000)))).toEqual([]);
    const flat = pages(54_001).map(([path, bytes]): [string, number] => [path.replace('/index.html', '.md'), bytes]);
    expect(summaryOf('netlify', uploadOf(flat))).toEqual([
      'warning CD608 The site has 54,001 files in guide, but Netlify allows 54,000',
    ]);
    expect(summaryOf('netlify', uploadOf(pages(60_000)))).toEqual([]);
  });

  it('report a site that is too large', () => {
    expect(
      summaryOf(
        'github-pages',
        uploadOf([
          ['a', 1024 * MB],
          ['b', 1],
        ]),
      ),
    ).toEqual(['warning CD608 The site is 1,025 MB, but GitHub Pages allows 1,024 MB']);
    expect(summaryOf('vercel', uploadOf([['a', 101 * MB]]))).toEqual([
      'warning CD608 The site is 101 MB, but Vercel allows 100 MB (1,024 MB on a paid plan)',
    ]);
  });

  it('report files that are too large, or have invalid names', () => {
    const large = [1, 2, 3, 4, 5].map((number): [string, number] => [`assets/${number}.mp4`, 26 * MB]);
    expect(checkHost('cloudflare-pages', uploadOf(large))).toMatchObject([
      {
        code: 'CD609',
        text: 'Cloudflare Pages does not accept `assets/1.mp4`: the limit for a file is 25 MB',
        notes: ['Also `assets/2.mp4`', 'Also `assets/3.mp4`', 'And 2 more.'],
      },
    ]);
    expect(summaryOf('netlify', uploadOf([['c#/index.html', 1]]))).toEqual([
      'warning CD609 Netlify does not accept `c#/index.html`: names must not contain # or ?',
    ]);
    expect(summaryOf('s3', uploadOf([[`${'ä'.repeat(512)}/`, 1]]))[0]).toContain('the limit for a path is 1024 bytes');
  });

  it('report too many or too long redirects', () => {
    const lines = Array.from({ length: 2001 }, (_, number) => `/old/${number} /new 301`);
    expect(summaryOf('cloudflare-pages', uploadOf([], lines))).toEqual([
      'warning CD610 The site has 2,001 redirects, but Cloudflare Pages allows 2,000',
    ]);
    expect(summaryOf('cloudflare-pages', uploadOf([], [`/${'x'.repeat(1000)} /new 301`]))[0]).toContain(
      'limits redirects to 1000 characters',
    );
    expect(summaryOf('s3', uploadOf([], lines))).toEqual([]);
  });
});
