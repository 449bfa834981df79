import { COLOR_ATTRIBUTE, COMPACT_ATTRIBUTE, LIVE_STAGE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { Runtime } from '../runtime.ts';
import type { FramePreferences } from './protocol.ts';

/** Selector of a card's element that contains the frame of an edited demo. */
export const LIVE_STAGE = `[${LIVE_STAGE_ATTRIBUTE}]`;
/** Properties that a frame inherits from the element around the demo. */
const INHERITED = ['color', 'font', 'overflow-wrap'];

/** Returns the current appearance for a card's frame. */
export function readPreferences(card: Element | null, lang: string): FramePreferences {
  const root = document.documentElement;
  const style = getComputedStyle(card?.querySelector(LIVE_STAGE)?.parentElement ?? document.body);
  const padding = card?.querySelector(`[${COMPACT_ATTRIBUTE}]`) ? '0' : '2rem 1.5rem';
  return {
    color: root.getAttribute(COLOR_ATTRIBUTE) === 'dark' ? 'dark' : 'light',
    lang,
    dir: root.dir,
    style: {
      ...Object.fromEntries(INHERITED.map((name) => [name, style.getPropertyValue(name)])),
      padding,
      margin: '0',
    },
  };
}

/**
 * Calls `onChange` when the appearance of the page changes.
 *
 * @returns a function that ends the watch
 */
export function watchPreferences(language: Runtime['language'], onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: [COLOR_ATTRIBUTE, 'dir'] });
  const unsubscribe = language.subscribe(onChange);
  return () => {
    observer.disconnect();
    unsubscribe();
  };
}
