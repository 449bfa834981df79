import { builtins } from './builtins.tsx';
import { Content } from './Content.tsx';
import { ContentFooter } from './ContentFooter.tsx';
import type { Theme } from './contract.ts';
import { CrashBox, DemoCard, DemoHeader } from './DemoCard.tsx';
import { Header, Logo, SearchButton, SidebarColumn, SocialLinks, TocButton } from './Header.tsx';
import { Features, Hero } from './Home.tsx';
import { Announcer, Footer, Layout, SkipLink } from './Layout.tsx';
import { Navbar } from './Navbar.tsx';
import { NotFound } from './NotFound.tsx';
import { SearchDialog } from './SearchDialog.tsx';
import { ColorSwitch, LanguageSwitch, LocaleSwitch, VersionSwitch } from './Switches.tsx';
import { staticComponents } from './static.ts';

/** The default theme. */
export const theme: Theme = {
  Announcer,
  ColorSwitch,
  Content,
  ContentFooter,
  CrashBox,
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
  SidebarColumn,
  SkipLink,
  SocialLinks,
  TocButton,
  VersionSwitch,
  ...staticComponents,
  builtins,
};
