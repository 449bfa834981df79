import { describe, expect, it } from 'vitest';
import { describeMismatch } from '../../../src/shared/hydration-mismatch.ts';

const message = (tree: string): string =>
  `A tree hydrated but some attributes of the server rendered HTML didn't match the client properties.

- A server/client branch \`if (typeof window !== 'undefined')\`.

https://react.dev/link/hydration-mismatch

  <Ready onReady={function}>
    <Demo>
      <div>
${tree}
`;

describe('a mismatch is described', () => {
  it.each([
    [
      'an attribute',
      '        <button\n          type="button"\n+         title="b"\n-         title="a"\n        >\n+         Go',
      '`<button>` has `title="b"` in the browser, but `title="a"` in the HTML',
    ],
    [
      'an attribute of the browser only',
      '        <button\n          type="button"\n+         title="b"\n        >',
      '`<button>` has `title="b"` in the browser, but not in the HTML',
    ],
    [
      'a text',
      '        <p className="size">\n+         2\n-         1',
      '`<p className="size">` contains `2` in the browser, but `1` in the HTML',
    ],
    ['an element', '+       <i>\n-       <b>', '`<div>` contains `<i>` in the browser, but `<b>` in the HTML'],
    [
      'an additional element',
      '        <ul>\n+         <li>',
      '`<ul>` contains `<li>` in the browser, but not in the HTML',
    ],
    ['a missing element', '        <ul>\n-         <li>', '`<ul>` contains `<li>` in the HTML, but not in the browser'],
  ])('%s', (_what, tree, text) => {
    expect(describeMismatch(message(tree))).toBe(text);
  });

  it('only if it is one, and has a tree', () => {
    expect(describeMismatch('Each child needs a key\n\n+ <i>')).toBeUndefined();
    expect(describeMismatch('Hydration failed. https://react.dev/link/hydration-mismatch')).toBeUndefined();
  });
});
