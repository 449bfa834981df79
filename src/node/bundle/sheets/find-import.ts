import fs from 'node:fs';
import path from 'node:path';
import type { PartialMessage } from 'esbuild';

/** The name of a package at the beginning of a request, `~` left out; undefined for a path. */
export function packageOf(request: string): string | undefined {
  const wanted = request.replace(/^(?:~|pkg:)/, '');
  return /^(@[^/]+\/[^/]+|[^@./\\:][^/\\:]*)/.exec(wanted)?.[1];
}

/**
 * Text of the message about an import that leads nowhere, in the bundler's words, from which it is told how to install a
 * package that is missing.
 *
 * @param folder absolute folder of the importing sheet
 */
export function unresolved(request: string, folder: string): string {
  const wanted = request.replace(/^(?:~|pkg:)/, '');
  const [first = '', ...rest] = wanted.split('/');
  const isWritten = wanted !== request || wanted.startsWith('@');
  // A bare name may be that of a file beside the sheet, a bare path one below it.
  const isPackage =
    isWritten || (rest.length > 0 && !wanted.startsWith('.') && !fs.existsSync(path.join(folder, first)));
  return `Could not resolve "${isPackage || /^\.{0,2}\//.test(wanted) ? wanted : `./${wanted}`}"`;
}

/** The place of a text in a file, for a message; its beginning when it does not occur. */
export function locateText(file: string, text: string, wanted: string): NonNullable<PartialMessage['location']> {
  const before = text.slice(0, Math.max(0, text.indexOf(wanted))).split('\n');
  const lineText = text.split('\n')[before.length - 1] ?? '';
  const column = Buffer.byteLength(before.at(-1) ?? '');
  return { file, line: before.length, column, length: Buffer.byteLength(wanted), lineText };
}
