import type { SourcePage } from './types.ts';

/** Returns the routes of a page: its own, and those of its fallback pages. */
export function routesOf({ routePath, fallbacks = [] }: SourcePage): string[] {
  return [routePath, ...fallbacks.map((fallback) => fallback.routePath)];
}
