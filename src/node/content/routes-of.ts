import type { SourcePage } from './types.ts';

/** Addresses of a page: its own, and those at which it stands in. */
export function routesOf({ routePath, fallbacks = [] }: SourcePage): string[] {
  return [routePath, ...fallbacks.map((fallback) => fallback.routePath)];
}
