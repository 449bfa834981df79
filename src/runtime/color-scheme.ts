import { useSyncExternalStore } from 'react';
import { COLOR_ATTRIBUTE } from '../shared/dom-contract.ts';

/** The colours that the page has now; `light` until hydration, since the server does not know the visitor's. */
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
