import type { ApiComponent } from '../../../shared/api.ts';
import type { Session } from '../compiler/index.ts';
import { createRowLookup } from './api-rows.ts';
import { collectUses } from './collect-uses.ts';
import { createDemoModules, parseDemos, type UsageDemo } from './demo-modules.ts';
import { createLibraryNames } from './library-names.ts';
import { createMeanings } from './meanings.ts';
import type { DemoUses } from './usage.ts';

export type { UsageDemo, UsageFile } from './demo-modules.ts';

/**
 * Reads elements, `createElement`, calls and type annotations; follows spreads, constants, functions and files of the
 * demo. Wrappers such as `styled(Cascader)` are not found, and files with syntax errors are skipped. The result of a
 * demo does not depend on other demos.
 */
export function findUses(
  input: { demos: UsageDemo[]; library: string[]; components: ApiComponent[] },
  session: Session,
): Map<string, DemoUses> {
  const { demos, library, components } = input;
  const names = createLibraryNames(library, components);
  const rows = createRowLookup(components);
  const properties = new Map(components.map(({ id, props }) => [id, new Set(props.map(({ name }) => name))]));
  const parse = parseDemos(demos, session);
  const usesOf = (demo: UsageDemo): DemoUses => {
    const uses = new Map<string, Set<string>>();
    const modules = createDemoModules(demo, parse);
    const meanings = createMeanings(modules, names);
    const add = (id: string, prop?: string): void => {
      const known = properties.get(id);
      if (!known || (prop !== undefined && !known.has(prop))) return;
      const props = uses.get(id) ?? new Set();
      if (prop !== undefined) props.add(prop);
      uses.set(id, props);
    };
    for (const file of modules.files) collectUses(file, { meanings, names, rows, add });
    return new Map(Array.from(uses, ([id, props]) => [id, [...props]]));
  };
  return new Map(demos.map((demo) => [demo.id, usesOf(demo)]));
}
