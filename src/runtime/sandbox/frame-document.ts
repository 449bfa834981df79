/** The document of the frame: what the page wants of it, and what is to be told of it. */
import { markColor } from '../../shared/color-marks.ts';
import { COLOR_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { FramePreferences, FrameSource } from '../live/protocol.ts';

/** Gives the document the look that the page wants. */
export function applyPreferences(
  { color, lang, dir, style }: FramePreferences,
  source: Pick<FrameSource, 'prefersColor'> = {},
): void {
  const root = document.documentElement;
  root.setAttribute(COLOR_ATTRIBUTE, color);
  root.style.colorScheme = color;
  if (source.prefersColor) markColor(root, color, source.prefersColor);
  root.lang = lang;
  root.dir = dir;
  for (const [name, value] of Object.entries(style)) document.body?.style.setProperty(name, value);
}

/** Tells how high the document is, whatever changes it: a popup changes no size that could be observed. */
export function watchHeight(onHeight: (height: number) => void): void {
  let told = 0;
  let waiting = false;
  const measure = (): void => {
    waiting = false;
    const height = Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0);
    if (height !== told) onHeight(height);
    told = height;
  };
  const schedule = (): void => {
    if (waiting) return;
    waiting = true;
    setTimeout(measure, 16);
  };
  new ResizeObserver(schedule).observe(document.documentElement);
  new MutationObserver(schedule).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  for (const type of ['transitionend', 'animationend', 'load']) document.addEventListener(type, schedule, true);
}

/** Tells what is thrown outside of React, and what the policy of the document forbids. */
export function watchFaults(fail: (error: unknown) => boolean, onChange: () => void): void {
  // A repeated error stays out of the console, which a hundred thousand lines would block.
  addEventListener('error', (event) => fail(event.error ?? new Error(event.message)) || event.preventDefault());
  addEventListener('unhandledrejection', (event) => fail(event.reason) || event.preventDefault());
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    fail(new Error(`An edited demo cannot reach ${blockedURI}: ${effectiveDirective} is closed in its frame`)),
  );
  new MutationObserver(onChange).observe(document, { subtree: true, childList: true });
}
