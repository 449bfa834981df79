import { didYouMean, inTicks } from '../did-you-mean.ts';
import type { Message } from './entry.ts';

/** A file that a page refers to, and that does not exist. */
export interface MissingFile {
  what: 'Demo file' | 'Embedded file' | 'Image' | 'Linked file' | 'Linked page';
  /** As the author wrote it. */
  specifier: string;
  nearest?: string | undefined;
}

/** Describes a missing file, with the nearest one that exists. */
export function describeMissingFile({ what, specifier, nearest }: MissingFile): Message {
  return { text: `${what} \`${specifier}\` does not exist${didYouMean(nearest, inTicks)}` };
}
