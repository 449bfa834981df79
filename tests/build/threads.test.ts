import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';

/** More pages than are compiled in one thread. */
const COUNT = 520;

const pagesOf = (text: (number: number) => string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: COUNT }, (_, number) => [`docs/p${number}.md`, `# Page ${number}\n\n${text(number)}\n`]),
  );

describe('a site that is compiled in two threads', () => {
  it('has every page, with links checked across the threads', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      ...pagesOf(
        (number) =>
          `Text ${number}, [next](./p${(number + 1) % COUNT}.md#page-${(number + 1) % COUNT}).\n\n\`\`\`js\nlet a = ${number};\n\`\`\``,
      ),
    });
    const built = await site.build();
    expect(built.text).toBe('');
    expect(built.files.filter((file) => /^p\d+\/index\.html$/.test(file))).toHaveLength(COUNT);
    for (const number of [0, 259, COUNT - 1])
      expect(await built.read(`p${number}/index.html`)).toContain(`Text ${number},`);
  });

  it('tells what is wrong in all of them, in the order of the pages', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      ...pagesOf((number) => (number % 130 === 0 ? '[gone](./nowhere.md)' : 'Text.')),
    });
    const built = await site.build();
    expect(built.exitCode).toBe(1);
    const files = built.diagnostics.map(({ location }) => location?.file);
    expect(files).toEqual(['docs/p0.md', 'docs/p130.md', 'docs/p260.md', 'docs/p390.md']);
  });
});
