/** Reads the files of a version that hosts read only at the root of a site. */
import { isPathIn } from '../../project/versions/check-tree.ts';
import type { SealedHeaders, SealedRedirect } from '../../project/versions/types.ts';

/** Rules of a version, and those that cannot apply below its base. */
export interface HostRules<Rule> {
  rules: Rule[];
  /** Paths of the other rules. */
  others: string[];
}

/** Files that have no effect below the root, and that say nothing about pages. */
export const ROOT_FILES = ['vercel.json', 'netlify.toml', 'CNAME'];

/** Parses a file `_headers`. */
export function parseHeaders(text: string, base: string): HostRules<SealedHeaders> {
  const blocks: SealedHeaders[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, name, value] = /^\s+([^\s:]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (/^\S/.test(line)) blocks.push({ path: line.trim(), headers: [] });
    else if (name !== undefined && value) blocks.at(-1)?.headers.push([name, value]);
  }
  return split(
    blocks.filter(({ headers }) => headers.length > 0),
    ({ path }) => path,
    ({ path }) => isPathIn(path, base),
  );
}

/** Parses a file `_redirects`. */
export function parseRedirects(text: string, base: string): HostRules<SealedRedirect> {
  const redirects = text.split(/\r?\n/).flatMap((line): SealedRedirect[] => {
    const [from = '', to = '', status = '301', ...more] = line.trim().split(/\s+/);
    if (from === '' || from.startsWith('#')) return [];
    // Conditions of hosts follow the status, and a rewrite has the status 200.
    return [{ from, to, status: more.length > 0 ? 0 : Number.parseInt(status, 10) }];
  });
  const isValid = ({ from, to, status }: SealedRedirect): boolean =>
    isPathIn(from, base) &&
    (isPathIn(to, base) || /^https?:\/\/[^\s"'<>]+$/.test(to)) &&
    [301, 302, 303, 307, 308].includes(status);
  return split(redirects, ({ from }) => from, isValid);
}

function split<Rule>(all: Rule[], nameOf: (rule: Rule) => string, isValid: (rule: Rule) => boolean): HostRules<Rule> {
  return { rules: all.filter(isValid), others: all.filter((rule) => !isValid(rule)).map(nameOf) };
}

/** Returns the policies that headers set for a page. */
export function policiesFor(rules: readonly SealedHeaders[], addresses: readonly string[]): string[] {
  return rules.flatMap(({ path, headers }) => {
    const policies = headers.filter(([name]) => name.toLowerCase() === 'content-security-policy');
    return policies.length > 0 && addresses.some((address) => patternOf(path).test(address))
      ? policies.map(([, policy]) => policy)
      : [];
  });
}

function patternOf(path: string): RegExp {
  const literal = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replace(/:\w+/g, '[^/]+')}$`);
}
