import type { ReactElement } from 'react';
import { Link, type NavEntry, useMessage, useNav, usePage } from '../runtime/index.ts';
import { Slot } from './contract.ts';
import { ChevronIcon } from './icons.tsx';

export function Navbar(): ReactElement {
  const entries = useNav();
  const message = useMessage();
  const { lang } = usePage();
  return (
    <>
      <Slot name="NavbarStart" />
      {entries.length > 0 && (
        <nav className="navbar" aria-label={message('nav.label')}>
          <ul lang={lang}>
            {entries.map((entry) => (
              <li key={`${entry.link} ${entry.title}`}>
                {entry.children?.length ? <NavMenu entry={entry} /> : <NavLink entry={entry} />}
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Slot name="NavbarEnd" />
    </>
  );
}

function NavLink({ entry }: { entry: NavEntry }): ReactElement {
  return (
    <Link
      className={entry.external ? 'nav-link external' : 'nav-link'}
      to={entry.link}
      aria-current={entry.current ? 'true' : undefined}
    >
      {entry.title}
    </Link>
  );
}

function NavMenu({ entry }: { entry: NavEntry }): ReactElement {
  return (
    <details className="menu" suppressHydrationWarning>
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
