import { markColor } from '../../shared/color-marks.ts';
import { COLOR_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { FramePreferences, FrameSource } from '../live/protocol.ts';

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

/** A `ResizeObserver` is not enough, because a popup changes no observable size. */
export function watchHeight(onHeight: (height: number) => void): void {
  let reported = 0;
  let waiting = false;
  const measure = (): void => {
    waiting = false;
    const height = Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0);
    if (height !== reported) onHeight(height);
    reported = height;
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

/** Reports errors that are thrown outside of React, and violations of the document's content security policy. */
export function watchFaults(fail: (error: unknown) => boolean, onChange: () => void): void {
  // A repeated error is not logged, because a hundred thousand lines would block the console.
  addEventListener('error', (event) => fail(event.error ?? new Error(event.message)) || event.preventDefault());
  addEventListener('unhandledrejection', (event) => fail(event.reason) || event.preventDefault());
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    fail(new Error(`An edited demo cannot reach ${blockedURI}: ${effectiveDirective} is closed in its frame`)),
  );
  new MutationObserver(onChange).observe(document, { subtree: true, childList: true });
}
