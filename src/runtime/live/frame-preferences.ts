import { COLOR_ATTRIBUTE, COMPACT_ATTRIBUTE, LIVE_STAGE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { Runtime } from '../runtime.ts';
import type { FramePreferences } from './protocol.ts';

export const LIVE_STAGE = `[${LIVE_STAGE_ATTRIBUTE}]`;
/** Properties that a frame inherits from the element around the demo. */
const INHERITED = ['color', 'font', 'overflow-wrap'];

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

export function watchPreferences(language: Runtime['language'], onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: [COLOR_ATTRIBUTE, 'dir'] });
  const unsubscribe = language.subscribe(onChange);
  return () => {
    observer.disconnect();
    unsubscribe();
  };
}
