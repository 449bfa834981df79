import { didYouMean } from '../did-you-mean.ts';
import type { Message } from './entry.ts';

/** Missing file that a page refers to. */
export interface MissingFile {
  what: 'Demo file' | 'Embedded file' | 'Image' | 'Linked file' | 'Linked page';
  /** Path as the author wrote it. */
  specifier: string;
  nearest?: string | undefined;
}

/** Describes a missing file and suggests the nearest existing one. */
export function describeMissingFile({ what, specifier, nearest }: MissingFile): Message {
  const text = `${what} \`${specifier}\` does not exist${didYouMean(nearest)}`;
  return nearest === undefined
    ? { text, notes: ['Create the file, or correct the path, which is relative to this file.'] }
    : { text };
}
