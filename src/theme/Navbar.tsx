import type { ReactElement } from 'react';
import { Link, type NavEntry, useMessage, useNav, usePage, useShellLang, useSite } from '../runtime/index.ts';
import { MENU_ATTRIBUTE } from '../shared/dom-contract.ts';
import { Slot } from './contract.ts';
import { ChevronIcon } from './icons.tsx';
import { guessNavSteps, type NavStep } from './nav-room.ts';

/** Entries without room are in a menu at its end. */
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

/** Each is hidden from the window width at which it fits into the row. */
function MoreMenu({ entries, steps }: { entries: NavEntry[]; steps: NavStep[] }): ReactElement | null {
  const message = useMessage();
  const lang = useShellLang();
  const isMore = (_: unknown, index: number): boolean => steps[index] !== 60;
  const more = entries.filter(isMore);
  if (more.length === 0) return null;
  const moreSteps = steps.filter(isMore);
  return (
    <li className="nav-more" data-until={moreSteps.at(-1)}>
      <details className="menu" {...{ [MENU_ATTRIBUTE]: '' }} suppressHydrationWarning>
        <summary className="nav-link" lang={lang} data-current={more.some(({ current }) => current) || undefined}>
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
