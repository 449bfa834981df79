import { expect, it } from 'vitest';
import { compile, htmlOf } from '../project.ts';

/** Splits a page into its title, which is shown above its tabs, and the rest. */
async function divide(source: string): Promise<[title: string, rest: string]> {
  const { content, titleParts = 0 } = await compile(source);
  return [htmlOf(content.slice(0, titleParts)), htmlOf(content.slice(titleParts)).trim()];
}

it.each([
  ['with its anchor', '# One\n\nText.', /^<h1 id="one">One<\/h1><a class="heading-anchor"[^>]*><\/a>$/, '<p>Text.</p>'],
  [
    'with a component in it',
    '# One <Badge>New</Badge>\n\nText.',
    /^<h1.*<@Badge>New<\/@Badge><\/h1><a /,
    '<p>Text.</p>',
  ],
  ['alone', '# One', /^<h1 id="one">/, ''],
  ['that is written as HTML', '<h1>One</h1>\n\nText.', /^<h1 id="one">One<\/h1>/, '<p>Text.</p>'],
])('separates the title of a page %s', async (_, source, title, rest) => {
  expect(await divide(source)).toEqual([expect.stringMatching(title), rest]);
});

it.each([
  ['a heading after other text', 'Text.\n\n# One', /^<p>Text\.<\/p>\s*<h1/],
  ['a heading of another level', '## One', /^<h2/],
  ['text', 'Text.', /^<p>/],
])('does not use %s as title', async (_, source, rest) => {
  expect(await divide(source)).toEqual(['', expect.stringMatching(rest)]);
});
