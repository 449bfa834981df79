import { withBase } from '../../shared/base-url.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import { isUrl } from '../project/csp.ts';

/** Returns the URLs of the site's icons. Without any, browsers would request `/favicon.ico`, and log that it is missing. */
export function iconsOf({ base, favicons, themeConfig: { brand } }: ResolvedConfig): string[] {
  if (favicons.length === 0) return [defaultIcon(brand)];
  return favicons.map((icon) => (isUrl(icon) && !icon.startsWith('/') ? icon : withBase(base, icon)));
}

function defaultIcon(brand = '#0b6b57'): string {
  const shape = `<rect width="16" height="16" rx="4" fill="${brand}"/><path d="M4 5h8M4 8h8M4 11h5" stroke="#fff"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shape}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
