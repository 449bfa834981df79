import { describe, expect, it } from 'vitest';
import { lookAt, traitsOf } from '../../../src/node/content/page-text.ts';
import type { Frontmatter } from '../../../src/shared/entities.ts';

const look = (source: string, { codeBlockMode = 'active', frontmatter = {} as Frontmatter, format = 'md' } = {}) =>
  lookAt({ hash: '', format: format as 'md' }, traitsOf(source, 0), frontmatter, {
    codeBlockMode: codeBlockMode as 'active',
  });

describe('lookAt', () => {
  it.each([
    ['```tsx\n', 'active', true],
    ['```tsx\n', 'passive', false],
    ['```tsx title="a" | demo\n', 'passive', true],
    ['```tsx title="a" | demo\n', 'active', true],
    ['~~~ jsx\n', 'active', true],
    ['<code src="./a.tsx">', 'passive', true],
    ['<embed src="./a.md">', 'passive', true],
    ['```ts\n', 'active', false],
  ])('finds in %j, in mode %s, whether the page may run code: %s', (source, codeBlockMode, mayRun) => {
    expect(look(source, { codeBlockMode }).mayRun).toBe(mayRun);
  });

  it('finds whether a hero or an MDX page may run code', () => {
    const source = '---\nhero: {}\n---\n';
    expect(look(source, { frontmatter: { hero: {} } }).mayRun).toBe(false);
    expect(look(source, { frontmatter: { hero: { demo: './a.tsx' } } }).mayRun).toBe(true);
    expect(look('', { format: 'mdx' }).mayRun).toBe(true);
  });

  it.each([
    ['<API id="Button" />\n', true],
    ['`<API>`\n\n```\n<API />\n```\n', false],
    ['## Button\n\n| Name | Type |\n', true],
    ['## button\n\n| Name | Type |\n', false],
  ])('finds in %j whether there may be API tables: %s', (source, mayHaveTables) => {
    expect(look(source)).toMatchObject({ mayHaveTables, mayHaveTypedBlocks: false });
  });
});
