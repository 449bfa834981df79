import { useEffect, useState } from 'react';
import { useHref } from './location.ts';
import type { NearLink } from './nearest.ts';

/** Returns the pages whose URLs are most similar to that of the window. Empty until the list of all pages is fetched. */
export function useNearest(): NearLink[] {
  const href = useHref();
  const list = href('/~pages');
  const base = href('/');
  const [links, setLinks] = useState<NearLink[]>([]);
  useEffect(() => {
    let isCurrent = true;
    import('./nearest.ts')
      .then(({ findNearest }) => findNearest(location.pathname, { list, base }))
      .then(
        (found) => isCurrent && setLinks(found),
        // The page has other links, so it is not an error if the list cannot be fetched.
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [list, base]);
  return links;
}
