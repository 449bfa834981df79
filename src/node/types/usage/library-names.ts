import type { ApiComponent } from '../../../shared/api.ts';
import { toPascalCase } from '../extract/list-exports.ts';

export interface LibraryNames {
  /** Returns true if a module is the library, or a path of its package. */
  has: (module: string) => boolean;
  /** An id, or the beginning of one; empty for the library as a namespace (`*`). `name` is the exported name. */
  exportOf: (module: string, name: string, localName?: string) => string | undefined;
  /** Returns the path of a member, such as `Cascader.Panel`; undefined if the API has none. */
  memberOf: (path: string, name: string) => string | undefined;
  componentOf: (path: string) => ApiComponent | undefined;
}

/** Segments of a module's path that are not the name of a component. */
const FOLDERS = /^(?:@.*|src|es|esm|cjs|lib|dist|index)$/;

export function createLibraryNames(library: readonly string[], components: readonly ApiComponent[]): LibraryNames {
  const known = new Map(components.map((component) => [component.id, component]));
  const paths = new Set(components.flatMap(({ id }) => beginnings(id)));
  const top = components.filter(({ id, kind }) => kind === 'component' && !id.includes('.')).map(({ id }) => id);

  /** The API lists the default export under a name, which usually is the name of its module. */
  const defaultOf = (moduleName: string, localName: string | undefined): string | undefined => {
    const name = toPascalCase(moduleName);
    return [name, top.find((id) => name.endsWith(id)), localName, top.length === 1 ? top[0] : undefined].find(
      (id) => id !== undefined && known.has(id),
    );
  };
  const memberOf = (path: string, name: string): string | undefined => {
    if (path === '' && name === 'default') {
      return library.map((module) => exportOf(module, name)).find((found) => found !== undefined);
    }
    const member = path === '' ? name : `${path}.${name}`;
    return paths.has(member) ? member : undefined;
  };
  const exportOf: LibraryNames['exportOf'] = (module, name, localName) => {
    const parts = module.replace(/\.[cm]?[jt]sx?$/, '').split('/');
    const [main = '', ...inside] = parts.filter((part) => !FOLDERS.test(part));
    if (name === 'default') return defaultOf(inside.at(-1) ?? main, localName);
    if (name === '*') return inside.length === 0 ? '' : undefined;
    return memberOf('', name);
  };
  return {
    has: (module) => library.some((name) => module === name || module.startsWith(`${name}/`)),
    exportOf,
    memberOf,
    componentOf: (path) => known.get(path),
  };
}

/** Returns the beginnings of an id: for `A.B.C`, these are `A`, `A.B` and `A.B.C`. */
function beginnings(id: string): string[] {
  const parts = id.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}
