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
