import {
  type CheckFilesOptions,
  type CheckFilesResult,
  checkFiles as check,
} from '../../../src/node/types/check/check-files.ts';
import {
  type CodeTypesOptions,
  type CodeTypesResult,
  readCodeTypes as read,
} from '../../../src/node/types/code/code-types.ts';
import {
  type CompareApisOptions,
  type ComparedApis,
  compareApis as compare,
} from '../../../src/node/types/compare/compare-apis.ts';
import {
  type MissingImports,
  type MissingImportsOptions,
  missingImports as missing,
} from '../../../src/node/types/compare/missing-imports.ts';
import { type Compiler, type Session, startCompiler } from '../../../src/node/types/compiler/index.ts';
import {
  type PlaygroundsOptions,
  type PlaygroundsResult,
  readPlaygrounds as readAll,
} from '../../../src/node/types/controls/read-playgrounds.ts';
import {
  type ExtractApiOptions,
  type ExtractedApi,
  extractApi as extract,
} from '../../../src/node/types/extract/extract-api.ts';
import { findUses } from '../../../src/node/types/usage/find-uses.ts';
import { type Usage, usageOf } from '../../../src/node/types/usage/usage.ts';
import { afterFile } from '../after-file.ts';

let compiler: Compiler | undefined;

/** Begins a session with the compiler that all tests of a file share. */
function begin(): Session {
  if (!compiler) {
    compiler = startCompiler();
    afterFile(() => {
      compiler?.close();
      compiler = undefined;
    });
  }
  return compiler.begin();
}

export const extractApi = (options: ExtractApiOptions): ExtractedApi => extract(options, begin());
export const checkFiles = (options: CheckFilesOptions): CheckFilesResult => check(options, begin());
export const findUsage = (input: Parameters<typeof findUses>[0]): Usage =>
  usageOf(findUses(input, begin()), input.components);
export const readCodeTypes = (options: CodeTypesOptions): CodeTypesResult => read(options, begin());
export const readPlaygrounds = (options: PlaygroundsOptions): PlaygroundsResult => readAll(options, begin());
export const compareApis = (options: CompareApisOptions): ComparedApis => compare(options, begin());
export const missingImports = (options: MissingImportsOptions): MissingImports => missing(options, begin());
