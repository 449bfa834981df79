import type { ReactElement } from 'react';
import { useMessage, useShellLang, useSite } from '../runtime/index.ts';
import { Slot, useTheme } from './contract.ts';
import { MenuIcon } from './icons.tsx';
import { popoverTarget } from './popover-target.ts';

export function Header(): ReactElement {
  const { Logo, SearchButton, Navbar, SocialLinks, ColorSwitch, LanguageSwitch, LocaleSwitch } = useTheme();
  const { prefersColor } = useSite();
  const message = useMessage();
  return (
    <header className="header" lang={useShellLang()}>
      <Logo />
      <Slot name="HeaderStart" />
      <SearchButton />
      <button
        type="button"
        className="icon-button header-menu-button"
        {...popoverTarget('site:menu')}
        aria-label={message('menu.label')}
      >
        <MenuIcon />
      </button>
      <div className="header-menu" id="site:menu" popover="auto">
        <Navbar />
        <div className="header-tools">
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
