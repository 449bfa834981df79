import type { SourcePage } from './types.ts';

export function routesOf({ routePath, fallbacks = [] }: SourcePage): string[] {
  return [routePath, ...fallbacks.map((fallback) => fallback.routePath)];
}
