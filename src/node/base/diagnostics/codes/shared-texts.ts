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

/** Reason why a file must not be published: it is outside the project, or its name suggests that it contains secrets. */
export type Refusal = 'outside' | 'private';

/** Describes a file that must not be published. The message reveals nothing of the file's content. */
export function describeRefusal(refusal: Refusal, subject: string): Message {
  return refusal === 'outside'
    ? {
        text: `${subject} lies outside of the project`,
        notes: [
          'Only files in the project, its workspace and its installed packages can be used. Move the file into the project, or add its folder to `resolve.allow` in the configuration.',
        ],
      }
    : {
        text: `${subject} may contain secrets, so it is not published`,
        notes: ['If it contains no secrets, rename it, or add it to `resolve.allow` in the configuration.'],
      };
}

/** Construct of another generator that was found in a page. */
export type ForeignConstruct = { is: 'toc' | 'import' } | { is: 'snippet'; file: string };

export function nameForeign({ is }: ForeignConstruct): string {
  return { toc: '`[[toc]]`', import: '`import`', snippet: '`<<<`' }[is];
}

/** Returns notes about the replacement. */
export function adviseForeign(foreign: ForeignConstruct): string[] {
  switch (foreign.is) {
    case 'toc':
      return [
        'Remove it, because each page already shows a table of contents. To show the table in the sidebar, set `toc: menu` in the front matter.',
      ];
    case 'snippet':
      return [
        `For a demo, write \`<code src="${foreign.file}"></code>\`. For other code, write a code block: three backticks and the language.`,
      ];
    case 'import':
      return [
        'Imports work only in `.mdx` pages. Change the extension of this file to `.mdx`. `<Tabs>`, `<Tab>` and other built-in components need no import.',
      ];
  }
}
