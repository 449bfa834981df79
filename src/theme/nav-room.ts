import type { SiteData } from '../shared/page-data.ts';

/** Widths of the window, in rem, at which more entries are shown in the header: the media queries of `header.css`. */
const STEPS = [60, 66, 72, 78, 84, 90] as const;

/** A step, or `none` for an entry that is in no header. */
export type NavStep = (typeof STEPS)[number] | 'none';

/**
 * Guesses, by the lengths of texts, from which width of the window on each entry has room beside those before it.
 * Pages are made without a window to measure in, and are complete without a script: a guess that is wrong costs a second row.
 */
export function guessNavSteps(
  entries: readonly { title: string; children?: readonly unknown[] }[],
  site: Pick<SiteData, 'name' | 'logo' | 'locales' | 'languages' | 'prefersColor' | 'socialLinks'>,
): NavStep[] {
  let used = takenRoom(site);
  return entries.map(({ title, children }, index) => {
    used += textRoom(title, 0.9375) + 1.75 + (children?.length ? 1.25 : 0);
    // The last entry needs no room for the menu beside it.
    const needed = used + (index < entries.length - 1 ? 5 : 0);
    // Below 75 rem the button of the table of contents stands there too.
    return STEPS.find((width) => needed <= Math.min(width - (width < 75 ? 8 : 4), 84)) ?? 'none';
  });
}

/** Room of what stands beside the navigation, in rem. */
function takenRoom({
  name,
  logo,
  locales,
  languages,
  prefersColor,
  socialLinks,
}: Parameters<typeof guessNavSteps>[1]): number {
  const gaps = 4.5;
  const search = 11;
  const title = Math.min(textRoom(name, 1.0625) + (logo ? 2.5 : 0), 16);
  const others = locales.length > 1 ? locales.length * 4 : 0;
  const icons = socialLinks.length + (languages.length > 1 ? 1 : 0);
  return gaps + search + title + others + icons * 2.5 + (prefersColor.switch ? 6.5 : 0);
}

/** Room of a text, in rem: a letter is half as wide as it is high, a Chinese one as wide. */
function textRoom(text: string, size: number): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? size : size * 0.56), 0);
}
