import { describe, expect, it } from 'vitest';
import { createProject, messagesOf } from '../project.ts';

async function found(name: string, text: string) {
  const { diagnostics } = await createProject({ [name]: text }).compile(name);
  return diagnostics;
}

describe.each(['docs/a.md', 'docs/a.mdx'])('syntax of other generators in %s', (name) => {
  it('is reported at its location, with our syntax', async () => {
    const diagnostics = await found(name, '# A\n\nText.\n\n[[toc]]\n\n- [[toc]] in a list\n');
    expect(messagesOf(diagnostics)).toEqual([
      '5:1 warning CD348: `[[toc]]` is syntax from another site generator, and is shown as plain text here',
    ]);
    expect(diagnostics[0]?.notes?.join()).toContain('`toc: menu`');
  });

  it('is ignored in code', async () => {
    expect(await found(name, '# A\n\n`[[toc]]`\n\n```md\n[[toc]]\n<<< @/a.ts\nimport a from "b";\n```\n')).toEqual([]);
  });
});

describe('syntax of other generators', () => {
  it('for imported snippets is a warning in .md, and a note of the error in .mdx', async () => {
    const text = '# A\n\n<<< @/snippets/form.tsx{2,4}\n';
    const [inMarkdown] = await found('docs/a.md', text);
    expect(inMarkdown).toMatchObject({ severity: 'warning', code: 'CD348', location: { line: 3, column: 1 } });
    expect(inMarkdown?.notes?.join()).toContain('<code src="@/snippets/form.tsx"></code>');
    const [inMdx] = await found('docs/a.mdx', text);
    expect(inMdx).toMatchObject({ severity: 'error', code: 'CD300', location: { line: 3 } });
    expect(inMdx?.notes).toEqual(inMarkdown?.notes);
  });

  it('for imports is reported in .md', async () => {
    const diagnostics = await found(
      'docs/a.md',
      "# A\n\nimport Tabs from '@theme/Tabs';\nimport { b } from './b';\n\nimport and export are words.\n",
    );
    expect(messagesOf(diagnostics)).toEqual([
      '3:1 warning CD348: `import` is syntax from another site generator, and is shown as plain text here',
    ]);
    expect(diagnostics[0]?.notes?.join()).toContain('Change the extension');
    expect(await found('docs/a.mdx', "import { b } from './b';\n\n# A\n\n{b}\n")).toEqual([]);
  });
});
