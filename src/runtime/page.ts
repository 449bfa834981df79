import type { PageData, SiteData } from '../shared/page-data.ts';
import { type PageModule, useRuntime } from './runtime.ts';
import { useStore } from './store.ts';

/** Returns the data of the current page. */
export function usePage(): PageData {
  return useStore(useRuntime().page).data;
}

/** Returns the data that all pages share. */
export function useSite(): SiteData {
  return useRuntime().site;
}

/** Returns the component of an interactive page. Undefined for other pages: their content is the static piece `article`. */
export function usePageModule(): PageModule | undefined {
  return useStore(useRuntime().page).module;
}
