import type { CompiledPage } from '../../markdown/types.ts';
import type { LookUp } from './look-ups.ts';
import type { PageKey } from './page-key.ts';

/** The cached result of compiling a page. */
export interface CompileEntry {
  compiling: LookUp[];
  /** The page and its tabs, without content; their paths are movable. */
  parts: CompiledPage[];
}

/** The cached result of rendering a page. */
export interface RenderEntry {
  key: PageKey;
  /** Bytes and hashes of its files, by output path. */
  files: [path: string, bytes: number, hash: string][];
  search?: SearchedPage | undefined;
}

/** The search data of a page: its packed entry, and the hash of that entry. */
export interface SearchedPage {
  text: string;
  hash: string;
}
