import type { CompiledPage } from '../../markdown/types.ts';
import type { PageTerms } from '../../search/term-scanner.ts';
import type { PageKey } from './page-key.ts';

/** A page that was made, as it is kept. */
export interface Entry {
  key: PageKey;
  parts: CompiledPage[];
  files: [path: string, bytes: number, hash: string][];
  search?: { text: string; terms: Omit<PageTerms, 'added'> };
  /** Digest of the sidebar of which it shows a part, or all; see `titlesIn`. */
  sidebar?: string | undefined;
  /** Builds since it was of use. */
  age?: number;
}
