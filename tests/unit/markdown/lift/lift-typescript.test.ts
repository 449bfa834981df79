import { describe, expect, it } from 'vitest';
import { toJavaScript } from '../../../../src/node/markdown/parse/to-javascript.ts';
import { compile, contentOf, messagesOf } from '../project.ts';

const CODE = `import { type Option, sort } from './sort';
import type { Rest } from './rest';

export interface Props {
  label: string;
}

/** Says what is chosen. */
export function List<T extends Option>({ label, value = 1 }: Props & { value?: number }): JSX.Element {
  const options = sort([] as Option[]);
  let rest: Rest | undefined = undefined;

  return <ul title={label!}>{options.map((one: Option) => <li key={one.label}>{one.label as string}</li>)}</ul>;
}`;

describe('a fence with `ts2js`', () => {
  it('keeps its layout as JavaScript, without blank lines for types', () => {
    expect(toJavaScript(CODE)).toMatchInlineSnapshot(`
      "import { sort } from './sort';

      /** Says what is chosen. */
      export function List({ label, value = 1 }) {
        const options = sort([]);
        let rest = undefined;

        return <ul title={label}>{options.map((one) => <li key={one.label}>{one.label}</li>)}</ul>;
      }"
    `);
  });

  it('keeps strings', () => {
    expect(toJavaScript("const a: string = 'b ;  = c )';")).toBe("const a = 'b ;  = c )';");
  });

  it.each(['md', 'mdx'] as const)('becomes a code group with both languages (%s)', async (format) => {
    const page = await compile(
      '# Page\n\n```ts ts2js {2} [sum.ts]\ntype A = 1;\nexport const a: A = 1;\n```\n',
      format,
    );
    const content = contentOf(page);
    expect(content).toContain('<@CodeGroup {"titles":["TypeScript","JavaScript"]}>');
    expect(content).toContain('data-lang="js"');
    expect(page.texts.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['type A = 1; export const a: A = 1;', 'export const a = 1;']),
    );
    // In the JavaScript version, the marked line has a different line number.
    expect(content.match(/class="line highlighted"/g)).toHaveLength(1);
  });

  it('becomes a demo with both languages if it can run', async () => {
    const code = 'export default (): JSX.Element => <p />;';
    const { demos } = await compile(`# Page\n\n\`\`\`tsx ts2js\n${code}\n\`\`\`\n`);
    expect(demos).toMatchObject([{ ts2js: true }]);
    const configured = await compile(`# Page\n\n\`\`\`tsx\n${code}\n\`\`\`\n`, 'md', {
      pages: { 'docs/page.md': { frontmatter: { demo: { ts2js: true } } } },
    });
    expect(configured.demos).toMatchObject([{ ts2js: true }]);
    const pure = await compile(`# Page\n\n\`\`\`tsx ts2js | pure\n${code}\n\`\`\`\n`);
    expect([pure.demos, contentOf(pure)]).toEqual([[], expect.stringContaining('<@CodeGroup')]);
  });

  it('reports code that cannot be parsed', async () => {
    const { diagnostics } = await compile('# Page\n\n```ts ts2js\nconst = 1;\n```\n');
    expect(messagesOf(diagnostics)[0]).toMatch(/^3:1 error CD347: The code in the `ts2js` block cannot be parsed: /);
  });
});
