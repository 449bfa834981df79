import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EmbeddedDemo } from '../../../src/node/markdown/types.ts';
import type { Site } from '../../../src/node/project/config/types.ts';
import { findBlocked } from '../../../src/node/render/demos/demo-warnings.ts';

const root = path.resolve('/site');
const POLICY = { 'default-src': ["'self'"], 'img-src': ["'self'", 'https://*.allowed.test'] };

/** Returns the warnings about the text of a demo in a page, or of a style sheet. */
async function warningsOf(text: string, file = 'index.md'): Promise<string[]> {
  const demo = { code: { text }, location: { file: 'docs/index.md', line: 5 } } as unknown as EmbeddedDemo;
  const found = await findBlocked({ root } as Site, POLICY, [{ filePath: path.join(root, file), demo }]);
  return found.map(({ text: words, location, notes }) => `${location?.line} ${words} ${notes?.join()}`);
}

describe('addresses that the policy blocks', () => {
  it('are reported at their line of the page, with the option that allows them', async () => {
    expect(await warningsOf("\nfetch('https://api.test/a');\n")).toEqual([
      "7 The content security policy blocks https://api.test Allow it in the configuration: `csp: { 'connect-src': ['https://api.test'] }`.",
    ]);
  });

  it.each([
    ['an allowed address', '<img src="https://cdn.allowed.test/a.png" />'],
    ['a comment', '// fetch("https://api.test/a")\n/* <img src="https://x.test/a.png"> */'],
    ['a string that is an address', 'const link = "https://api.test/a";'],
  ])('are not reported for %s', async (_, text) => expect(await warningsOf(text)).toEqual([]));

  it('are reported once for each host and directive', async () => {
    expect(
      await warningsOf("fetch('https://a.test/1'); fetch('https://a.test/2'); new WebSocket('wss://a.test/');"),
    ).toHaveLength(2);
  });

  it('are all fonts of a rule, also without a scheme, and style sheets that a demo links to', async () => {
    const lines = await warningsOf(
      '@font-face { src: local(a), url(https://one.test/a.woff2), url("//two.test/a.woff2"); }\n@import "//three.test/a.css";\n<link\n rel="stylesheet" href="https://four.test/a.css" /><link rel="icon" href="https://five.test/a.png" />',
    );
    expect(
      lines.map((line) => /\w+ The .* blocks https:\/\/(\S+) .*'(\S+-src)'/.exec(line)?.slice(1).join(' ')),
    ).toEqual(['four.test style-src', 'three.test style-src', 'one.test font-src', 'two.test font-src']);
  });

  it('are fonts, style sheets and images of a style sheet, each with its own directive', async () => {
    const sheet =
      '@import "https://fonts.googleapis.com/css";\n@font-face { src: url(https://font.test/a.woff2); }\na { background: url("https://picture.test/a.png"); }\n';
    const lines = await warningsOf(sheet, 'a.css');
    expect(lines.find((line) => line.includes('googleapis'))).toContain(
      "'style-src': ['https://fonts.googleapis.com'], 'font-src': ['https://fonts.gstatic.com']",
    );
    expect(lines.find((line) => line.includes('font.test'))).toContain("'font-src': ['https://font.test']");
    expect(lines.find((line) => line.includes('picture.test'))).toContain("'img-src': ['https://picture.test']");
    expect(lines).toHaveLength(3);
  });
});
