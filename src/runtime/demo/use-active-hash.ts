import { useSyncExternalStore } from 'react';

const EVENTS = ['hashchange', 'popstate'] as const;

/** Returns true if the address has this anchor as its hash; false until hydration, because the server knows no hash. */
export function useActiveHash(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => location.hash === `#${encodeURIComponent(id)}`,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  for (const type of EVENTS) addEventListener(type, listener);
  return () => {
    for (const type of EVENTS) removeEventListener(type, listener);
  };
}
