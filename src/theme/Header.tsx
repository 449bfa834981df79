import type { ReactElement } from 'react';
import { useMessage, usePage, useShellLang, useSite } from '../runtime/index.ts';
import { Slot, useTheme } from './contract.ts';
import { MenuIcon, MoreIcon } from './icons.tsx';
import { popoverTarget } from './popover-target.ts';

export function Header(): ReactElement {
  const {
    SidebarButton,
    Logo,
    SearchButton,
    Navbar,
    SocialLinks,
    ColorSwitch,
    LanguageSwitch,
    LocaleSwitch,
    TocButton,
    VersionSwitch,
  } = useTheme();
  const { hasSidebar } = usePage();
  const { prefersColor } = useSite();
  const message = useMessage();
  return (
    <header className="header" lang={useShellLang()}>
      <Logo />
      <Slot name="HeaderStart" />
      <SidebarButton />
      <TocButton />
      <SearchButton />
      <button
        type="button"
        className="icon-button header-menu-button"
        {...popoverTarget('site:menu')}
        aria-label={message(hasSidebar ? 'nav.more' : 'menu.label')}
      >
        {hasSidebar ? <MoreIcon /> : <MenuIcon />}
      </button>
      <div className="header-menu" id="site:menu" popover="auto">
        <Navbar />
        <div className="header-tools">
          <VersionSwitch />
          <LocaleSwitch />
          <LanguageSwitch />
          {prefersColor.switch && <ColorSwitch />}
          <SocialLinks />
          <Slot name="HeaderEnd" />
        </div>
      </div>
    </header>
  );
}
