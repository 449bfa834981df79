import { Announcer } from './Announcer.tsx';
import { builtins } from './builtins.tsx';
import { ColorSwitch } from './ColorSwitch.tsx';
import { Content } from './Content.tsx';
import { ContentFooter } from './ContentFooter.tsx';
import { CrashBox } from './CrashBox.tsx';
import type { Theme } from './contract.ts';
import { DemoCard } from './DemoCard.tsx';
import { DemoHeader } from './DemoHeader.tsx';
import { Features } from './Features.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { Hero } from './Hero.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { Layout } from './Layout.tsx';
import { LocaleSwitch } from './LocaleSwitch.tsx';
import { Logo } from './Logo.tsx';
import { Navbar } from './Navbar.tsx';
import { NotFound } from './NotFound.tsx';
import { SearchButton } from './SearchButton.tsx';
import { SearchDialog } from './SearchDialog.tsx';
import { SidebarButton } from './SidebarButton.tsx';
import { SkipLink } from './SkipLink.tsx';
import { SocialLinks } from './SocialLinks.tsx';
import { staticComponents } from './static.ts';
import { TocButton } from './TocButton.tsx';
import { VersionSwitch } from './VersionSwitch.tsx';

/** The default theme. */
export const theme: Theme = {
  Announcer,
  ColorSwitch,
  Content,
  ContentFooter,
  CrashBox,
  DemoActions: () => null,
  DemoCard,
  DemoHeader,
  Features,
  Footer,
  Header,
  Hero,
  LanguageSwitch,
  Layout,
  LocaleSwitch,
  Logo,
  Navbar,
  NotFound,
  SearchButton,
  SearchDialog,
  SidebarButton,
  SkipLink,
  SocialLinks,
  TocButton,
  VersionSwitch,
  ...staticComponents,
  builtins,
};
