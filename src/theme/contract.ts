import { type ComponentType, createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react';
import type { Breadcrumb, ExportHook, SidebarView } from '../runtime/index.ts';
import type { ApiTable } from '../shared/api-table.ts';
import type { TocEntry } from '../shared/entities.ts';
import type { DemoData, DemoFile } from '../shared/page-data.ts';

/**
 * Places for what a site adds around the main regions; empty unless a theme fills them. `Start` and `End` are the ends of
 * a row, `Top` and `Bottom` those of a column. All are live: they may have state, also where the region is static.
 */
export interface Slots {
  /** Above the header: an announcement. */
  LayoutTop?: ComponentType;
  /** Below the footer. */
  LayoutBottom?: ComponentType;
  /** After the logo: a version, a product switch. */
  HeaderStart?: ComponentType;
  /** After the social links. */
  HeaderEnd?: ComponentType;
  /** Before the first entry of the top navigation, and after the last one. */
  NavbarStart?: ComponentType;
  NavbarEnd?: ComponentType;
  /** Above and below the pages of the section, where there is a sidebar. */
  SidebarTop?: ComponentType;
  SidebarBottom?: ComponentType;
  /** Above the article and its breadcrumbs. */
  ContentTop?: ComponentType;
  /** Below date and neighbours: comments, a question whether the page helped. */
  ContentBottom?: ComponentType;
  /** Above and below the table of contents, where it has a column. */
  TocTop?: ComponentType;
  TocBottom?: ComponentType;
  /** Above and below the footer's text, also when it has none. */
  FooterTop?: ComponentType;
  FooterBottom?: ComponentType;
}

/**
 * A theme: React components named after what is on screen. Take the default one and replace what should look different:
 * `export default { ...theme, Footer: MyFooter }`. Components show what the hooks and their props give; they compute
 * nothing. Those marked *static* are rendered once, at build: they have no state and no effects in the browser.
 *
 * Class names are a theme's own. What scripts look for are attributes (`shared/dom-contract.ts`): a `<details>` with
 * `data-menu` closes by Escape, a click elsewhere and a choice in it; `data-copy` makes a button copy; children with a
 * `data-title` of an element with `data-code-group` become tabs; a card has an element with `data-live-stage` for the frame of its edited demo, and the code of its files as `<pre>` in a `<details>`.
 */
export interface Theme extends Slots {
  /** The whole page. Everything else is placed by it. */
  Layout: ComponentType;
  /** First focusable element: leads to the content. */
  SkipLink: ComponentType;
  Header: ComponentType;
  Logo: ComponentType;
  /** Top navigation, with menus for the second level. */
  Navbar: ComponentType;
  /** Link that opens the search dialog; without JavaScript it leads to the list of all pages. */
  SearchButton: ComponentType;
  /** The search dialog, closed. Its script fills the elements with the roles `listbox` and `status`. */
  SearchDialog: ComponentType;
  SocialLinks: ComponentType;
  /** Light, dark, or as the system. Radio buttons named `color-scheme`; the boot script makes them work. */
  ColorSwitch: ComponentType;
  /** Language of the interface. */
  LanguageSwitch: ComponentType;
  /** Language of the content; nothing for one. */
  LocaleSwitch: ComponentType;
  /** Opens the sidebar, where it has no column: on phones and tablets. */
  SidebarButton: ComponentType;
  /** Opens the table of contents, where it has no column. */
  TocButton: ComponentType;
  /** *Static.* Pages of the section; `toc` has entries when the table of contents stands under the current one. */
  Sidebar: ComponentType<{ view: SidebarView; toc: TocEntry[] }>;
  /** *Static.* Table of contents. */
  Toc: ComponentType<{ entries: TocEntry[] }>;
  /** *Static.* Where a page is that lies deeper than its section; nothing for the others. */
  Breadcrumbs: ComponentType<{ entries: Breadcrumb[] }>;
  /** Heading, article and what belongs to them. */
  Content: ComponentType;
  /** Date, edit link, neighbours. */
  ContentFooter: ComponentType;
  Footer: ComponentType;
  Hero: ComponentType;
  Features: ComponentType;
  NotFound: ComponentType;
  /** *Static.* All pages of a section. */
  PageList: ComponentType<{ view: SidebarView }>;
  /** *Static.* Place of the tabs of a page, an empty element with `data-tablist`; its label is in `data-label`. */
  TabList: ComponentType;
  /**
   * *Static.* Panel of a page's tab, an element with the key in `data-tab` and the title in `data-title`. `isMain` marks the
   * text of the page itself, which has the title of the page above it.
   */
  TabPanel: ComponentType<{ tab: string; title: string; isMain: boolean; children: ReactNode }>;
  /** *Static.* Properties of an export, made from its types: `<API>`. */
  ApiTable: ComponentType<{ table: ApiTable }>;
  /** A demo with its code. It is a React root of its own and places the static pieces `demo:<id>` and `code:<id>`. */
  DemoCard: ComponentType<{ demo: DemoData }>;
  /** Title and way back above a demo on its page of its own, when that has a window to itself; stands outside of `#root`. */
  DemoHeader: ComponentType;
  /** Slot for further actions of a demo, after the tool's own; nothing by default. */
  DemoActions: ComponentType<{ demo: DemoData }>;
  /** Changes the project of a demo before it is sent to CodeSandbox, or to StackBlitz. */
  modifyCodeSandboxData?: ExportHook;
  modifyStackBlitzData?: ExportHook;
  /** *Static.* The files of a demo. */
  CodePanel: ComponentType<{ files: DemoFile[] }>;
  /** Stands in place of a demo or page that threw. */
  CrashBox: ComponentType<{ error: unknown; onRetry: () => void }>;
  /** Live region that announces new pages and copied code. */
  Announcer: ComponentType;
  /**
   * *Static* in `.md` pages: components that pages use by name, such as `<Badge>`. They get the attributes as props and
   * the content as children.
   */
  builtins: Record<string, Builtin>;
}

/** A component that pages use by name; what its props are is its own business. */
export type Builtin = ComponentType<never>;

const ThemeContext = createContext<Theme | undefined>(undefined);

/** Gives the components of a theme each other. */
export function ThemeProvider({ theme, children }: { theme: Theme; children: ReactNode }): ReactElement {
  return createElement(ThemeContext.Provider, { value: theme }, children);
}

/** The theme in use, so that a replaced component is used wherever the default one was. */
export function useTheme(): Theme {
  const theme = useContext(ThemeContext);
  if (!theme) throw new Error('No ThemeProvider is around the theme');
  return theme;
}

/** What the theme in use has put into a slot, or nothing. */
export function Slot({ name }: { name: keyof Slots }): ReactElement | null {
  const Component = useTheme()[name];
  return Component ? createElement(Component) : null;
}
