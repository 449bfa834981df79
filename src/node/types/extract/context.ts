import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type * as ts from '../compiler/index.ts';
import type { SourceModules } from '../defaults/source-modules.ts';
import type { PackageLookup } from './packages.ts';
import type { WrittenOrder } from './written-order.ts';

/** What the parts of one extraction share. It is made for the run and goes with it. */
export interface TypesContext {
  /** Absolute path. */
  projectRoot: string;
  program: ts.Program;
  checker: ts.Checker;
  packages: PackageLookup;
  modules: SourceModules;
  /** The order in which the parts of a type are written. */
  orderOf: (declared: ts.Node) => WrittenOrder;
  /** Absolute path of the file whose exports are described. */
  entryFile: string;
  /** Notes something to tell the author; the same thing twice in a file is told once. */
  report: (diagnostic: Diagnostic) => void;
  /** Text of a file, which is then one of the files that were read; undefined when there is none. */
  readFile: (filePath: string) => string | undefined;
}
