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

/**
 * Returns the output files from which a host reads headers and redirects. GitHub Pages reads neither. A script that fills a bucket
 * reads the redirects only. Without a target, these are the files that most hosts read.
 */
export function rulesFiles(target: Target | undefined): { headers?: string; redirects?: string } {
  switch (target) {
    case 'vercel':
      return { headers: 'vercel.json', redirects: 'vercel.json' };
    case 'github-pages':
      return {};
    case 's3':
      return { redirects: '_redirects' };
    default:
      return { headers: '_headers', redirects: '_redirects' };
  }
}
