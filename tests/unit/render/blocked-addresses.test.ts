import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EmbeddedDemo } from '../../../src/node/markdown/types.ts';
import type { Site } from '../../../src/node/project/config/types.ts';
import { findBlocked } from '../../../src/node/render/blocked-addresses.ts';

const root = path.resolve('/site');
const POLICY = { 'default-src': ["'self'"], 'img-src': ["'self'", 'https://*.allowed.test'] };

/** What is told of the text of a demo in a page, or of a sheet. */
async function told(text: string, file = 'index.md'): Promise<string[]> {
  const demo = { code: { text }, location: { file: 'docs/index.md', line: 5 } } as unknown as EmbeddedDemo;
  const found = await findBlocked({ root } as Site, POLICY, [{ filePath: path.join(root, file), demo }]);
  return found.map(({ text: words, location, notes }) => `${location?.line} ${words} ${notes?.join()}`);
}

describe('addresses that the policy blocks', () => {
  it('are told at their line of the page, with what allows them', async () => {
    expect(await told("\nfetch('https://api.test/a');\n")).toEqual([
      "7 The content security policy blocks https://api.test Allow it in the configuration: `csp: { 'connect-src': ['https://api.test'] }`.",
    ]);
  });

  it.each([
    ['what is allowed', '<img src="https://cdn.allowed.test/a.png" />'],
    ['a comment', '// fetch("https://api.test/a")\n/* <img src="https://x.test/a.png"> */'],
    ['what only names an address', 'const link = "https://api.test/a";'],
  ])('are not %s', async (_, text) => expect(await told(text)).toEqual([]));

  it('are each host and directive once', async () => {
    expect(
      await told("fetch('https://a.test/1'); fetch('https://a.test/2'); new WebSocket('wss://a.test/');"),
    ).toHaveLength(2);
  });

  it('are fonts, sheets and pictures of a sheet, each by its own directive', async () => {
    const sheet =
      '@import "https://fonts.googleapis.com/css";\n@font-face { src: url(https://font.test/a.woff2); }\na { background: url("https://picture.test/a.png"); }\n';
    const lines = await told(sheet, 'a.css');
    expect(lines.find((line) => line.includes('googleapis'))).toContain(
      "'style-src': ['https://fonts.googleapis.com'], 'font-src': ['https://fonts.gstatic.com']",
    );
    expect(lines.find((line) => line.includes('font.test'))).toContain("'font-src': ['https://font.test']");
    expect(lines.find((line) => line.includes('picture.test'))).toContain("'img-src': ['https://picture.test']");
    expect(lines).toHaveLength(3);
  });
});
