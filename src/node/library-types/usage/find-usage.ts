import type { ApiComponent } from '../../../shared/api.ts';
import type { Session } from '../compiler/index.ts';
import { createRowLookup } from './api-rows.ts';
import { collectUses } from './collect-uses.ts';
import { createDemoModules, parseDemos, type UsageDemo } from './demo-modules.ts';
import { createLibraryNames } from './library-names.ts';
import { createMeanings } from './meanings.ts';
import { createUsageRecord, type Usage } from './usage-record.ts';

export type { UsageDemo, UsageFile } from './demo-modules.ts';
export type { Usage } from './usage-record.ts';

/**
 * Finds which demos use which exports of the library, and which of their properties, by the syntax of their files: elements
 * and their attributes, `createElement`, calls of functions, types of values; through spreads, constants, functions and
 * files of the demo. What a wrapper such as `styled(Cascader)` is given is not seen. A file whose syntax is wrong is left
 * out. The same input gives the same result.
 *
 * @param input.library names of the modules that are the library; paths below them are too
 * @param input.components all that the library exports
 * @param session what the demos are parsed with
 */
export function findUsage(
  input: { demos: UsageDemo[]; library: string[]; components: ApiComponent[] },
  session: Session,
): Usage {
  const { demos, library, components } = input;
  const names = createLibraryNames(library, components);
  const rows = createRowLookup(components);
  const record = createUsageRecord(components);
  const parse = parseDemos(demos, session);
  for (const demo of demos) {
    const modules = createDemoModules(demo, parse);
    const meanings = createMeanings(modules, names);
    const add = (id: string, prop?: string): void => record.add(demo.id, id, prop);
    for (const file of modules.files) collectUses(file, { meanings, names, rows, add });
  }
  return record.result();
}
