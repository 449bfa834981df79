import { hashOf } from '../../base/hash.ts';
import type { SourcePage } from '../../content/types.ts';
import type { Site } from '../../project/config/types.ts';
import { type PageKey, sourceKey } from '../pages/page-key.ts';
import { makerOf } from './plan-shards.ts';

/** Key of the text of a page in a shard output, and the digest of this key. */
export type PartKey = Pick<PageKey, 'site' | 'text' | 'data'> & { key: string };

/**
 * Creates a function that returns the key of a page. Unlike the keys of the cache, it does not contain the environment, which may
 * differ between the machines that build one site.
 */
export function createPartKey(site: Site): (page: SourcePage) => PartKey {
  const own = { maker: makerOf(site, '') };
  return (page) => {
    const source = { site: own, ...sourceKey(page) };
    return { ...source, key: hashOf(JSON.stringify(source)) };
  };
}

/** Returns the key of the inputs that all pages share when they are rendered. */
export function contextOf(facts: string): PageKey['context'] {
  return { facts: hashOf(facts) };
}
