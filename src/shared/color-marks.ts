/** Color scheme of a page. */
export type ColorScheme = 'light' | 'dark';

/** Marks of the color scheme for style sheets of a library, in addition to `data-prefers-color` on the root element. */
export interface ColorMarks {
  /** Class of the root element in each color scheme; empty for none. */
  class?: Record<ColorScheme, string>;
  /** Attribute of the root element, whose value is the color scheme. */
  attribute?: string;
}

/** Sets the class and the attribute of a color scheme on the root element. */
export function markColor(root: Element, color: ColorScheme, { class: classes = NONE, attribute }: ColorMarks): void {
  for (const scheme of ['light', 'dark'] as const)
    if (classes[scheme]) root.classList.toggle(classes[scheme], color === scheme);
  if (attribute) root.setAttribute(attribute, color);
}

/**
 * Returns the statements of a script that is equivalent to {@link markColor}.
 *
 * @param root expression of the root element
 * @param color expression of the color scheme
 */
export function markColorCode(root: string, color: string, { class: classes = NONE, attribute }: ColorMarks): string[] {
  const toggles = (['light', 'dark'] as const)
    .filter((scheme) => classes[scheme])
    .map((scheme) => `${root}.classList.toggle('${classes[scheme]}', ${color} === '${scheme}');`);
  return [...toggles, ...(attribute ? [`${root}.setAttribute('${attribute}', ${color});`] : [])];
}

const NONE: Record<ColorScheme, string> = { light: '', dark: '' };
