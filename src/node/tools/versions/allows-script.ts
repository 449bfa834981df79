import { isAllowedBy } from '../../project/csp.ts';

/** `script`: address of a script of the same site, in a file. */
export function allowsScript(policies: readonly string[], script: URL | undefined): boolean {
  // A header can contain several policies.
  const each = policies.flatMap((policy) => policy.split(',')).filter((policy) => policy.trim() !== '');
  return each.every((policy) => allows(policy, script));
}

function allows(policy: string, script: URL | undefined): boolean {
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
    sources.includes("'self'") || sources.some((source) => /^(?:\*|https:)$/i.test(source)) || isAt(sources, script)
  );
}

function isAt(sources: string[], script: URL | undefined): boolean {
  return (
    script !== undefined &&
    isAllowedBy(
      sources.filter((source) => hasPath(source, script)),
      script,
    )
  );
}

/** Returns true if a source has no path, the path of the script, or that of a folder that contains it. */
function hasPath(source: string, { pathname }: URL): boolean {
  const [path = '/'] = /\/.*$/.exec(source.replace(/^[a-z]+:\/\//i, '')) ?? [];
  return path.endsWith('/') ? pathname.startsWith(path) : pathname === path;
}
