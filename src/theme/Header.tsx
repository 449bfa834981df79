import { type ReactElement, version } from 'react';
import {
  Adopted,
  Link,
  SEARCH_ATTRIBUTE,
  useHome,
  useHref,
  useMessage,
  usePage,
  useShellLang,
  useSite,
} from '../runtime/index.ts';
import { SECTION_ATTRIBUTE } from '../shared/dom-contract.ts';
import { Slot, useTheme } from './contract.ts';
import { ChevronIcon, CloseIcon, MenuIcon, SearchIcon, SocialIcon, TocIcon } from './icons.tsx';

/** Attributes of a button for a popover, in the spelling of the React version. React 18 does not know the properties. */
const [TARGET, ACTION] = version.startsWith('18.')
  ? ['popovertarget', 'popovertargetaction']
  : ['popoverTarget', 'popoverTargetAction'];

export function Header(): ReactElement {
  const {
    Logo,
    SearchButton,
    Navbar,
    SocialLinks,
    ColorSwitch,
    LanguageSwitch,
    LocaleSwitch,
    SidebarColumn,
    TocButton,
    VersionSwitch,
  } = useTheme();
  const { prefersColor } = useSite();
  const message = useMessage();
  return (
    <header className="header" lang={useShellLang()}>
      <Logo />
      <Slot name="HeaderStart" />
      <TocButton />
      <SearchButton />
      <button type="button" className="icon-button bar-button menu-button" {...popoverTarget('site:menu')}>
        <MenuIcon />
        <span>{message('menu.label')}</span>
      </button>
      <div className="drawer" id="site:menu" popover="auto">
        <div className="drawer-head">
          <p>{message('menu.label')}</p>
          <button
            type="button"
            className="icon-button"
            {...popoverTarget('site:menu', 'hide')}
            aria-label={message('menu.close')}
          >
            <CloseIcon />
          </button>
        </div>
        <Navbar />
        <div className="header-tools">
          <VersionSwitch />
          <LocaleSwitch />
          <LanguageSwitch />
          {prefersColor.switch && <ColorSwitch />}
          <SocialLinks />
          <Slot name="HeaderEnd" />
        </div>
        <SidebarColumn />
      </div>
    </header>
  );
}

export function Logo(): ReactElement {
  const { name, logo } = useSite();
  return (
    <Link className="logo" to={useHome()}>
      {logo && <img src={logo} alt="" width={28} height={28} />}
      <span>{name}</span>
    </Link>
  );
}

export function SocialLinks(): ReactElement | null {
  const { socialLinks } = useSite();
  const message = useMessage();
  if (socialLinks.length === 0) return null;
  return (
    <ul className="social-links" aria-label={message('social.label')}>
      {socialLinks.map(({ name, link, label = message(`social.${name}`), hasIcon }) => (
        <li key={name}>
          <a
            className="icon-button"
            href={link}
            target="_blank"
            // With `me`, Mastodon shows a link back to the site as verified.
            rel={name === 'mastodon' ? 'me noreferrer' : 'noreferrer'}
            aria-label={label}
          >
            <SocialIcon name={name} hasIcon={hasIcon} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Without JavaScript, the button leads to the list of all pages. */
export function SearchButton(): ReactElement | null {
  const message = useMessage();
  const href = useHref();
  if (!usePage().search) return null;
  return (
    <a
      className="search-button"
      href={href('/~pages')}
      aria-haspopup="dialog"
      aria-keyshortcuts="/ Control+K"
      {...{ [SEARCH_ATTRIBUTE]: '' }}
    >
      <SearchIcon />
      <span>{message('search.label')}</span>
      <span className="search-key" aria-hidden="true">
        /
      </span>
    </a>
  );
}

/** The column is below the header in wide windows, otherwise a part of the header's drawer. */
export function SidebarColumn(): ReactElement | null {
  const message = useMessage();
  if (!usePage().hasSidebar) return null;
  return (
    <nav className="sidebar" aria-label={message('sidebar.label')}>
      <Slot name="SidebarTop" />
      <Adopted name="sidebar" />
      <Slot name="SidebarBottom" />
    </nav>
  );
}

/** Empty without a table of contents. The boot script writes the title of the section in view below the label. */
export function TocButton(): ReactElement | null {
  const { hasToc, title, lang } = usePage();
  const message = useMessage();
  if (!hasToc) return null;
  return (
    <button type="button" className="icon-button bar-button toc-button" {...popoverTarget('site:toc')}>
      <TocIcon />
      <span>
        {message('toc.label')}
        <ChevronIcon />
      </span>
      <span className="toc-section" lang={lang} {...{ [SECTION_ATTRIBUTE]: title }} suppressHydrationWarning>
        {title}
      </span>
    </button>
  );
}

/** Returns the props of a button that opens and closes the element with this id, or only closes it. */
function popoverTarget(id: string, action?: 'hide'): { popoverTarget?: string; popoverTargetAction?: 'hide' } {
  return { [TARGET]: id, [ACTION]: action };
}
