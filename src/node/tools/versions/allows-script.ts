import { isAllowedBy } from '../../project/csp.ts';

/**
 * Returns true if all content security policies allow a script of the same site, which is in a file.
 *
 * @param origin address of the site's host, if it is known
 */
export function allowsScript(policies: readonly string[], origin: URL | undefined): boolean {
  // A header can contain several policies.
  return policies.flatMap((policy) => policy.split(',')).every((policy) => allows(policy, origin));
}

function allows(policy: string, origin: URL | undefined): boolean {
  const directives = new Map<string, string[]>();
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    // Browsers ignore a directive that is repeated.
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  if (directives.has('sandbox') && !directives.get('sandbox')?.includes('allow-scripts')) return false;
  const sources = ['script-src-elem', 'script-src', 'default-src'].flatMap((name) => {
    const found = directives.get(name);
    return found ? [found.map((source) => (source.startsWith("'") ? source.toLowerCase() : source))] : [];
  })[0];
  if (sources === undefined) return true;
  // Then only scripts with a nonce or a hash run, and what they load.
  if (sources.includes("'strict-dynamic'")) return false;
  return (
    sources.includes("'self'") || sources.some((source) => /^(?:\*|https:)$/i.test(source)) || isAt(sources, origin)
  );
}

function isAt(sources: string[], origin: URL | undefined): boolean {
  return origin !== undefined && isAllowedBy(sources, origin);
}
