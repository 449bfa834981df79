import { describe, expect, it } from 'vitest';
import type { SourcePage } from '../../../src/node/content/types.ts';
import { createSourceLook } from '../../../src/node/markdown/source-look.ts';

describe('createSourceLook', () => {
  it('looks once at each text of a page, also where it changes in place', () => {
    const seen: string[] = [];
    const hasDemo = createSourceLook(({ source }) => {
      seen.push(source);
      return source.includes('<code');
    });
    const page = { source: 'text', frontmatterLocations: {} } as SourcePage;
    expect([hasDemo(page), hasDemo(page)]).toEqual([false, false]);
    Object.assign(page, { source: '<code>', frontmatterLocations: {} });
    expect([hasDemo(page), hasDemo(page)]).toEqual([true, true]);
    // A copy may be given another text.
    expect(hasDemo({ ...page, source: 'other' })).toBe(false);
    expect(seen).toEqual(['text', '<code>', 'other']);
  });
});
