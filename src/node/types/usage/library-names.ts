import type { ApiComponent } from '../../../shared/api.ts';
import { toPascalCase } from '../extract/list-exports.ts';

/** Says what the names that a demo imports are called in the API. */
export interface LibraryNames {
  /** Whether a module is the library, or a path of its package. */
  has: (module: string) => boolean;
  /**
   * Path of an export, such as `Cascader`: an id, or what an id begins with; empty for the library as a namespace (`*`).
   * @param name as exported, also `default` and `*`
   * @param localName what the importing file calls it
   */
  exportOf: (module: string, name: string, localName?: string) => string | undefined;
  /** Path of a member, such as `Cascader.Panel`; undefined when the API has none. */
  memberOf: (path: string, name: string) => string | undefined;
  /** What is known of a path. */
  componentOf: (path: string) => ApiComponent | undefined;
}

/** Parts of a module's path that name no component. */
const FOLDERS = /^(?:@.*|src|es|esm|cjs|lib|dist|index)$/;

/** @param library names of modules */
export function createLibraryNames(library: readonly string[], components: readonly ApiComponent[]): LibraryNames {
  const known = new Map(components.map((component) => [component.id, component]));
  const paths = new Set(components.flatMap(({ id }) => beginnings(id)));
  const top = components.filter(({ id, kind }) => kind === 'component' && !id.includes('.')).map(({ id }) => id);

  /** The API has the default export under a name: that of its module, as a rule. */
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

/** `A.B.C` begins with `A`, `A.B` and itself. */
function beginnings(id: string): string[] {
  const parts = id.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}
