import { markColor } from '../../shared/color-marks.ts';
import { COLOR_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { COLOR_STORAGE_KEY, type ColorPreference, type PageData } from '../../shared/page-data.ts';
import { RENDER_EVENT } from '../events.ts';
import { readStorage, writeStorage } from '../storage.ts';

/** Name of the radio buttons of the colour switch; their values are the preferences. */
export const COLOR_INPUT = 'color-scheme';

const PREFERENCES = ['light', 'dark', 'auto'];

/**
 * Makes the colour switch work, and follows the system while the preference is `auto`, other tabs, and the page around a
 * frame. A demo's own page keeps the colours that its address asks for.
 */
export function startColor({ kind, site: { prefersColor } }: PageData): void {
  if (kind === 'demo' && /[?&]theme=(light|dark)\b/.test(location.search)) return;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const outer = outerRoot();
  let preference = storedPreference(prefersColor);

  const apply = (): void => {
    const scheme = preference === 'auto' ? (system.matches ? 'dark' : 'light') : preference;
    const root = document.documentElement;
    root.dataset.colorChoice = preference;
    const color = (outer?.getAttribute(COLOR_ATTRIBUTE) ?? scheme) === 'dark' ? 'dark' : 'light';
    root.setAttribute(COLOR_ATTRIBUTE, color);
    markColor(root, color, prefersColor);
    for (const input of document.querySelectorAll<HTMLInputElement>(`input[name="${COLOR_INPUT}"]`)) {
      input.checked = input.value === preference;
    }
  };
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== COLOR_INPUT) return;
    preference = target.value as ColorPreference;
    writeStorage(COLOR_STORAGE_KEY, preference);
    apply();
  });
  addEventListener('storage', ({ key }) => {
    if (key !== COLOR_STORAGE_KEY && key !== null) return;
    preference = storedPreference(prefersColor);
    apply();
  });
  system.addEventListener('change', apply);
  document.addEventListener(RENDER_EVENT, apply);
  if (outer) new MutationObserver(apply).observe(outer, { attributeFilter: [COLOR_ATTRIBUTE] });
  apply();
}

/** As the head script reads it: without a switch the default, and light for what is no preference. */
function storedPreference({
  default: preference,
  switch: hasSwitch,
}: PageData['site']['prefersColor']): ColorPreference {
  const stored = (hasSwitch && readStorage(COLOR_STORAGE_KEY)) || preference;
  return PREFERENCES.includes(stored) ? (stored as ColorPreference) : 'light';
}

/** Root element of the page around this frame, when it is one of this site. */
function outerRoot(): HTMLElement | undefined {
  try {
    return parent === window ? undefined : parent.document.documentElement;
  } catch {
    // The frame of another site.
    return undefined;
  }
}
