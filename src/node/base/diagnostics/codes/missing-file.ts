import { didYouMean } from '../did-you-mean.ts';
import type { Message } from './entry.ts';

export interface MissingFile {
  what: 'Demo file' | 'Embedded file' | 'Image' | 'Linked file' | 'Linked page';
  /** Path as the author wrote it. */
  specifier: string;
  nearest?: string | undefined;
}

export function describeMissingFile({ what, specifier, nearest }: MissingFile): Message {
  const text = `${what} \`${specifier}\` does not exist${didYouMean(nearest)}`;
  return nearest === undefined
    ? { text, notes: ['Create the file, or correct the path, which is relative to this file.'] }
    : { text };
}
