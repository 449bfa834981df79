import { expect, it } from 'vitest';
import type { SourcePage } from '../../../src/node/content/types.ts';
import { resolveConfig } from '../../../src/node/project/config/resolve-config.ts';
import type { Site } from '../../../src/node/project/config/types.ts';
import { createSourceData } from '../../../src/node/render/page-data.ts';

const place = { root: '/p', projectRoot: '/p', packageJson: { name: 'pkg', dir: '/p' } };
const { config } = resolveConfig({}, place);

it('passes custom front matter to themes, and built-in keys only if themes need them', () => {
  const frontmatter = {
    title: 'A',
    subtitle: 'B',
    redirectFrom: ['/old'],
    serverLoader: true,
    lastUpdated: 'mine',
    since: '1.2',
    toString: 'own',
  };
  const page = { title: 'A', routePath: '/a', locale: 'en-US', frontmatter } as unknown as SourcePage;
  expect(createSourceData(page, { config } as Site).frontmatter).toEqual({
    subtitle: 'B',
    lastUpdated: 'mine',
    since: '1.2',
    toString: 'own',
  });
});
