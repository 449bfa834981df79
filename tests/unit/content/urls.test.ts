import { expect, it } from 'vitest';
import { pageLinksIn } from '../../../src/node/content/page-text.ts';
import { cpuTime } from '../../helpers/cpu-time.ts';

it('finds the addresses of `<Link>` tags', () => {
  const text = `<Link to="./a.md#part" prefetch>a</Link> <Link prefetch href='b.mdx'>b</Link> <Link to="/c">c</Link>`;
  expect(pageLinksIn(text)).toEqual(['./a.md', 'b.mdx']);
});

it.each(['<Link ', '<Link to=', '<Link to="a', 'to=.md '])('reads %j many times in linear time', async (text) => {
  const time = await cpuTime(() => void pageLinksIn(`.md ${text.repeat(100_000)}`));
  expect(time).toBeLessThan(5000);
});
