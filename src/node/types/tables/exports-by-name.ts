import type { ApiComponent } from '../../../shared/api.ts';

/** An export with its names. In documentation inside a package, exports have no source, and aliases are unambiguous. */
type Named = Pick<ApiComponent, 'id' | 'aliases'> & Partial<Pick<ApiComponent, 'source'>>;

/** Maps names to exports. An alias of two different exports is left out. */
export function exportsByName<Component extends Named>(components: readonly Component[]): Map<string, Component> {
  const found = new Map<string, Component>();
  const ambiguous = new Set<string>();
  for (const component of components) {
    for (const alias of component.aliases ?? []) {
      const other = found.get(alias);
      if (other && alias !== 'default' && sourceOf(other) !== sourceOf(component)) ambiguous.add(alias);
      if (!other) found.set(alias, component);
    }
  }
  for (const alias of ambiguous) found.delete(alias);
  for (const component of components) found.set(component.id, component);
  return found;
}

/** Returns the source of an export. Two exports with the same declaration are the same component. */
function sourceOf({ source }: Named): string | undefined {
  return source && `${source.file}:${source.line}`;
}
