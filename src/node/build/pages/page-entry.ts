import type { CompiledPage } from '../../markdown/types.ts';
import type { PageTerms } from '../../search/term-scanner.ts';
import type { LookUp } from './look-ups.ts';
import type { PageKey } from './page-key.ts';

/** What compiling a page gave, as it is cached. */
export interface CompileEntry {
  compiling: LookUp[];
  /** The page and its tabs, without content; their paths are movable. */
  parts: CompiledPage[];
}

/** What rendering a page gave, as it is cached. */
export interface RenderEntry {
  key: PageKey;
  /** Bytes and hashes of its files, by output path. */
  files: [path: string, bytes: number, hash: string][];
  search?: SearchedPage | undefined;
}

/** What search knows of a page: its text, and its terms with numbers of its own. */
export interface SearchedPage {
  text: string;
  terms: PageTerms;
}
