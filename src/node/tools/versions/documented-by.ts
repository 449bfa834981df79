import { isLine } from '../../project/versions/check-version.ts';

interface ComponentsFile {
  $schema?: unknown;
  packageVersion?: unknown;
  components?: { id?: unknown; kind?: unknown; demos?: { url?: unknown }[] }[];
}

/** The page with most demos of a component documents it. `text` may be empty. */
export function documentedBy(text: string, base: string): Map<string, string[]> {
  const pages = new Map<string, string[]>();
  for (const { id, kind, demos = [] } of componentsIn(text)) {
    if (!isLine(id) || kind === 'type') continue;
    const counts = new Map<string, number>();
    for (const { url } of demos) {
      const route = typeof url === 'string' ? routeIn(url, base) : undefined;
      if (route !== undefined) counts.set(route, (counts.get(route) ?? 0) + 1);
    }
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    if (most) pages.set(most[0], [...(pages.get(most[0]) ?? []), id]);
  }
  return pages;
}

/** Undefined if the site does not name it. `text` may be empty. */
export function documentedVersion(text: string): string | undefined {
  const { $schema, packageVersion } = parse(text);
  // Other tools write files of this name too.
  return $schema === './components.schema.json' && isLine(packageVersion) ? packageVersion : undefined;
}

function componentsIn(text: string): NonNullable<ComponentsFile['components']> {
  const { components } = parse(text);
  return Array.isArray(components) ? components : [];
}

function parse(text: string): ComponentsFile {
  try {
    return (JSON.parse(text) as ComponentsFile | null) ?? {};
  } catch {
    // The site has no components, or another tool wrote the file.
    return {};
  }
}

function routeIn(url: string, base: string): string | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  if (!path.startsWith(base)) return undefined;
  try {
    return decodeURI(path.slice(base.length)).replace(/\/$/, '');
  } catch {
    // Not an address.
    return undefined;
  }
}
