import type { ApiComponent } from '../../shared/api.ts';
import type { CheckFilesOptions, CheckFilesResult } from './check/check-files.ts';
import type { CodeTypesOptions, CodeTypesResult } from './code/code-types.ts';
import type { CompareApisOptions, ComparedApis } from './compare/compare-apis.ts';
import type { MissingImports, MissingImportsOptions } from './compare/missing-imports.ts';
import type { PlaygroundsOptions, PlaygroundsResult } from './controls/read-playgrounds.ts';
import type { ExtractApiOptions, ExtractedApi } from './extract/extract-api.ts';
import type { UsageDemo } from './usage/find-uses.ts';
import type { DemoUses } from './usage/usage.ts';

export type TypesRequest =
  | { type: 'extract'; options: ExtractApiOptions }
  | { type: 'usage'; demos: UsageDemo[]; library: string[]; components: ApiComponent[] }
  | { type: 'check'; options: CheckFilesOptions }
  | { type: 'code'; options: CodeTypesOptions }
  | { type: 'playgrounds'; options: PlaygroundsOptions }
  | { type: 'compare'; options: CompareApisOptions }
  | { type: 'missing'; options: MissingImportsOptions }
  | { type: 'rest' };

export interface TypesResults {
  extract: ExtractedApi;
  usage: Map<string, DemoUses>;
  check: CheckFilesResult;
  code: CodeTypesResult;
  playgrounds: PlaygroundsResult;
  compare: ComparedApis;
  missing: MissingImports;
  rest: undefined;
}

/** Sent when the compiler has started, so that the main thread can end the compiler's process. */
export interface CompilerStarted {
  pid: number;
}

/** `error` is internal, `missing` a compiler package that is not installed, `ended` what an ended compiler printed. */
export type TypesAnswer =
  | { id: number; result: unknown }
  | { id: number; error: string }
  | { id: number; missing: string }
  | { id: number; ended: string };
