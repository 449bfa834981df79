/** Hosts that a site can be written for. */
export const TARGETS = ['github-pages', 'cloudflare-pages', 'netlify', 'vercel', 's3'] as const;

export type Target = (typeof TARGETS)[number];
