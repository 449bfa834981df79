import type { VersionChoice } from './versions.ts';

/** Interface strings that the script uses, without the beginning that they share. */
export const VERSIONS_MESSAGES = ['label', 'reading', 'same', 'gone', 'nearest', 'home', 'search'] as const;

export type VersionsMessage = (typeof VERSIONS_MESSAGES)[number];

export interface VersionsData {
  /** The current version first. */
  versions: VersionChoice[];
  /** Language of pages whose language has no strings. */
  language: string;
  strings: Record<string, Record<VersionsMessage, string>>;
  /** URL that opens the search of the current version. Absent without search. */
  search?: string;
}
