import { expect, it } from 'vitest';
import { addressesIn, pageLinksIn } from '../../../src/node/content/addresses.ts';
import { cpuTime } from '../../helpers/cpu-time.ts';

it('finds the addresses in every form of link', () => {
  const text = `[a](./a.md#part) ![b](<b.svg>) [c][ref] <a href="c.html">c</a> <img src='d.png'>
[e](x>y.md)

[ref]: e.md "Title"
`;
  expect(addressesIn(text)).toEqual(['./a.md#part', 'b.svg', 'c.html', 'd.png', 'x', 'e.md', './a.md', 'x>y.md']);
});

it('finds the addresses of `<Link>` tags', () => {
  const text = `<Link to="./a.md#part" prefetch>a</Link> <Link prefetch href='b.mdx'>b</Link> <Link to="/c">c</Link>`;
  expect(pageLinksIn(text)).toEqual(['./a.md', 'b.mdx']);
  expect(addressesIn(text)).toEqual(['./a.md#part', 'b.mdx', '/c', './a.md']);
});

it.each(['<Link ', '<Link to=', '<Link to="a', 'to=.md '])('reads %j many times in linear time', async (text) => {
  const time = await cpuTime(() => void pageLinksIn(`.md ${text.repeat(100_000)}`));
  expect(time).toBeLessThan(5000);
});
