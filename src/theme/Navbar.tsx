import type { ReactElement } from 'react';
import { Link, type NavEntry, useMessage, useNav, usePage, useShellLang, useSite } from '../runtime/index.ts';
import { MENU_ATTRIBUTE } from '../shared/dom-contract.ts';
import type { SiteData } from '../shared/page-data.ts';
import { Slot } from './contract.ts';
import { ChevronIcon } from './icons.tsx';

/** Window widths, in rem, at which the header shows more entries: the media queries of `header.css`. */
const STEPS = [60, 72, 84] as const;

type NavStep = (typeof STEPS)[number] | 'none';

/** Estimates from text lengths, because pages are rendered without a window. A wrong estimate costs a second row. */
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

/** Entries that do not fit are in a menu at the end. */
export function Navbar(): ReactElement {
  const entries = useNav();
  const steps = guessNavSteps(entries, useSite());
  const message = useMessage();
  const { lang } = usePage();
  return (
    <>
      <Slot name="NavbarStart" />
      {entries.length > 0 && (
        <nav className="navbar" aria-label={message('nav.label')}>
          <ul lang={lang}>
            {entries.map((entry, index) => (
              <li key={keyOf(entry)} className="nav-entry" data-from={steps[index]}>
                <NavItem entry={entry} />
              </li>
            ))}
            <MoreMenu entries={entries} steps={steps} />
          </ul>
        </nav>
      )}
      <Slot name="NavbarEnd" />
    </>
  );
}

const keyOf = ({ link, title }: NavEntry): string => `${link} ${title}`;

function NavItem({ entry }: { entry: NavEntry }): ReactElement {
  return entry.children?.length ? <NavMenu entry={entry} /> : <NavLink entry={entry} />;
}

/** Each entry is hidden from the window width at which it fits into the row. */
function MoreMenu({ entries, steps }: { entries: NavEntry[]; steps: NavStep[] }): ReactElement | null {
  const message = useMessage();
  const lang = useShellLang();
  const isMore = (_: unknown, index: number): boolean => steps[index] !== 60;
  const more = entries.filter(isMore);
  if (more.length === 0) return null;
  const moreSteps = steps.filter(isMore);
  // Windows in which the current entry is in the row do not mark the menu.
  const currentStep = moreSteps[more.findIndex(({ current }) => current)];
  return (
    <li className="nav-more" data-until={moreSteps.at(-1)}>
      <details className="menu" {...{ [MENU_ATTRIBUTE]: '' }} suppressHydrationWarning>
        <summary className="nav-link" lang={lang} data-current={currentStep}>
          {message('nav.more')}
          <ChevronIcon />
        </summary>
        <ul className="menu-panel">
          {more.map((entry, index) => (
            <li key={keyOf(entry)} className="nav-entry" data-until={moreSteps[index]}>
              <NavItem entry={entry} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

function NavLink({ entry }: { entry: NavEntry }): ReactElement {
  return (
    <Link
      className={entry.external ? 'nav-link external' : 'nav-link'}
      to={entry.link}
      lang={entry.lang}
      aria-current={entry.current ? 'true' : undefined}
    >
      {entry.title}
    </Link>
  );
}

function NavMenu({ entry }: { entry: NavEntry }): ReactElement {
  return (
    <details className="menu" {...{ [MENU_ATTRIBUTE]: '' }} suppressHydrationWarning>
      <summary className="nav-link" data-current={entry.current || undefined}>
        {entry.title}
        <ChevronIcon />
      </summary>
      <ul className="menu-panel">
        {entry.link && (
          <li>
            <NavLink entry={{ ...entry, current: false }} />
          </li>
        )}
        {entry.children?.map((child) => (
          <li key={`${child.link} ${child.title}`}>
            <NavLink entry={child} />
          </li>
        ))}
      </ul>
    </details>
  );
}
