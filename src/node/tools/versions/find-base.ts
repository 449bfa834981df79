import type { HtmlFacts } from './read-html.ts';

/** Maximum number of addresses to remember. */
const MOST = 20_000;

/** Maximum length of an address. */
const LONGEST = 2000;

export type BaseEvidence = ReturnType<typeof createBaseEvidence>;

/** `files`: paths of the site's files. */
export function createBaseEvidence(files: ReadonlySet<string>) {
  const assets = new Map<string, string>();
  const links = new Map<string, string>();
  const bases = new Map<string, number>();
  let pages = 0;
  let home: string | undefined;
  const note = (into: Map<string, string>, addresses: readonly string[], file: string): void => {
    for (const address of addresses) {
      const path = pathOf(address);
      if (path !== undefined && into.size < MOST && !into.has(path)) into.set(path, file);
    }
  };
  return {
    add(file: string, page: Pick<HtmlFacts, 'base' | 'isRedirect' | 'assets' | 'links'>): void {
      note(assets, page.assets, file);
      note(links, page.links, file);
      const base = page.base === undefined ? undefined : pathOf(page.base);
      // Parts of pages, and pages that only lead to another, may have any base.
      if (page.isRedirect || /(?:^|\/)~/.test(file)) return;
      pages++;
      if (!base?.endsWith('/')) return;
      bases.set(base, (bases.get(base) ?? 0) + 1);
      if (file === 'index.html') home = base;
    },
    /** Returns the base. Returns undefined if the addresses fit any base. */
    base: (): string | undefined => {
      const [most, count = 0] = mostFrequent(bases) ?? [];
      return home ?? (count * 2 > pages ? most : undefined) ?? votesOf(assets, files) ?? votesOf(links, files);
    },
    /** Returns the URLs that lead out of `base`, each with the first page that has it. */
    outside: (base: string): { url: string; file: string }[] =>
      [...new Map([...assets, ...links])]
        .filter(([url]) => !`${url}/`.startsWith(base))
        .map(([url, file]) => ({ url, file })),
  };
}

/** Returns the path of an address that begins at the root of the host. */
function pathOf(address: string): string | undefined {
  if (!/^\/(?![/\\])/.test(address) || address.length > LONGEST) return undefined;
  const [path = ''] = address.split(/[?#]/, 1);
  try {
    return decodeURI(path);
  } catch {
    // Not an encoded address.
    return path;
  }
}

/** Each address supports the bases with which it leads to a file. */
function votesOf(addresses: ReadonlyMap<string, string>, files: ReadonlySet<string>): string | undefined {
  const votes = new Map<string, number>();
  for (const address of addresses.keys()) {
    const base = baseIn(address, files);
    if (base !== undefined) votes.set(base, (votes.get(base) ?? 0) + 1);
  }
  return mostFrequent(votes)?.[0];
}

/** Returns the shortest base with which an address leads to a file. The address of a folder is not enough, because it may belong to another site. */
function baseIn(address: string, files: ReadonlySet<string>): string | undefined {
  for (let end = 0; end !== -1; end = address.indexOf('/', end + 1)) {
    const rest = address.slice(end + 1);
    const page = rest.replace(/\/$/, '');
    const names = [rest, `${page}/index.html`, `${page}.html`];
    if (rest !== '' && names.some((name) => files.has(name))) return address.slice(0, end + 1);
  }
  return undefined;
}

function mostFrequent(votes: ReadonlyMap<string, number>): [base: string, count: number] | undefined {
  return [...votes].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0];
}
