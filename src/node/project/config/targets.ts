/** Hosting providers for which configuration can be generated. */
export const TARGETS = ['github-pages', 'cloudflare-pages', 'netlify', 'vercel', 's3'] as const;

export type Target = (typeof TARGETS)[number];
