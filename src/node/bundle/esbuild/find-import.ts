import fs from 'node:fs';
import path from 'node:path';
import type { PartialMessage } from 'esbuild';

/** Returns the package of an import. Returns undefined for a path. */
export function packageOf(request: string): string | undefined {
  const wanted = request.replace(/^(?:~|pkg:)/, '');
  return /^(@[^/]+\/[^/]+|[^@./\\:][^/\\:]*)/.exec(wanted)?.[1];
}

/** Returns the message in esbuild's wording. `convertMessage` derives from this message how to install a missing package. */
export function unresolved(request: string, folder: string): string {
  const wanted = request.replace(/^(?:~|pkg:)/, '');
  const [first = '', ...rest] = wanted.split('/');
  const isWritten = wanted !== request || wanted.startsWith('@');
  // A bare name may be a file in the same folder, and a bare path a file in a subfolder.
  const isPackage =
    isWritten || (rest.length > 0 && !wanted.startsWith('.') && !fs.existsSync(path.join(folder, first)));
  return `Could not resolve "${isPackage || /^\.{0,2}\//.test(wanted) ? wanted : `./${wanted}`}"`;
}

/** Returns the location of a string in a file, or the start of the file if the string does not occur. */
export function locateText(file: string, text: string, wanted: string): NonNullable<PartialMessage['location']> {
  const before = text.slice(0, Math.max(0, text.indexOf(wanted))).split('\n');
  const lineText = text.split('\n')[before.length - 1] ?? '';
  const column = Buffer.byteLength(before.at(-1) ?? '');
  return { file, line: before.length, column, length: Buffer.byteLength(wanted), lineText };
}
