import { describe, expect, it } from 'vitest';
import { joinStyles, styleFiles } from '../../../../src/node/render/demos/demo-styles.ts';

const emotion = (names: string, css: string) => `<style data-emotion="css ${names}">${css}</style>`;
const styled = (css: string) => `<style data-styled="true" data-styled-version="6.6.0">${css}</style>`;
const group = (number: number, id: string, names: string) =>
  `data-styled.g${number}[id="${id}"]{content:"${names}"}/*!sc*/\n`;
const last = (...demos: string[][]) => joinStyles(demos, '/').last.replaceAll(' data-demo-style', '');

describe('styles of the demos of a page', () => {
  it('contain each rule of Emotion once', () => {
    const [a, b] = [emotion('a', '.a{}'), emotion('b', '.b{}')];
    expect(last([a, b], [b], [emotion('a b', '.a{}.b{}')], [emotion('b c', '.b{}.c{}')])).toBe(
      a + b + emotion('b c', '.b{}.c{}'),
    );
    expect(last(['<style data-emotion="other a">.x{}</style>'], [a])).toContain(a);
  });

  it('merge the style sheets of styled-components, with a number for each component', () => {
    const first = styled(`.a{color:red;}/*!sc*/\n.a:hover{top:0;}/*!sc*/\n${group(1, 'sc-box', 'a,')}`);
    const second = styled(
      `.t{left:0;}/*!sc*/\n${group(1, 'sc-title', 't,')}.a{color:red;}/*!sc*/\n.b{color:blue;}/*!sc*/\n${group(2, 'sc-box', 'a,b,')}`,
    );
    expect(last([first], [second])).toBe(
      styled(
        `.a{color:red;}/*!sc*/\n.a:hover{top:0;}/*!sc*/\n.b{color:blue;}/*!sc*/\n${group(1, 'sc-box', 'a,b,')}.t{left:0;}/*!sc*/\n${group(2, 'sc-title', 't,')}`,
      ),
    );
  });

  it('merge the lists of @ant-design/cssinjs, whose styles come first', () => {
    const rule = '<style data-rc-order="prependQueue" data-rc-priority="0" data-css-hash="h1">.x{}</style>';
    const list = (content: string) =>
      `<style data-ant-cssinjs-cache-path="data-ant-cssinjs-cache-path">.c{content:"${content}";}</style>`;
    expect(joinStyles([[rule, list('p:h1')], [rule, list('p:h1;q:h2')], [list('')]], '/')).toEqual({
      first: `${rule}<style>.c{content:"p:h1;q:h2";}</style>`.replaceAll('<style', '<style data-demo-style'),
      last: '',
    });
    expect(joinStyles([[list('')]], '/')).toEqual({ first: '', last: '' });
    // It is on one page only, so it is never a file.
    const long = Array.from({ length: 300 }, (_, index) => `p${index}:hash`);
    expect(joinStyles([[list(long.slice(0, 150).join(';'))], [list(long.slice(150).join(';'))]], '/').first).toBe(
      `<style data-demo-style>.c{content:"${long.join(';')}";}</style>`,
    );
  });

  it('are files if they are long', () => {
    const css = `.x{${'color:red;'.repeat(300)}}`;
    const rule = `<style data-rc-order="prependQueue" data-css-hash="h1">${css}</style>`;
    const [[file = '', text] = []] = styleFiles([{ styles: [rule] }]);
    expect(text).toBe(css);
    expect(joinStyles([[rule]], '/docs/').first).toMatch(
      new RegExp(
        `^<link data-demo-style="file" rel="stylesheet" href="/docs/${file}" integrity="sha256-[^"]+" data-rc-order="prependQueue" data-css-hash="h1">$`,
      ),
    );
    // Emotion finds the names of its rules in an element.
    expect(last([emotion('a', css)])).toMatch(/^<link="file" [^>]+><style data-emotion="css a"><\/style>$/);
    const own = `<style id="own">${css}</style>`;
    expect(last([own])).toBe(own);
  });

  it('contain other elements unchanged, but equal ones once', () => {
    const own = '<style id="own">.a > .b { color: red }</style>';
    expect(joinStyles([[own], [own, '<link rel="stylesheet" href="/x.css">']], '/').last).toBe(
      '<style data-demo-style id="own">.a > .b { color: red }</style><link data-demo-style rel="stylesheet" href="/x.css">',
    );
  });
});
