import { expect, it } from 'vitest';
import { openDev } from '../helpers/dev-pages.ts';

const demo = (jsx: string): string => `export default function Demo() {
  const isServer = typeof window === 'undefined';
  return <div>${jsx}</div>;
}
`;

const DEMOS = {
  text: demo(`<p className="size">Size {isServer ? '1' : '2'}</p>`),
  more: demo('<ul><li>One</li>{!isServer && <li>Two</li>}</ul>'),
  less: demo('<ol>{isServer && <li>Two</li>}</ol>'),
  attribute: demo('<button type="button" title={isServer ? "a" : "b"}>Go</button>'),
  other: demo('{isServer ? <b>One</b> : <i>One</i>}'),
};

it('dev says which element of which demo differs from its HTML', async () => {
  const site = await openDev({
    'docs/index.md': Object.keys(DEMOS)
      .map((name) => `<code src="../demos/${name}.tsx"></code>\n`)
      .join('\n'),
    ...Object.fromEntries(Object.entries(DEMOS).map(([name, source]) => [`demos/${name}.tsx`, source])),
  });
  const { page, messages } = await site.open('/');
  for (const card of await page.locator('[data-demo]').all()) {
    await card.hover();
    await card.locator('xpath=self::*[@data-hydrated]').waitFor();
  }
  const lines = messages.map((message) => message.split('\n')[0] ?? '');
  expect(lines.sort()).toEqual([
    'error: The demo docs-demo-attribute renders differently in the browser: `<button>` has `title="b"` in the browser, but `title="a"` in the HTML',
    'error: The demo docs-demo-less renders differently in the browser: `<ol>` contains `<li>` in the HTML, but not in the browser',
    'error: The demo docs-demo-more renders differently in the browser: `<ul>` contains `<li>` in the browser, but not in the HTML',
    'error: The demo docs-demo-other renders differently in the browser: `<div>` contains `<i>` in the browser, but `<b>` in the HTML',
    'error: The demo docs-demo-text renders differently in the browser: `<p className="size">` contains `2` in the browser, but `1` in the HTML',
  ]);
});
