import { type ComponentType, createContext, useContext } from 'react';
import type { DemoData, PageData, PageEntry, SiteData } from '../shared/page-data.ts';
import type { Messages } from './intl.ts';
import type { LoadModule } from './load-module.ts';
import type { Playgrounds } from './playground-types.ts';
import type { Statics } from './statics.ts';
import type { Store } from './store.ts';

export interface ServerData {
  /** Returns the data of the current page; undefined until it is loaded. */
  get: () => unknown;
  subscribe: (listener: () => void) => () => void;
}

export type PageModule = ComponentType<{ components: Record<string, unknown> }>;

/** The current page. It is state, never derived from the address bar. */
export interface ShownPage {
  data: PageData;
  module?: PageModule;
  /** Static pieces are attached again when it changes. */
  sequence: number;
}

export interface NavigateOptions {
  /** Replaces the current history entry. Default: false. */
  replace?: boolean;
}

/** Stops and restarts demos. Their cards stay. */
export interface RunningDemos {
  suspend: (id: string) => void;
  /** Restarts a demo in its initial state. Resolves when it is mounted or shows its error. `change`: data that differs this time. */
  resume: (id: string, change?: Partial<DemoData>) => Promise<void>;
}

/** Context that all React roots of a page share: one object per browser tab, and on the server one per page. */
export interface Runtime {
  site: SiteData;
  page: Store<ShownPage>;
  language: Store<string>;
  messages: Messages;
  statics: Statics;
  /** Navigates to a URL of the site (with base), without a new document where possible. */
  navigate: (href: string, options?: NavigateOptions) => void;
  prefetch: (href: string) => void;
  /** Imports a module of the site. If the module no longer exists, the page reloads. */
  load: LoadModule;
  /** Lists the pages under a path. Absent in the browser, where the page data contains the lists. */
  listPages?: (below: string) => PageEntry[];
  /** Responses of the server's loader; created on first use. */
  serverData?: Promise<ServerData | undefined>;
  /** The demos of the page. Absent on the server. */
  demos?: RunningDemos;
  /** The playgrounds of the page. Absent on the server. */
  playgrounds?: Playgrounds;
}

const RuntimeContext = createContext<Runtime | undefined>(undefined);

export const RuntimeProvider = RuntimeContext.Provider;

export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext);
  if (!runtime) throw new Error('No RuntimeProvider is around the theme');
  return runtime;
}
