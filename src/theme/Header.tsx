import type { ReactElement } from 'react';
import { useMessage, useShellLang, useSite } from '../runtime/index.ts';
import { useTheme } from './contract.ts';
import { MenuIcon } from './icons.tsx';

export function Header(): ReactElement {
  const { Logo, Navbar, SocialLinks, ColorSwitch, LanguageSwitch, LocaleSwitch } = useTheme();
  const { prefersColor } = useSite();
  const message = useMessage();
  return (
    <header className="header" lang={useShellLang()}>
      <Logo />
      <button
        type="button"
        className="icon-button header-menu-button"
        popoverTarget="site-menu"
        aria-label={message('menu.label')}
      >
        <MenuIcon />
      </button>
      <div className="header-menu" id="site-menu" popover="auto">
        <Navbar />
        <div className="header-tools">
          <LocaleSwitch />
          <LanguageSwitch />
          {prefersColor.switch && <ColorSwitch />}
          <SocialLinks />
        </div>
      </div>
    </header>
  );
}
