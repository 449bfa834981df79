import { createSite } from './build-site.ts';
import { openDev } from './dev-pages.ts';
import { type OpenSite, openSite } from './pages.ts';

/** What serves a site: `dev` while it is written, `preview` of what `build` has made of it. */
export const SERVERS = ['dev', 'build'] as const;

/** Writes a site of inline files and opens it as a server gives it, for specs that mean the same in both. */
export async function openServed(server: (typeof SERVERS)[number], files: Record<string, string>): Promise<OpenSite> {
  if (server === 'dev') {
    const { dev, open, close } = await openDev(files);
    return { url: dev.url, open, close };
  }
  const { root, build } = await createSite(files);
  const { text } = await build({ cache: false });
  if (text) throw new Error(text);
  return await openSite({ root });
}
