import { useSyncExternalStore } from 'react';
import { COLOR_ATTRIBUTE } from '../shared/dom-contract.ts';

/** Returns the color scheme that the page shows; `light` until hydration, because the server does not know the reader's choice. */
export function useColorScheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, currentScheme, () => 'light');
}

function currentScheme(): 'light' | 'dark' {
  return document.documentElement.getAttribute(COLOR_ATTRIBUTE) === 'dark' ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: [COLOR_ATTRIBUTE] });
  return () => observer.disconnect();
}
