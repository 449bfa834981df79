import { markColor } from '../../shared/color-marks.ts';
import { COLOR_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { COLOR_STORAGE_KEY, type ColorPreference, type PageData } from '../../shared/page-data.ts';
import { RENDER_EVENT } from '../events.ts';
import { readStorage, writeStorage } from '../storage.ts';

export const COLOR_INPUT = 'color-scheme';

const PREFERENCES = ['light', 'dark', 'auto'];

/**
 * Follows other tabs, the page around a frame, and the system while the preference is `auto`. A demo's standalone page
 * keeps the colors of its URL.
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

/** Reads the preference like the head script: the default if there is no switch, and `light` for unknown values. */
function storedPreference({
  default: preference,
  switch: hasSwitch,
}: PageData['site']['prefersColor']): ColorPreference {
  const stored = (hasSwitch && readStorage(COLOR_STORAGE_KEY)) || preference;
  return PREFERENCES.includes(stored) ? (stored as ColorPreference) : 'light';
}

function outerRoot(): HTMLElement | undefined {
  try {
    return parent === window ? undefined : parent.document.documentElement;
  } catch {
    // The page around the frame has another origin.
    return undefined;
  }
}
