import { useSyncExternalStore } from 'react';

const EVENTS = ['hashchange', 'popstate'] as const;

/** True when the address names this anchor; false until hydration, since the server knows no hash. */
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
