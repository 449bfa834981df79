import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildSite, createSite } from '../helpers/build-site.ts';

describe('former anchors', () => {
  it('are opened on the page that has them by a script of the page that lost them', async () => {
    const moving = {
      'docs/index.md': '# Home\n\n## Here\n\n[Install](/#install), [row](#api-row-x) and [guide](./guide.md)\n',
      'docs/guide.md':
        "---\nredirectFrom: ['/#install', '/#api-*']\n---\n\n# Guide\n\n## Install\n\n## Row {#api-row-x}\n",
      'docs/other.md': "---\nredirectFrom: '/#older'\n---\n\n# Other\n\n## Older\n",
    };
    const { read, text } = await buildSite(moving, { base: '/lib/' });
    expect(text).toBe('');
    const html = await read('index.html');
    const rules = '[["install|api-.+","/lib/guide"],["older","/lib/other"]]';
    expect(html).toContain(`"moved":${rules}`);
    const [script = ''] = /(?<=<script>)\(function\(m,p\).*?(?=<\/script>)/.exec(html) ?? [];
    expect(script).toContain(rules);
    const hash = createHash('sha256').update(script).digest('base64');
    expect(html).toContain(`'sha256-${hash}'`);
    const other = await read('guide/index.html');
    expect(other).not.toMatch(/"moved"|function\(m,p\)/);
    expect(other).not.toContain(hash);
    expect(await read('_redirects').catch(() => '')).not.toContain('#');
  });

  it('must have moved, once, from a page that exists', async () => {
    const { text } = await buildSite({
      'docs/index.md': '# Home\n\n## Here\n\n## Row {#api-x}\n',
      'docs/guide.md':
        "---\nredirectFrom:\n  - '/#here'\n  - '/#api-*'\n  - '/gudie#part'\n  - '/guide#part'\n  - '/#'\n  - '/#prat'\n  - '/#gone-*'\n  - '/#two'\n  - '#part'\n---\n\n# Guide\n\n## Here\n\n## Row {#api-x}\n\n## Part\n\n## Two\n",
      'docs/other.md': "---\nredirectFrom: '/#tw*'\n---\n\n# Other\n\n## Two\n",
    });
    expect(text.match(/^.*CD225.*$/gm)).toEqual([
      'docs/guide.md:5:5 - error CD225: The anchor /gudie#part cannot redirect: there is no page /gudie',
      'docs/guide.md:6:5 - error CD225: The anchor /guide#part cannot redirect: it is an anchor on this page',
      'docs/guide.md:7:5 - error CD225: Invalid route in redirectFrom: /#',
      'docs/guide.md:11:5 - error CD225: Invalid route in redirectFrom: #part',
      'docs/other.md:2:15 - error CD225: The anchor /#tw* cannot redirect: it already redirects to docs/guide.md',
      // The anchors of pages are known later.
      'docs/guide.md:3:5 - error CD225: The anchor /#here cannot redirect: the page / has #here',
      'docs/guide.md:4:5 - error CD225: The anchor /#api-* cannot redirect: the page / has #api-x',
      'docs/guide.md:8:5 - error CD225: The anchor /#prat cannot redirect: this page has no #prat',
      'docs/guide.md:9:5 - error CD225: The anchor /#gone-* cannot redirect: no anchor on this page begins with #gone-',
    ]);
    expect(text).toContain('Did you mean /guide?');
    expect(text).toContain('Add `{#prat}` to the heading that replaces it, such as #part.');
  });

  it('that another page has now are errors of `--against`, with the line to add there', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'docs/guide.md': '---\nredirectFrom: /old\n---\n\n# Guide\n\n## Install\n\n## Row {#api-row-x}\n',
      'urls.txt': '/#install\n/#api-row-x\n/#zzzzzzzzzz\n',
    });
    const reported = async (): Promise<string[]> => {
      const { text } = await site.build({ against: 'urls.txt', cache: false });
      return text.match(/^.*CD22.*$|^ *→.*$/gm)?.map((line) => line.trim()) ?? [];
    };
    const move = (entry: string): string =>
      `→ If it moved to docs/guide.md, which has ${entry.replace('*', 'row-x').slice(1)}, add \`redirectFrom: ['/old', '${entry}']\` to the front matter of that page.`;
    expect(await reported()).toEqual([
      'docs/index.md:1:1 - error CD228: The anchor /#install was published, but no longer exists',
      move('/#install'),
      '→ Add `{#install}` to the heading that replaces it.',
      'docs/index.md:1:1 - error CD228: The anchor /#api-row-x was published, but no longer exists',
      move('/#api-*'),
      '→ Add `{#api-row-x}` to the heading that replaces it.',
      'docs/index.md:1:1 - error CD228: The anchor /#zzzzzzzzzz was published, but no longer exists',
      '→ Add `{#zzzzzzzzzz}` to the heading that replaces it.',
    ]);
    await site.write({
      'docs/guide.md':
        "---\nredirectFrom: ['/old', '/#install', '/#api-*']\n---\n\n# Guide\n\n## Install\n\n## Row {#api-row-x}\n",
    });
    expect((await reported()).slice(0, 1)).toEqual([expect.stringContaining('/#zzzzzzzzzz was published')]);
  });
});
