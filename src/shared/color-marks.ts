export type ColorScheme = 'light' | 'dark';

/** Color scheme marks for a library's style sheets, in addition to `data-prefers-color` on the root element. */
export interface ColorMarks {
  /** Class of the root element in each color scheme; empty for none. */
  class?: Record<ColorScheme, string>;
  /** Attribute of the root element, whose value is the color scheme. */
  attribute?: string;
}

export function markColor(root: Element, color: ColorScheme, { class: classes = NONE, attribute }: ColorMarks): void {
  for (const scheme of ['light', 'dark'] as const)
    if (classes[scheme]) root.classList.toggle(classes[scheme], color === scheme);
  if (attribute) root.setAttribute(attribute, color);
}

/** A script that is equivalent to {@link markColor}; `root` and `color` are expressions. */
export function markColorCode(root: string, color: string, { class: classes = NONE, attribute }: ColorMarks): string[] {
  const toggles = (['light', 'dark'] as const)
    .filter((scheme) => classes[scheme])
    .map((scheme) => `${root}.classList.toggle('${classes[scheme]}', ${color} === '${scheme}');`);
  return [...toggles, ...(attribute ? [`${root}.setAttribute('${attribute}', ${color});`] : [])];
}

const NONE: Record<ColorScheme, string> = { light: '', dark: '' };
