import { type ComponentType, createContext, useContext } from 'react';
import type { PageData, PageEntry, SiteData } from '../shared/page-data.ts';
import type { Messages } from './intl.ts';
import type { LoadModule } from './load-module.ts';
import type { Statics } from './statics.ts';
import type { Store } from './store.ts';

/** Answers of the server's loader. */
export interface ServerData {
  /** Of the page that is shown; undefined until it is there. */
  get: () => unknown;
  /** Returns the function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
}

/** Component of an interactive page. */
export type PageModule = ComponentType<{ components: Record<string, unknown> }>;

/** The page that is shown: state, never derived from the address bar. */
export interface ShownPage {
  data: PageData;
  /** Component of an interactive page; absent when the article is static. */
  module?: PageModule;
  /** Counts the pages shown in this tab, from 0; static segments are put in anew when it changes. */
  sequence: number;
}

/** Options of a client navigation. */
export interface NavigateOptions {
  /** Replace the current history entry. Default false. */
  replace?: boolean;
}

/** What every React root of a page stands on; one a tab, and one a page on the server. */
export interface Runtime {
  site: SiteData;
  page: Store<ShownPage>;
  /** Id of the interface language in use. */
  language: Store<string>;
  messages: Messages;
  statics: Statics;
  /** Goes to an address of the site (with base), without a new document where that is possible. */
  navigate: (href: string, options?: NavigateOptions) => void;
  /** Fetches an address of the site (with base) ahead. */
  prefetch: (href: string) => void;
  /** Imports a module of the site; once it is gone, the page is loaded anew. */
  load: LoadModule;
  /** Lists the pages below a path. Absent in the browser, where the lists are in the data of the page. */
  listPages?: (below: string) => PageEntry[];
  /** Answers of the server's loader; made when one is first asked for. */
  serverData?: Promise<ServerData | undefined>;
  /** Ends a demo in its card, and starts it again, while an edited one stands in its place. Absent on the server. */
  demos?: { suspend: (id: string) => void; resume: (id: string) => void };
}

const RuntimeContext = createContext<Runtime | undefined>(undefined);

/** Gives a React root its runtime. */
export const RuntimeProvider = RuntimeContext.Provider;

/** The runtime of the React root that a component is rendered in. */
export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext);
  if (!runtime) throw new Error('No RuntimeProvider is around the theme');
  return runtime;
}
