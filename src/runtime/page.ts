import type { PageData, SiteData } from '../shared/page-data.ts';
import { type PageModule, useRuntime } from './runtime.ts';
import { useStore } from './store.ts';

/** Data of the page that is shown. */
export function usePage(): PageData {
  return useStore(useRuntime().page).data;
}

/** What is the same on every page. */
export function useSite(): SiteData {
  return useRuntime().site;
}

/** Component of the page when it is interactive, else undefined: its content is then the static piece `article`. */
export function usePageModule(): PageModule | undefined {
  return useStore(useRuntime().page).module;
}
