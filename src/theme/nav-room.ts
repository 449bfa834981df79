import type { SiteData } from '../shared/page-data.ts';

/** Window widths, in rem, at which the header shows more entries: the media queries of `header.css`. */
const STEPS = [60, 66, 72, 78, 84, 90] as const;

export type NavStep = (typeof STEPS)[number] | 'none';

/** From text lengths, because pages are rendered without a window. A wrong estimate costs a second row. */
export function guessNavSteps(
  entries: readonly { title: string; children?: readonly unknown[] }[],
  site: Pick<SiteData, 'name' | 'logo' | 'locales' | 'languages' | 'prefersColor' | 'socialLinks' | 'versions'>,
): NavStep[] {
  let used = takenRoom(site);
  return entries.map(({ title, children }, index) => {
    used += textRoom(title, 0.9375) + 1.75 + (children?.length ? 1.25 : 0);
    // The last entry needs no room for the menu at the end.
    const needed = used + (index < entries.length - 1 ? 5 : 0);
    // Below 75 rem the header also contains the button of the table of contents.
    return STEPS.find((width) => needed <= Math.min(width - (width < 75 ? 8 : 4), 84)) ?? 'none';
  });
}

function takenRoom({
  name,
  logo,
  locales,
  languages,
  prefersColor,
  socialLinks,
  versions,
}: Parameters<typeof guessNavSteps>[1]): number {
  const gaps = 4.5;
  const search = 11;
  const title = Math.min(textRoom(name, 1.0625) + (logo ? 2.5 : 0), 16);
  const others = locales.length > 1 ? locales.length * 4 : 0;
  const version = versions?.[0] ? textRoom(versions[0].label, 0.9375) + 3 : 0;
  const icons = socialLinks.length + (languages.length > 1 ? 1 : 0);
  return gaps + search + title + others + version + icons * 2.5 + (prefersColor.switch ? 6.5 : 0);
}

/** Estimates the width of a string, in rem: 0.56 of the font size for a letter, the font size for a Chinese character. */
function textRoom(text: string, size: number): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? size : size * 0.56), 0);
}
