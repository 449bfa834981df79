import type ts from 'typescript';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceModules } from './defaults/source-modules.ts';
import type { PackageLookup } from './packages.ts';

/** What the parts of one extraction share. It is made for the run and goes with it. */
export interface ApiContext {
  /** Absolute path. */
  projectRoot: string;
  program: ts.Program;
  checker: ts.TypeChecker;
  packages: PackageLookup;
  modules: SourceModules;
  /** Absolute path of the file whose exports are described. */
  entryFile: string;
  /** Notes something to tell the author; the same thing twice in a file is told once. */
  report: (diagnostic: Diagnostic) => void;
  /** Text of a file, which is then one of the files that were read; undefined when there is none. */
  readFile: (filePath: string) => string | undefined;
}
