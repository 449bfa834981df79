import type { ApiComponent } from '../../shared/api.ts';
import type { CheckTypesOptions, CheckTypesResult } from './check/check-files.ts';
import type { ExtractApiOptions, ExtractedApi } from './extract-api.ts';
import type { Usage, UsageDemo } from './usage/find-usage.ts';

/** What the thread of the types is asked, and what it answers. */
export type ApiRequest =
  | { type: 'extract'; options: ExtractApiOptions }
  | { type: 'usage'; demos: UsageDemo[]; library: string[]; components: ApiComponent[] }
  | { type: 'check'; options: CheckTypesOptions };

export interface ApiResults {
  extract: ExtractedApi;
  usage: Usage;
  check: CheckTypesResult;
}

/** An answer; `error` is a fault of ours, `missing` the package of a compiler that is not installed. */
export type ApiAnswer =
  | { id: number; result: unknown }
  | { id: number; error: string }
  | { id: number; missing: string };
