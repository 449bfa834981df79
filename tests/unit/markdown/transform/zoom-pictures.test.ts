import { describe, expect, it } from 'vitest';
import { contentOf, createProject } from '../project.ts';

const svg = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="100"/>`;

async function compile(source: string, format: string): Promise<string> {
  const files = { 'docs/wide.svg': svg(900), 'docs/small.svg': svg(300), [`docs/index.${format}`]: source };
  return contentOf(await createProject(files).compile(`docs/index.${format}`));
}

describe.each(['md', 'mdx'])('images in %s', (format) => {
  it('can be enlarged in a dialog if they are wide', async () => {
    const html = await compile('![One](./wide.svg)\n\n![Two](./wide.svg)\n', format);
    expect(html).toMatch(
      /^<p data-rich="" class="picture"><img [^>]*alt="One"[^>]*><button type="button" class="zoom" popovertarget="site:zoom-0" aria-label="Enlarge image: One" data-message-label="image\.enlarge" data-message-title="One"><\/button><\/p><dialog class="zoomed" popover(="")? id="site:zoom-0" aria-label="One"><button type="button" popovertarget="site:zoom-0" popovertargetaction="hide" aria-label="Close" data-message-label="search\.close"><img [^>]*alt="One"[^>]*><\/button><\/dialog>/,
    );
    expect(html.match(/id="[^"]+"/g)).toEqual(['id="site:zoom-0"', 'id="site:zoom-1"']);
  });

  it('can be enlarged in figures too', async () => {
    const html = await compile(
      '<figure>\n<img src="./wide.svg" alt="One" />\n<figcaption>Words</figcaption>\n</figure>\n',
      format,
    );
    expect(html).toMatch(
      /<figure data-rich="" class="picture">\s*<img [^>]*><button [^>]*class="zoom"[^>]*><\/button>/,
    );
    expect(html).toMatch(/<figcaption>Words<\/figcaption>\s*<\/figure><dialog/);
  });

  it.each([
    '![Small](./small.svg)',
    'Text ![Wide](./wide.svg)',
    '[![Wide](./wide.svg)](https://example.org)',
    '<img src="./wide.svg" alt="" />',
    '![Elsewhere](https://example.org/a.png)',
  ])('are not changed if enlarging has no effect: %s', async (source) => {
    expect(await compile(`${source}\n`, format)).not.toContain('<dialog');
  });
});
