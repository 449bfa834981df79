import { expect, it } from 'vitest';
import { addressesIn } from '../../../src/node/addresses.ts';

it('finds what a text may lead to, in every form of a link', () => {
  const text = `[a](./a.md#part) ![b](<b.svg>) [c][ref] <a href="c.html">c</a> <img src='d.png'>
[e](x>y.md)

[ref]: e.md "Title"
`;
  expect(addressesIn(text)).toEqual(['./a.md#part', 'b.svg', 'c.html', 'd.png', 'x', 'e.md', './a.md', 'x>y.md']);
});
