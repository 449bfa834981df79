import { expect, it } from 'vitest';
import type { SourcePage } from '../../../../src/node/content/types.ts';
import { checkFooter } from '../../../../src/node/markdown/check/check-footer.ts';
import { resolveConfig } from '../../../../src/node/project/config/resolve-config.ts';
import type { Site } from '../../../../src/node/project/config/types.ts';

const pages = [{ routePath: '/' }, { routePath: '/guide' }] as SourcePage[];
const publicFiles = [{ output: 'LICENSE', filePath: '/p/docs/public/LICENSE' }];

/** Returns the messages about a footer. */
function check(footer: string, deadLinks?: 'warn'): string[] {
  const place = { root: '/p', projectRoot: '/p', packageJson: { name: 'pkg', dir: '/p' } };
  const { config } = resolveConfig({ deadLinks, themeConfig: { footer } }, place);
  const configSource = `export default {\n  themeConfig: { footer: '${footer}' },\n};\n`;
  const site = { config, configFile: 'config.ts', configSource } as unknown as Site;
  return checkFooter(site, { pages, publicFiles }).map(
    ({ severity, code, text, notes, location }) =>
      `${location?.line}:${location?.column} ${severity} ${code}: ${[text, ...(notes ?? [])].join('. ')}`,
  );
}

it('reports links of the footer that lead nowhere', () => {
  expect(
    check('[a](/guide#part) [b](/LICENSE) [c](/llms.txt) [d](https://example.com) [e](#top) [f](/~pages)'),
  ).toEqual([]);
  expect(check('MIT [guide](/gide)')).toEqual([
    '2:39 error CD221: Dead link /gide in the configuration. Did you mean /guide?',
  ]);
  expect(check('[guide](/gide)', 'warn')).toMatchObject([expect.stringContaining('warning CD221')]);
  expect(check('[src](./LICENSE)')).toEqual([
    '2:33 error CD221: Dead link ./LICENSE in the configuration. Write a route that begins with `/`, because the link is on every page.',
  ]);
});

it('reports parts of the footer that are not shown', () => {
  expect(check('<b>Kit</b> [x](javascript:x)')).toMatchObject([
    expect.stringContaining('CD231: The footer is shown without `<b>`'),
    expect.stringContaining('CD231: The footer is shown without `</b>`'),
    expect.stringContaining('CD231: The footer is shown without the URL javascript:x'),
  ]);
});
