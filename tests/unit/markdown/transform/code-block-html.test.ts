import { describe, expect, it } from 'vitest';
import { highlight } from '../../../../src/node/markdown/transform/highlight.ts';
import { compile, contentOf, messagesOf } from '../project.ts';

const BUTTON = '<button type="button" class="copy-button" data-copy aria-label="Copy code"></button>';

describe('code blocks', () => {
  it('are highlighted and can be copied', async () => {
    expect(contentOf(await compile('```ts\nlet a\n```\n'))).toBe(
      `<div class="code-block" data-lang="ts"><pre tabindex="0" role="group" aria-label="ts"><code class="language-ts"><span class="token keyword keyword-let">let</span> a</code></pre>${BUTTON}</div>`,
    );
  });

  it('show a title', async () => {
    expect(contentOf(await compile('```txt [a<b>.txt]\nx\n```\n'))).toBe(
      `<figure class="code-block" data-lang="txt"><figcaption>a&lt;b&gt;.txt</figcaption><pre tabindex="0" role="group" aria-label="a&lt;b&gt;.txt"><code class="language-txt">x</code></pre>${BUTTON}</figure>`,
    );
  });

  it.each([
    ['tsx', 'TSX'],
    ['sh', 'Shell'],
    ['Console', 'Shell'],
    ['nix', 'nix'],
  ])('of several lines in %s show the name of the language', async (lang, name) => {
    expect(contentOf(await compile(`\`\`\`${lang}\na\nb\n\`\`\`\n`))).toContain(
      `<figure class="code-block" data-lang="${lang}"><figcaption class="code-language">${name}</figcaption><pre`,
    );
  });

  it('of plain text have no name of a language', async () => {
    expect(contentOf(await compile('```text\na\nb\n```\n'))).not.toContain('figcaption');
  });

  it('color every command of a shell alike, in every language of shells', () => {
    const commands = (code: string, lang = 'bash') =>
      [...highlight(code, lang).matchAll(/<span class="token function">(.*?)<\/span>/g)].map(([, name]) => name);
    for (const command of ['npm install a', 'npx a build', 'bun add b', 'cascader-docs dev', 'cd docs', '$ yarn dlx c'])
      expect(commands(command), command).toEqual([command.replace('$ ', '').split(' ')[0]]);
    for (const lang of ['bash', 'sh', 'shell', 'zsh', 'console', 'shellsession', 'shellscript'])
      expect(commands('npx a\nA=1 B=2 npx b | tee "x" y', lang), lang).toEqual(['npx', 'npx', 'tee']);
    expect(highlight('npx a --port 1 -D', 'sh').match(/token parameter/g)).toHaveLength(2);
    expect(commands('for f in *; do\n  echo $f\ndone')).toEqual(['echo']);
    expect(commands('cat <<EOF\nnpm run a\nEOF')).toEqual(['cat']);
  });

  it.each(['```txt {1,3-4}', '```txt{1,3-4}'])('mark lines with %j', async (fence) => {
    const html = contentOf(await compile(`${fence}\na\nb\nc\nd\ne\n\`\`\`\n`));
    expect(html).toContain(
      '<code class="language-txt"><span class="line highlighted">a\n</span>b\n<span class="line highlighted">c\n</span><span class="line highlighted">d\n</span>e</code>',
    );
  });

  it('accept a line range that is too long', async () => {
    expect(contentOf(await compile('```txt {1-99999999999}\na\n```\n'))).toContain('highlighted">a<');
  });

  it('have line numbers if the theme option is set', async () => {
    const config = { themeConfig: { showLineNum: true } } as never;
    const html = contentOf(await compile('```txt\na\nb\n```\n', 'md', { config }));
    expect(html).toContain('class="code-block line-numbers"');
    expect(html).toContain('<span class="line">a\n</span><span class="line">b</span>');
  });

  it.each([
    ['a // [!code focus]\nb', 'a', 'focused'],
    ['# [!code error]\na\nb', 'a', 'error'],
    ['a /* [!code warning] */\nb', 'a', 'warning'],
    ['<!-- [!code ++] -->\na\nb', 'a', 'added'],
    ['a {/* [!code --] */}\nb', 'a', 'removed'],
    ['a -- [!code highlight]\nb', 'a', 'highlighted'],
  ])('mark a line by the comment in %j', async (code, line, mark) => {
    for (const format of ['md', 'mdx'] as const) {
      const page = await compile(`\`\`\`txt\n${code}\n\`\`\`\n`, format);
      const lines = contentOf(page).match(/<span class="line.*?<\/span>/gs);
      expect(lines?.[0]).toMatch(
        new RegExp(`^<span class="line ${mark}"( data-sign="[A-Z][a-z]+")?>${line}\n</span>$`),
      );
      expect(page.texts.map(({ value }) => value)).toEqual(['a b']);
    }
  });

  it('mark lines by their info string, several lines by one comment, and combine marks', async () => {
    const html = contentOf(
      await compile('```js {1} focus={2} error={1,3} [a {9}.js]\na\nb\nc\n// [!code warning:2]\nd\ne\n```\n'),
    );
    const classes = [...html.matchAll(/<span class="(line[^"]*)"/g)].map(([, names]) => names);
    expect(classes).toEqual(['line error highlighted', 'line focused', 'line error', 'line warning', 'line warning']);
    expect(html).toContain('<figcaption>a {9}.js</figcaption>');
    expect(html).toContain('class="code-block has-focus"');
  });

  it('show a comment that is escaped, is not a mark, or is in Markdown', async () => {
    const shown = async (fence: string) => contentOf(await compile(fence)).replace(/<[^>]+>/g, '');
    expect(await shown('```txt\na // [\\!code focus]\n```\n')).toBe('a // [!code focus]');
    expect(await shown('```txt\na // [!code toString]\n```\n')).toBe('a // [!code toString]');
    expect(await shown('````md\na <!-- [!code focus] -->\n````\n')).toContain('[!code focus]');
  });

  it.each([
    ['lineNumbers', 'class="code-block line-numbers" data-lang="js" data-rich>'],
    ['lineNumbers=8', '<code class="language-js" style="counter-reset:line 7">'],
    ['wrap', 'class="code-block wrapped"'],
    ['title="a b.js"', '<figcaption>a b.js</figcaption>'],
  ])('apply the option %j', async (meta, part) => {
    expect(contentOf(await compile(`\`\`\`js ${meta}\na\n\`\`\`\n`))).toContain(part);
  });

  it('are folded if they are long and the info string or an option says so', async () => {
    const fence = (meta: string) => `\`\`\`txt ${meta}\n${'a\n'.repeat(9)}\`\`\`\n`;
    const config = { themeConfig: { foldCode: 4, wrapCode: true } } as never;
    expect(contentOf(await compile(fence('fold=5')))).toContain('folded" data-lang="txt" data-rich style="--lines:5">');
    expect(contentOf(await compile(fence('fold=6')))).not.toContain('folded');
    expect(contentOf(await compile(fence('fold')))).not.toContain('folded');
    const byOption = contentOf(await compile(fence(''), 'md', { config }));
    expect(byOption).toContain('wrapped folded" data-lang="txt" data-rich style="--lines:4">');
    expect(byOption).toContain('<summary><span data-message="code.more">Show all lines</span>');
    expect(contentOf(await compile(fence('fold=false wrap=false'), 'md', { config }))).toContain('class="code-block"');
  });

  it.each(['"onload=x', 'a"><img', 'x'.repeat(41), "a'b"])('ignore the info string %j as language', async (info) => {
    const html = contentOf(await compile(`\`\`\`${info}\n<b>\n\`\`\`\n`));
    expect(html).toContain(
      '<pre tabindex="0" role="group" aria-label="Code" data-message-label="code.label"><code>&lt;b&gt;</code></pre>',
    );
    expect(html).not.toContain('data-lang');
  });

  it('can be indented or without a language', async () => {
    expect(contentOf(await compile('    a < b\n'))).toContain('<code>a &lt; b</code>');
  });

  it('can be written as SourceCode, with blank lines and character references', async () => {
    const source = '<SourceCode lang="ts" title="a.ts">\n  a &lt; b\n\n  *c*\n</SourceCode>\n\ntext\n';
    for (const format of ['md', 'mdx'] as const) {
      const html = contentOf(await compile(source, format)).replace(/<\/?span[^>]*>/g, '');
      expect(html).toContain('<figcaption>a.ts</figcaption>');
      expect(html).toContain('>a &lt; b\n\n*c*</code>');
      expect(html).toContain('<p>text</p>');
    }
    expect(contentOf(await compile('<SourceCode lang="ts">a *b*</SourceCode>\n'))).toMatch(/a .*\*.*b.*\*.*<\/code>/);
  });
});

describe('highlight', () => {
  const languages =
    'tsx jsx ts js mjs css less scss json jsonc yaml bash sh shell html markup xml svg vue md mdx diff graphql python rust go java c cpp sql toml docker ini http regex acss axml';
  it.each(languages.split(' '))('escapes markup in %s', (lang) => {
    expect(highlight('<script>"&', lang)).not.toContain('<script');
  });

  it.each(['tsx', 'vue', 'axml', 'acss', 'jsonc', 'md'])('colors %s', (lang) => {
    expect(highlight('<a b="c"/> // # *x* {"a": 1}\n.a { color: red }\n# h', lang)).toContain('class="token');
  });

  it('escapes an unknown language', () => {
    expect(highlight('<a> & "b"', 'nope')).toBe('&lt;a&gt; &amp; &quot;b&quot;');
    expect(highlight('<a>', '__proto__')).toBe('&lt;a&gt;');
    expect(highlight('<a>', 'constructor')).toBe('&lt;a&gt;');
  });
});

describe('words after |', () => {
  it.each([
    ['```tsx | pur\na\n```', '1:10 warning CD332: Unknown word `pur` after `|`. Did you mean `pure`?'],
    [
      'x\n\n- ```tsx [pur.tsx] | prue\n  a\n  ```',
      '3:22 warning CD332: Unknown word `prue` after `|`. Did you mean `pure`?',
    ],
    ['> ~~~ts {1}|dmo\n> a\n> ~~~', '1:13 warning CD332: Unknown word `dmo` after `|`. Did you mean `demo`?'],
    ['```jsx | pure inlin\na\n```', '1:15 warning CD332: Unknown word `inlin` after `|`. Did you mean `inline`?'],
    ['```jsx | Pure\na\n```', '1:10 warning CD332: Unknown word `Pure` after `|`. Did you mean `pure`?'],
  ])('are reported if they are misspelled: %j', async (source, message) => {
    for (const format of ['md', 'mdx'] as const) {
      expect(messagesOf((await compile(`${source}\n`, format)).diagnostics)).toEqual([message]);
    }
  });

  it.each([
    'tsx | pure',
    'tsx | demo inline',
    'tsx | preview',
    'bash | grep',
    'tsx [a] | [pur]',
    'sh pur',
    '',
  ])('are not reported if they are known, or belong to another tool: %j', async (info) => {
    const source = `\`\`\`${info}\nexport default 1\n\`\`\`\n`;
    expect((await compile(source)).diagnostics).toEqual([]);
  });

  it('are not checked in <SourceCode>', async () => {
    expect((await compile('<SourceCode lang="ts">\na\n</SourceCode>\n')).diagnostics).toEqual([]);
  });
});
