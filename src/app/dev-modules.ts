// In `dev`: provides the modules of the runtime, and those of packages, which have separate scripts.
import { load as loadReact, names as reactModules } from 'cascader-docs:react';
import { modules } from 'cascader-docs:runtime-modules';
import { findModule } from '../shared/module-table.ts';

/** Throws an Error for an unknown name. */
export function load(name: string): unknown {
  if (reactModules.includes(name)) return loadReact(name);
  if (Object.hasOwn(modules, name)) return Object.defineProperty({ ...modules[name] }, '__esModule', { value: true });
  const evaluate = findModule(globalThis.cascaderModules, name);
  if (!evaluate) throw new Error(`Cannot find module: ${name}`);
  return evaluate();
}
