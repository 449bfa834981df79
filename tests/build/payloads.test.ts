import { parse } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSite, type TestBuild } from '../helpers/build-site.ts';
import { PAYLOADS, payloadSite } from '../helpers/payloads.ts';

interface Node {
  nodeName: string;
  tagName?: string;
  attrs?: { name: string; value: string }[];
  value?: string;
  childNodes?: Node[];
}

const elements = (node: Node): Node[] => [
  ...(node.tagName ? [node] : []),
  ...(node.childNodes ?? []).flatMap((child) => elements(child)),
];

let site: TestBuild;

beforeAll(async () => {
  site = await buildSite(payloadSite());
});

describe(`${PAYLOADS.length} payloads in each place of a page that shows text of an author`, () => {
  it('build without messages', () => {
    expect(site.text).toBe('');
  });

  it('are text: no page has an element that the others lack', async () => {
    const kinds = async (file: string): Promise<string[]> => {
      const found = elements(parse(await site.read(file)) as Node).filter(({ tagName = '' }) =>
        /^(?:script|iframe|object|embed|base|meta|link|form|template|noscript|style|img|video|body|svg|math)$/.test(
          tagName,
        ),
      );
      return found.map(({ tagName, attrs = [] }) => `${tagName} ${attrs.map(({ name }) => name).join(' ')}`).sort();
    };
    const pages = PAYLOADS.map((_, index) => `n${index}/page/index.html`);
    // A page whose payload can be nothing but text.
    const harmless = await kinds(pages[PAYLOADS.findIndex((payload) => payload.startsWith('${'))] ?? '');
    expect(harmless.length).toBeGreaterThan(10);
    for (const [index, page] of pages.entries()) expect(await kinds(page), PAYLOADS[index]).toEqual(harmless);
  });

  it('have no attribute and no URL that runs code', async () => {
    for (const file of site.files.filter((name) => name.endsWith('.html')))
      for (const { tagName, attrs = [] } of elements(parse(await site.read(file)) as Node))
        for (const { name, value } of attrs) {
          expect(`${file} ${tagName} ${name}`).not.toMatch(/ on\w+$/);
          if (/^(?:href|src|action|data)$/.test(name)) expect(value.replace(/\s/g, '')).not.toMatch(/^javascript:/i);
        }
  });

  it('are shown literally', async () => {
    for (const [index, payload] of PAYLOADS.entries()) {
      const tree = parse(await site.read(`n${index}/page/index.html`)) as Node;
      const title = elements(tree).find(({ tagName }) => tagName === 'title');
      expect(title?.childNodes?.[0]?.value?.replace(/\s+/g, ' ')).toContain(payload.replace(/\s+/g, ' '));
    }
  });
});
