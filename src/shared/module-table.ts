import { ownValue } from './own-value.ts';

/** Modules of packages by key, each evaluated on first use. */
export type ModuleTable = Record<string, () => unknown>;

/** Returns undefined if the table lacks the module. The module `a?x,y` consists of the modules `a?x` and `a?y`. */
export function findModule(table: ModuleTable | undefined, key: string): (() => unknown) | undefined {
  const whole = ownValue(table, key);
  if (whole) return whole;
  const parts = partsOf(key).map(([name, part]) => ({ name, evaluate: ownValue(table, part) }));
  if (parts.length < 2 || parts.some(({ evaluate }) => !evaluate)) return undefined;
  return () => {
    const modules = parts.map(({ name, evaluate }) => ({ name, module: evaluate?.() as Record<string, unknown> }));
    return Object.defineProperties(
      {},
      Object.fromEntries([
        ['__esModule', { value: true }],
        ...modules.map(({ name, module }) => [name, { enumerable: true, get: () => module[name] }]),
      ]),
    );
  };
}

/** Returns the exported names of a key such as `a?x,y`, each with the key of a module that exports it alone. */
export function partsOf(key: string): [name: string, key: string][] {
  const [, module = '', names] = /^([^?]*)\?(.*)$/.exec(key) ?? [];
  return names ? names.split(',').map((name) => [name, `${module}?${name}`]) : [];
}
