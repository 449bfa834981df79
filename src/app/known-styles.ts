import type { KnownStyles } from '../shared/style-collectors.ts';

declare global {
  /** Undefined unless demos are rendered. */
  var cascaderStyles: KnownStyles | undefined;
}

interface StyleInfo {
  hashId?: string;
  layer?: unknown;
  clientOnly?: boolean;
  order?: number;
}

type Register = (info: StyleInfo, style: unknown) => unknown;

/** Returns the hook for packages. The library's cache key contains only the token and the path of `info`. */
export function forPackages(register: Register): Register {
  return (info, style) => {
    const styles = globalThis.cascaderStyles;
    if (!styles) return register(info, style);
    const { hashId, layer, clientOnly, order } = info;
    styles.registered = JSON.stringify([hashId, layer, clientOnly, order]);
    try {
      return register(info, style);
    } finally {
      styles.registered = undefined;
    }
  };
}

/** Each demo has its own cache, from which its styles are read. */
export interface StyleCache {
  opUpdate?: (key: string, change: (entry: StyleEntry | undefined) => StyleEntry | null) => void;
}

type StyleEntry = [uses: number, value: unknown];

/** Maximum number of shared styles. Some keys contain an id that is unique to a demo. */
const MAX_STYLES = 2000;

/** Call `end` before styles are computed with other provider options, because the cache key does not contain those. */
export function shareStyles(cache: StyleCache, styles: KnownStyles): { end: () => void } | undefined {
  const update = cache.opUpdate?.bind(cache);
  if (!update) return undefined;
  const { byKey } = styles;
  let isEnded = false;
  cache.opUpdate = (key, change) => {
    if (isEnded || styles.registered === undefined) return update(key, change);
    const request = key + styles.registered;
    update(key, (own) => {
      const entry = change(own ?? (byKey.has(request) ? [0, byKey.get(request)] : undefined));
      if (!own && entry && byKey.size < MAX_STYLES) byKey.set(request, entry[1]);
      return entry;
    });
  };
  return {
    end() {
      isEnded = true;
    },
  };
}
