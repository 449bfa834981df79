import { describe, expect, it } from 'vitest';
import { createProject, messagesOf } from '../project.ts';

describe('checkPages', () => {
  it('reports dead links and missing anchors, and suggests the nearest name', async () => {
    const project = createProject({
      'docs/index.md': '# Home\n\n[a](/guide/strat) [b](./guide/start.md#instal) [c](#hom) [d](/zzzzzzz)\n',
      'docs/guide/start.md': '## Install\n\n<a name="old"></a>\n\n[x](#old) [y](/#home) [z](start#install)\n',
    });
    expect(messagesOf(await project.check())).toEqual([
      '3:5 error CD320: Dead link: there is no page `/guide/strat`. Did you mean `/guide/start`?',
      '3:23 error CD321: Page `/guide/start` has no anchor `#instal`. Did you mean `#install`?',
      '3:52 error CD321: Page `/` has no anchor `#hom`. Did you mean `#home`?',
      '3:62 error CD320: Dead link: there is no page `/zzzzzzz`',
    ]);
  });

  it('knows encoded anchors, demos and anchors of tabs', async () => {
    const project = createProject({
      'demo.tsx': 'x',
      'docs/a.md':
        '## 中文\n\n<code src="../demo.tsx">\n\n[x](#%E4%B8%AD%E6%96%87) [x](#中文) [y](#docs-a-demo-demo) [z](?tab=api#api-p) [z](a.$api.md#p)\n',
      'docs/a.$api.md': '## P\n',
    });
    expect(await project.check()).toEqual([]);
  });

  it('only warns about anchors that an interactive page may render', async () => {
    const project = createProject({
      'docs/a.md': '[x](b#made) [y](b#fixed)\n',
      'docs/b.mdx': 'export const a = 1\n\n<div id="fixed">{a}</div>\n',
    });
    expect(messagesOf(await project.check())).toEqual(['1:5 warning CD321: Page `/b` has no anchor `#made`']);
  });

  it('reports demos with the same id, but not the same file in two pages', async () => {
    const project = createProject({
      'x/demo.tsx': 'a',
      'y/demo.tsx': 'b',
      'docs/a.md': '<code src="../x/demo.tsx"></code>\n\n<code src="../y/demo.tsx"></code>\n',
      'docs/b.md': '<code src="../x/demo.tsx"></code>\n\ntext\n\n<code src="../x/demo.tsx"></code>\n',
      'docs/c/index.md': '<code src="../../x/demo.tsx"></code>\n',
      'docs/c.zh-CN.md': '<code src="../x/demo.tsx"></code>\n',
    });
    const diagnostics = await project.check();
    expect(messagesOf(diagnostics)).toEqual([
      '3:1 error CD322: Duplicate demo id `docs-a-demo-demo`',
      '5:1 error CD322: Duplicate demo id `docs-b-demo-demo`',
    ]);
    expect(diagnostics[0]?.notes).toEqual([
      'The other demo is at docs/a.md:1.',
      'Give one of the code tags a unique `id`.',
    ]);
  });
});
