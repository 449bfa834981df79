import { describe, expect, it } from 'vitest';
import { findMisplaced } from '../../../../src/node/render/demos/nesting.ts';

const pairs = (html: string): string[] => findMisplaced(html).map(({ inner, outer }) => `${inner} in ${outer}`);

describe('elements that a parser moves', () => {
  it.each([
    ['<p><p>x</p></p>', 'p in p'],
    ['<p>a<span><div>x</div></span></p>', 'div in p'],
    ['<p><ul><li>x</li></ul></p>', 'ul in p'],
    ['<a href="/"><b><a href="/x">x</a></b></a>', 'a in a'],
    ['<button><span><button>x</button></span></button>', 'button in button'],
    ['<form><div><form></form></div></form>', 'form in form'],
    ['<h1><h2>x</h2></h1>', 'h2 in h1'],
    ['<table><tr><td>x</td></tr></table>', 'tr in table'],
    ['<table><tbody><td>x</td></tbody></table>', 'td in tbody'],
    ['<table><tbody><tr>text</tr></tbody></table>', 'text in tr'],
    ['<table><div>x</div></table>', 'div in table'],
    ['<div><td>x</td></div>', 'td in div'],
    ['<ul><li>a<li>b</li></li></ul>', 'li in li'],
    ['<dl><dt>a<dd>b</dd></dt></dl>', 'dd in dt'],
    ['<p title="a > b"><DIV>x</DIV></p>', 'div in p'],
  ])('%s: %s', (html, expected) => expect(pairs(html)).toEqual([expected]));

  it.each([
    '<div><p>a</p><p>b<br/><img src="x"/>c</p></div>',
    '<p><button><div>x</div></button></p>',
    '<p><!-- <div> --><span title="<div>">&lt;div&gt;</span></p>',
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
    '<table><caption>c</caption><colgroup><col/></colgroup><thead><tr><th><p>x</p></th></tr></thead><tbody> <tr><td><table></table><div><a>x</a></div></td></tr></tbody></table>',
    '<a><svg><a><path d="M0"/></a><title>t</title></svg></a>',
    '<p><svg><g><foreignObject><div><p>x</p></div></foreignObject></g></svg></p>',
    '<p><style>div > p { color: red }</style><textarea><div></textarea>x</p>',
    '<dl><div><dt>a</dt><dd>b</dd></div></dl>',
    '<select><option>a</option><hr/><optgroup label="x"><option>b</option></optgroup></select>',
    '<div><p>not closed</div><p>x</p>',
  ])('do not include %s', (html) => expect(pairs(html)).toEqual([]));
});
