import { describe, expect, it } from 'vitest';
import { compile, contentOf } from '../project.ts';

describe('task lists', () => {
  it.each(['md', 'mdx'] as const)('have labels for their checkboxes, without nested content (%s)', async (format) => {
    const page = await compile('- [x] done *well*\n  - below\n- [ ] open\n', format);
    const html = contentOf(page).replace(/\s+/g, ' ');
    expect(html).toMatch(/<label><input type="checkbox"[^>]*checked[^>]*> done <em>well<\/em> ?<\/label> ?<ul>/);
    expect(html).toMatch(/<label><input type="checkbox"[^>]*> open<\/label>/);
  });

  it('have labels in paragraphs too', async () => {
    const html = contentOf(await compile('- [ ] one\n\n- [ ] two\n'));
    expect(html.match(/<p><label><input[^>]*> (?:one|two)<\/label><\/p>/g)).toHaveLength(2);
  });
});
