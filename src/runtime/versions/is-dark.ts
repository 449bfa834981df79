import { COLOR_ATTRIBUTE } from '../../shared/dom-contract.ts';

const DARK = '(prefers-color-scheme: dark)';

/** Returns whether the page is dark: by the mark of our pages, or by the page's `color-scheme`. */
export function isDark(): boolean {
  const root = document.documentElement;
  const schemes = root.getAttribute(COLOR_ATTRIBUTE) ?? getComputedStyle(root).colorScheme;
  return schemes.includes('dark') && (!schemes.includes('light') || matchMedia(DARK).matches);
}

export function watchColors(update: () => void): void {
  update();
  new MutationObserver(update).observe(document.documentElement, { attributes: true });
  matchMedia(DARK).addEventListener('change', update);
}
