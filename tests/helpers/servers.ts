import { createSite } from './build-site.ts';
import { openDev } from './dev-pages.ts';
import { type OpenSite, openSite } from './pages.ts';

/** Servers of a site: `dev`, and `preview` of what `build` has written. */
export const SERVERS = ['dev', 'build'] as const;

/** Writes a site of inline files and opens it with one of the servers, for tests that apply to both. */
export async function openServed(server: (typeof SERVERS)[number], files: Record<string, string>): Promise<OpenSite> {
  if (server === 'dev') {
    const { dev, open } = await openDev(files);
    return { url: dev.url, open };
  }
  const { root, build } = await createSite(files);
  const { text } = await build({ cache: false });
  if (text) throw new Error(text);
  return await openSite({ root });
}
