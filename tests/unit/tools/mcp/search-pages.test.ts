import { describe, expect, it } from 'vitest';
import { searchPages } from '../../../../src/node/tools/mcp/open-pack.ts';

const PAGES = [
  {
    link: '/references/search.md',
    title: 'Search',
    text: '<!-- kit 1.0.0 -->\n\n# Search\n\nType to find an option.\n\n## Limit the matches {#limit}\n\nSet `limit`.\n',
  },
  {
    link: '/references/other.md',
    title: 'Other',
    text: '# Other\n\nSearch is elsewhere.\n\n```md\n# No heading\n```\n',
  },
];

describe('search in a pack', () => {
  it('finds sections, those with most terms and with terms in titles first', () => {
    expect(searchPages('search option', PAGES)).toEqual([
      { link: '/references/search.md', title: 'Search', text: 'Type to find an option.' },
      { link: '/references/other.md', title: 'Other', text: 'Search is elsewhere.' },
    ]);
    expect(searchPages('LIMIT', PAGES)[0]?.title).toBe('Search: Limit the matches');
    expect(searchPages('heading', PAGES)).toMatchObject([{ title: 'Other' }]);
    expect(searchPages('marzipan', PAGES)).toEqual([]);
    expect(searchPages('', PAGES)).toEqual([]);
  });
});
