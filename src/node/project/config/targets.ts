/** Hosting providers for which configuration can be generated. */
export const TARGETS = ['github-pages', 'cloudflare-pages', 'netlify', 'vercel', 's3'] as const;

export type Target = (typeof TARGETS)[number];

/**
 * Hosts that return `guide.html` for `/guide`, and redirect `/guide` to `/guide/` if the page is `guide/index.html`. They also
 * redirect `/guide/` to `/guide`, except GitHub Pages. Sources: Cloudflare's "HTML handling", Netlify's "Pretty URLs", and the
 * responses of GitHub Pages.
 */
export const FILE_HOSTS: ReadonlySet<Target | undefined> = new Set<Target>([
  'github-pages',
  'cloudflare-pages',
  'netlify',
]);
