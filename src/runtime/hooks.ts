import { useLayoutEffect } from 'react';
import { RENDER_EVENT } from './events.ts';
import { type NavigateOptions, useRuntime } from './runtime.ts';
import { useStore } from './store.ts';

/** Returns the function that navigates to an address of the site (with base). */
export function useNavigate(): (href: string, options?: NavigateOptions) => void {
  return useRuntime().navigate;
}

/** Notifies boot that the shell has new elements: after hydration, after every page, and after React recovered. For layouts. */
export function useRender(): void {
  const { page } = useRuntime();
  const shown = useStore(page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: dispatched once for every page that is shown
  useLayoutEffect(() => void document.dispatchEvent(new Event(RENDER_EVENT)), [shown]);
}
