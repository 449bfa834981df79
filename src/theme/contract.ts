import { type ComponentType, createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react';
import type { Breadcrumb, ExportHook, SidebarView } from '../runtime/index.ts';
import type { ChangesPicker } from '../shared/api-changes/changes-data.ts';
import type { ApiProperties, ApiTable } from '../shared/api-table.ts';
import type { TocEntry } from '../shared/entities.ts';
import type { DemoData, DemoFile } from '../shared/page-data.ts';
import { SLOTS, type SlotName } from '../shared/slots.ts';
import type { StepInfo } from '../shared/steps.ts';

/**
 * Slots for content that a site adds around the main regions; empty unless a theme fills them. `Start` and `End` are
 * the ends of a row, `Top` and `Bottom` those of a column. All slots are live: they may have state, even in a static
 * region.
 */
export interface Slots {
  /** Above the header, for example an announcement. */
  LayoutTop?: ComponentType;
  /** Below the footer. */
  LayoutBottom?: ComponentType;
  /** After the logo, for example a version or a product switch. */
  HeaderStart?: ComponentType;
  /** After the social links. */
  HeaderEnd?: ComponentType;
  /** Before the first entry of the top navigation. `NavbarEnd`: after the last entry. */
  NavbarStart?: ComponentType;
  NavbarEnd?: ComponentType;
  /** Above and below the pages of the section, if there is a sidebar. */
  SidebarTop?: ComponentType;
  SidebarBottom?: ComponentType;
  /** Above the article and its breadcrumbs. */
  ContentTop?: ComponentType;
  /** Below the date and the adjacent pages, for example comments or a feedback question. */
  ContentBottom?: ComponentType;
  /** Above and below the table of contents, if it has a column. */
  TocTop?: ComponentType;
  TocBottom?: ComponentType;
  /** Above and below the footer's text, even if it is empty. */
  FooterTop?: ComponentType;
  FooterBottom?: ComponentType;
  /** In the bar of a demo card, before its actions. */
  DemoBar?: ComponentType<{ demo: DemoData }>;
  /** After the actions in the menu of a demo card; without a menu, in the bar. */
  DemoActions?: ComponentType<{ demo: DemoData }>;
  /** Below the code of a demo card, except while the demo is edited. */
  DemoBottom?: ComponentType<{ demo: DemoData }>;
  /** Below the hits of the search dialog. */
  SearchBottom?: ComponentType;
  /** Below the links of the page for unknown URLs. */
  NotFoundBottom?: ComponentType;
}

/**
 * A theme: React components named after regions of the screen. To create a theme, replace components of the default
 * theme: `export default { ...theme, Footer: MyFooter }`. Components show values from hooks and props, and compute
 * nothing. Components marked *static* are rendered once, at build time: they have no state and no effects in the
 * browser.
 *
 * Themes own their class names. Scripts look for attributes (`shared/dom-contract.ts`):
 * - A `<details>` with `data-menu` closes on Escape, on a click elsewhere, and on a choice in it.
 * - `data-copy` turns a button into a copy button. Without a value, it copies the nearest `<pre>`: the code of a block, or
 *   the open file of a demo.
 * - Children with `data-title` of an element with `data-code-group` become tabs.
 * - A card has an element with `data-live-stage` for the frame of its edited demo. The code of its files is in `<pre>`
 *   elements in a `<details>`.
 */
export interface Theme extends Slots {
  /** The whole page, which contains all other components. */
  Layout: ComponentType;
  /** First focusable element: leads to the content. */
  SkipLink: ComponentType;
  /** Contains the drawer, which is a row of the header in wide windows. */
  Header: ComponentType;
  Logo: ComponentType;
  /** Top navigation, with menus for the second level. */
  Navbar: ComponentType;
  /** Link that opens the search dialog; without JavaScript it leads to the list of all pages. */
  SearchButton: ComponentType;
  /** The search dialog, closed. Its script fills the elements with the roles `listbox` and `status`. */
  SearchDialog: ComponentType;
  SocialLinks: ComponentType;
  /** Switch for light, dark, or the system's color scheme. Radio buttons named `color-scheme`, which the boot script controls. */
  ColorSwitch: ComponentType;
  /** Language of the interface. */
  LanguageSwitch: ComponentType;
  /** Language of the content. Renders nothing for a single language. */
  LocaleSwitch: ComponentType;
  /** The page in the other versions of the site. Renders nothing for a single version. */
  VersionSwitch: ComponentType;
  /** Contains the sidebar. It is a column below the header, or on phones and tablets a part of the header's drawer. */
  SidebarColumn: ComponentType;
  /** Opens the table of contents if it has no column. The boot script writes the section in view into `data-section`. */
  TocButton: ComponentType;
  /** *Static.* Pages of the section. `toc` has entries if the table of contents is below the current page. */
  Sidebar: ComponentType<{ view: SidebarView; toc: TocEntry[] }>;
  /** *Static.* Table of contents. */
  Toc: ComponentType<{ entries: TocEntry[] }>;
  /** *Static.* Path to a page that is nested in its section. Renders nothing for other pages. */
  Breadcrumbs: ComponentType<{ entries: Breadcrumb[] }>;
  /** Heading, article, and related content. */
  Content: ComponentType;
  /** Date, edit link, previous and next page. */
  ContentFooter: ComponentType;
  Footer: ComponentType;
  Hero: ComponentType;
  Features: ComponentType;
  NotFound: ComponentType;
  /** *Static.* All pages of a section. */
  PageList: ComponentType<{ view: SidebarView }>;
  /** *Static.* Container for the tabs of a page: an empty element with `data-tablist`, and its label in `data-label`. */
  TabList: ComponentType;
  /**
   * *Static.* Panel of a page's tab: an element with the key in `data-tab` and the title in `data-title`. `isMain`
   * marks the text of the page itself, which is below the page's title.
   */
  TabPanel: ComponentType<{ tab: string; title: string; isMain: boolean; children: ReactNode }>;
  /** *Static.* API table of an export, generated from its types: `<API>`. */
  ApiTable: ComponentType<{ table: ApiTable }>;
  /**
   * *Static.* Picker of two versions on the page of changes. An element with `data-changes` contains the selects `from` and `to`,
   * the checkbox `breaking`, and the strings of the changes. The next element, with `data-changes-result`, is empty.
   */
  ApiChanges: ComponentType<{ picker: ChangesPicker }>;
  /** *Static.* Properties that the demos of a page use, in the column beside them. */
  DemoProperties: ComponentType<{ groups: ApiProperties[] }>;
  /**
   * *Static.* A demo's step names, the controls of the step player, and the keys used in keyboard steps. The player shows
   * its state in attributes: the element with `data-steps` contains controls with `data-step-action` (`play`, `previous`,
   * `next`, `speed`), and for each step, in order, an element with `data-step`.
   */
  DemoSteps: ComponentType<{ steps: StepInfo[]; playground?: boolean }>;
  /**
   * A demo with its code. It is a separate React root, and contains the static pieces `demo:<id>` and `code:<id>`, and for
   * a demo with steps `steps:<id>`, whose controls work with `useSteps()`.
   */
  DemoCard: ComponentType<{ demo: DemoData }>;
  /** Title and back link above a demo on its stand-alone page, if the page is open in its own window. It is outside of `#root`. */
  DemoHeader: ComponentType;
  /** Changes the project of a demo before it is sent to CodeSandbox. `modifyStackBlitzData`: to StackBlitz. */
  modifyCodeSandboxData?: ExportHook;
  modifyStackBlitzData?: ExportHook;
  /** *Static.* The files of a demo. */
  CodePanel: ComponentType<{ files: DemoFile[] }>;
  /** Replaces a demo or page that threw an error. */
  CrashBox: ComponentType<{ error: unknown; onRetry: () => void }>;
  /** Live region that announces new pages and copied code. */
  Announcer: ComponentType;
  /**
   * *Static* in `.md` pages: components that pages use by name, such as `<Badge>`. They receive the attributes as props
   * and the content as children.
   */
  builtins: Record<string, Builtin>;
}

/** A component that pages use by name, with any props. */
export type Builtin = ComponentType<never>;

const NAMES: Record<Exclude<keyof Theme, SlotName>, true> = {
  Layout: true,
  SkipLink: true,
  Header: true,
  Logo: true,
  Navbar: true,
  SearchButton: true,
  SearchDialog: true,
  SocialLinks: true,
  ColorSwitch: true,
  LanguageSwitch: true,
  LocaleSwitch: true,
  VersionSwitch: true,
  SidebarColumn: true,
  TocButton: true,
  Sidebar: true,
  Toc: true,
  Breadcrumbs: true,
  Content: true,
  ContentFooter: true,
  Footer: true,
  Hero: true,
  Features: true,
  NotFound: true,
  PageList: true,
  TabList: true,
  TabPanel: true,
  ApiTable: true,
  ApiChanges: true,
  DemoProperties: true,
  DemoSteps: true,
  DemoCard: true,
  DemoHeader: true,
  modifyCodeSandboxData: true,
  modifyStackBlitzData: true,
  CodePanel: true,
  CrashBox: true,
  Announcer: true,
  builtins: true,
};

/** Returns the names of everything that a theme can replace. It is a function, so that browser scripts omit the names. */
export function themeNames(): string[] {
  return [...SLOTS, ...Object.keys(NAMES)];
}

const ThemeContext = createContext<Theme | undefined>(undefined);

/** Provides the theme to its components. */
export function ThemeProvider({ theme, children }: { theme: Theme; children: ReactNode }): ReactElement {
  return createElement(ThemeContext.Provider, { value: theme }, children);
}

/** Returns the theme in use, so that a replaced component is used everywhere. Throws an Error without a `ThemeProvider`. */
export function useTheme(): Theme {
  const theme = useContext(ThemeContext);
  if (!theme) throw new Error('No ThemeProvider is around the theme');
  return theme;
}

/** The name of a slot, with the props of its component. */
type SlotProps = {
  [Name in SlotName]: { name: Name } & (NonNullable<Slots[Name]> extends ComponentType<infer Props> ? Props : never);
}[SlotName];

/** Renders the theme's content of a slot, or nothing. Slots of a demo card need the `demo`. */
export function Slot({ name, ...props }: SlotProps): ReactElement | null {
  const Component = useTheme()[name] as ComponentType<object> | undefined;
  return Component ? createElement(Component, props) : null;
}
