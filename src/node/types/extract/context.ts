import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type * as ts from '../compiler/index.ts';
import type { SourceModules } from '../defaults/source-modules.ts';
import type { PackageLookup } from './packages.ts';
import type { WrittenOrder } from './written-order.ts';

/** Created for one run, and discarded afterwards. */
export interface TypesContext {
  projectRoot: string;
  program: ts.Program;
  checker: ts.Checker;
  packages: PackageLookup;
  modules: SourceModules;
  orderOf: (declared: ts.Node) => WrittenOrder;
  /** Absolute path of the file whose exports are described. */
  entryFile: string;
  /** Reports a diagnostic to the author. Duplicates within a file are reported once. */
  report: (diagnostic: Diagnostic) => void;
  readFile: (filePath: string) => string | undefined;
}
