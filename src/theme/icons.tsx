import type { ReactElement, ReactNode } from 'react';
import { SOCIAL_MARKS } from '../shared/social-sites.ts';

/** Hidden from assistive technology, so it needs a label. */
function Icon({ children }: { children: ReactNode }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export function MenuIcon(): ReactElement {
  return (
    <Icon>
      <path d="M4 7h16M4 12h16M4 17h16" />
    </Icon>
  );
}

export function MoreIcon(): ReactElement {
  return (
    <Icon>
      <path d="M12 5.5v.01M12 12v.01M12 18.5v.01" strokeWidth="3" />
    </Icon>
  );
}

export function TocIcon(): ReactElement {
  return (
    <Icon>
      <path d="M4 6h11M8 12h7M8 18h7M19 6v.01M19 12v.01M19 18v.01" />
    </Icon>
  );
}

export function ChevronIcon(): ReactElement {
  return (
    <Icon>
      <path d="m7 10 5 5 5-5" />
    </Icon>
  );
}

export function CloseIcon(): ReactElement {
  return (
    <Icon>
      <path d="m6 6 12 12M18 6 6 18" />
    </Icon>
  );
}

export function SearchIcon(): ReactElement {
  return (
    <Icon>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </Icon>
  );
}

export function SunIcon(): ReactElement {
  return (
    <Icon>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
    </Icon>
  );
}

export function MoonIcon(): ReactElement {
  return (
    <Icon>
      <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" />
    </Icon>
  );
}

export function ScreenIcon(): ReactElement {
  return (
    <Icon>
      <rect x="3" y="4.5" width="18" height="12" rx="2" />
      <path d="M9 20h6" />
    </Icon>
  );
}

export function GlobeIcon(): ReactElement {
  return (
    <Icon>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c5 5.5 5 11.5 0 17M12 3.5c-5 5.5-5 11.5 0 17" />
    </Icon>
  );
}

export function OpenIcon(): ReactElement {
  return (
    <Icon>
      <path d="M14 4h6v6M20 4l-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4" />
    </Icon>
  );
}

/** Renders the logo of a service in the color of the text: a file of `marks`, which is loaded when it is visible. */
function Mark({ name }: { name: string }): ReactElement {
  return <span className={`mark mark-${name}`} aria-hidden="true" />;
}

export function SocialIcon({ name, hasIcon = false }: { name: string; hasIcon?: boolean }): ReactElement {
  if (hasIcon || SOCIAL_MARKS.includes(name)) return <Mark name={name} />;
  if (!/^git/i.test(name)) return <span aria-hidden="true">{name.slice(0, 1).toUpperCase()}</span>;
  return (
    <Icon>
      <circle cx="7" cy="5.5" r="2" />
      <circle cx="7" cy="18.5" r="2" />
      <circle cx="17" cy="8" r="2" />
      <path d="M7 7.5v9M17 10c0 3.5-4 4-10 4.5" />
    </Icon>
  );
}

export function CodeSandboxIcon(): ReactElement {
  return <Mark name="codesandbox" />;
}

export function StackBlitzIcon(): ReactElement {
  return <Mark name="stackblitz" />;
}
