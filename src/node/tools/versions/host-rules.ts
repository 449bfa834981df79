import { isPathIn } from '../../project/versions/check-version.ts';
import type { VersionHeaders, VersionRedirect } from '../../project/versions/types.ts';

/** Rules of a version, and those that cannot apply below its base. */
export interface HostRules<Rule> {
  rules: Rule[];
  others: string[];
}

/** Files that have no effect below the root, and that say nothing about pages. */
export const ROOT_FILES = ['vercel.json', 'netlify.toml', 'CNAME'];

export function parseHeaders(text: string, base: string): HostRules<VersionHeaders> {
  const blocks: VersionHeaders[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    if (/^\S/.test(line)) {
      blocks.push({ path: line.trim(), headers: [] });
      continue;
    }
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim()];
    if (/^\S+$/.test(name) && value !== '') blocks.at(-1)?.headers.push([name, value]);
  }
  return split(
    blocks.filter(({ headers }) => headers.length > 0),
    ({ path }) => path,
    ({ path }) => isPathIn(path, base),
  );
}

export function parseRedirects(text: string, base: string): HostRules<VersionRedirect> {
  const redirects = text.split(/\r?\n/).flatMap((line): VersionRedirect[] => {
    const [from = '', to = '', status = '301', ...more] = line.trim().split(/\s+/);
    if (from === '' || from.startsWith('#')) return [];
    // Conditions of hosts follow the status, and a rewrite has the status 200.
    return [{ from, to, status: more.length > 0 ? 0 : Number.parseInt(status, 10) }];
  });
  const isValid = ({ from, to, status }: VersionRedirect): boolean =>
    isPathIn(from, base) &&
    (isPathIn(to, base) || /^https?:\/\/[^\s"'<>]+$/.test(to)) &&
    [301, 302, 303, 307, 308].includes(status);
  return split(redirects, ({ from }) => from, isValid);
}

function split<Rule>(all: Rule[], nameOf: (rule: Rule) => string, isValid: (rule: Rule) => boolean): HostRules<Rule> {
  return { rules: all.filter(isValid), others: all.filter((rule) => !isValid(rule)).map(nameOf) };
}

export function policiesFor(rules: readonly VersionHeaders[], addresses: readonly string[]): string[] {
  return rules.flatMap(({ path, headers }) => {
    const policies = headers.filter(([name]) => name.toLowerCase() === 'content-security-policy');
    return policies.length > 0 && addresses.some((address) => matchesPath(path, address))
      ? policies.map(([, policy]) => policy)
      : [];
  });
}

/**
 * `*` stands for any text, `:name` for a segment. Follows all ways to match at once, because a regular expression would
 * try them one after the other.
 */
function matchesPath(path: string, address: string): boolean {
  let ends = new Set([0]);
  for (const [part] of path.matchAll(/\*+|:\w+|[^*:]+|:/g)) {
    const next = new Set<number>();
    for (const end of ends) {
      if (part.startsWith('*')) {
        for (let to = end; to <= address.length && !next.has(to); to++) next.add(to);
      } else if (/^:\w/.test(part)) {
        for (let to = end; to < address.length && address[to] !== '/' && !next.has(to + 1); to++) next.add(to + 1);
      } else if (address.startsWith(part, end)) next.add(end + part.length);
    }
    if (next.size === 0) return false;
    ends = next;
  }
  return ends.has(address.length);
}
