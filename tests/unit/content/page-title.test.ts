import { describe, expect, it } from 'vitest';
import { findHeading, nameOfPage, titleFromName } from '../../../src/node/content/page-title.ts';

describe('findHeading', () => {
  it.each([
    ['# Simple\n', 'Simple'],
    ['text\n\n  # Simple ##\n', 'Simple'],
    ['## Second\n\n# `Code` and *more*\n\n# Third', '`Code` and *more*'],
    ['Over\ntwo lines\n===\n', 'Over\ntwo lines'],
    ['# \n\n# Real', 'Real'],
    ['#hash\n\n# Real', 'Real'],
    ['```sh\n# comment\n```\n\n# Real', 'Real'],
    ['````md\n```\n# a\n```\n````\n# Real', 'Real'],
    ['~~~\n# a\n```\n~~~\n# Real', 'Real'],
    ['<!-- # a -->\n# Real', 'Real'],
    ['<!--\n# a\n-->\n# Real', 'Real'],
    ['    # code\n\n# Real', 'Real'],
    ['<div>\n# not Markdown\n</div>\n\n# Real', 'Real'],
    ['<pre>\n\n# text\n\n</pre>\n# Real', 'Real'],
    ['- item\n===\n\n# Real', 'Real'],
    ['text\n# Real', 'Real'],
    ['# C#', 'C#'],
    ['# a#', 'a#'],
    ['==\n\n# Real', 'Real'],
  ])('finds in %j the heading %s', (body, heading) => {
    expect(findHeading(body, 'md')).toBe(heading);
  });

  it.each(['', 'text', '## Second', '```\n# a\n', '<!-- \n# a', '> # quoted'])('finds no heading in %j', (body) => {
    expect(findHeading(body, 'md')).toBeUndefined();
  });

  it('finds headings inside of JSX in .mdx, but not in comments', () => {
    expect(findHeading('{/*\n# a\n*/}\n<div>\n# Inside\n</div>', 'mdx')).toBe('Inside');
  });
});

it.each([
  ['adjust-overflow', 'Adjust Overflow'],
  ['defaultValue', 'Default Value'],
  ['QRCode', 'QR Code'],
  ['CHANGELOG', 'CHANGELOG'],
  ['a.b_c', 'A B C'],
  ['html2Canvas', 'Html2 Canvas'],
])('turns the name %s into the title %s', (name, title) => {
  expect(titleFromName(name)).toBe(title);
});

it.each([
  ['demo/simple.md', 'simple'],
  ['guide/index.md', 'guide'],
  ['guide/README.en-US.mdx', 'guide'],
  ['guide.en-US.md', 'guide'],
  ['index.md', ''],
])('names %s after %j', (path, name) => {
  expect(nameOfPage(path, ['en-US'])).toBe(name);
});
