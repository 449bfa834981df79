import { describe, expect, it } from 'vitest';
import { rewriteLinks } from '../../../../src/node/render/pack/rewrite-links.ts';

const rewrite = (line: string): string =>
  rewriteLinks(line, (target) => {
    if (target.startsWith('https:')) return undefined;
    return target.startsWith('./gone') ? false : target.replace('./', 'pages/');
  });

describe('the links of a line', () => {
  it.each([
    ['[a](./a.md#b) and [c](<./a b.md> "title")', '[a](pages/a.md#b) and [c](<pages/a b.md> "title")'],
    ['[a](https://a.test/(x))', '[a](https://a.test/(x))'],
    [
      '[`code`](./a.md), `[code](./a.md)`, ``[x](./a.md)` ``',
      '[`code`](pages/a.md), `[code](./a.md)`, ``[x](./a.md)` ``',
    ],
    ['See [this **page**](./gone.md).', 'See this **page**.'],
    ['![A picture](./gone.png) [![alt](./gone.png)](./a.md)', 'A picture [alt](pages/a.md)'],
    ['[ref]: ./a.md "title"', '[ref]: pages/a.md "title"'],
    ['[ref]: ./gone.md', ''],
    ['[^note]: ./a.md', '[^note]: ./a.md'],
    ['<a href="./a.md">a</a> <a href="./gone">b</a>', '<a href="pages/a.md">a</a> <a>b</a>'],
    ['<img src=\'./gone.png\' alt="A list"> <img alt="B" src="./b.png">', 'A list <img alt="B" src="pages/b.png">'],
    ['a < b and c > d, [x] (y), [ ]', 'a < b and c > d, [x] (y), [ ]'],
  ])('%s', (line, expected) => {
    expect(rewrite(line)).toBe(expected);
  });

  it('are rewritten in linear time', () => {
    for (const line of ['['.repeat(20_000), '[a]('.repeat(5000), '`'.repeat(20_000), '<a '.repeat(10_000)]) {
      const start = performance.now();
      rewrite(line);
      expect(performance.now() - start).toBeLessThan(2000);
    }
  });
});
