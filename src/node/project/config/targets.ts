/** Hosting providers for which configuration can be generated. */
export const TARGETS = ['github-pages', 'cloudflare-pages', 'netlify', 'vercel', 's3'] as const;

export type Target = (typeof TARGETS)[number];

/**
 * Hosts that return `guide.html` for `/guide`, and redirect to the URL with a slash for `guide/index.html` (Cloudflare
 * "HTML handling", Netlify "Pretty URLs"). All but GitHub Pages also redirect `/guide/` to `/guide`.
 */
export const FILE_HOSTS: ReadonlySet<Target | undefined> = new Set<Target>([
  'github-pages',
  'cloudflare-pages',
  'netlify',
]);

/**
 * GitHub Pages reads neither headers nor redirects; a script that uploads to a bucket reads redirects only. Without a
 * target, returns the files that most hosts read.
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
