import type { Message } from 'esbuild';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { toPosix } from '../files/paths.ts';
import { describeForeignModule } from './foreign-modules.ts';
import { codeOf } from './message-code.ts';

/** Names that a bare specifier cannot be installed as: paths, URLs and the tool's own virtual modules. */
const NOT_A_PACKAGE = /^[./~@]?\/|^\.|^[a-z]+:/;

/**
 * An esbuild message as a diagnostic. `root` is the folder that locations are relative to; esbuild's own are relative to
 * its working directory, which is the same.
 *
 * @param options.notes further notes
 * @param options.own name of the package that the site documents, which cannot be installed in itself
 */
export function convertMessage(
  message: Message,
  severity: 'error' | 'warning',
  { notes = [], own: documented }: { notes?: string[]; own?: string | undefined } = {},
): Diagnostic {
  const { location } = message;
  const isAwait = message.text.startsWith('Top-level await is currently not supported with');
  const unresolved = /^Could not resolve "(.+)"/.exec(message.text)?.[1];
  const own = unresolved ? [] : message.notes.flatMap(textOfNote);
  const foreign = unresolved && describeForeignModule(unresolved);
  if (foreign) {
    own.push(foreign);
  } else if (unresolved && !NOT_A_PACKAGE.test(unresolved)) {
    const name = packageName(unresolved);
    own.push(
      name === documented
        ? `${name} is the package of this project. Name its source in the config: library: { entry: './src/….ts' }`
        : `Install it (\`npm install ${name}\`) or correct the import.`,
    );
  }
  if (isAwait) own.push('Await in the file of the demo, or in an async function.');
  return {
    severity,
    code: unresolved ? 'CD401' : (codeOf(message) ?? 'CD400'),
    text: unresolved
      ? `Cannot find module: ${unresolved}`
      : isAwait
        ? 'Top-level await is not supported in what demos import'
        : message.text,
    location: location
      ? {
          file: toPosix(location.file.replace(/^[a-z-]+:/, '')),
          line: location.line,
          column: utf16Column(location.lineText, location.column),
          length: location.length,
          lineText: location.lineText,
        }
      : undefined,
    notes: [...own, ...notes],
  };
}

/** A note as a sentence. The bundler tells which import led to a file that a plugin has looked at: that is told as a place. */
function textOfNote({ text, location }: Message['notes'][number]): string[] {
  if (!text.startsWith('The plugin "')) return text === '' ? [] : [text];
  if (!location || /^[a-z-]{2,}:/.test(location.file)) return [];
  const { file, line, column, lineText } = location;
  return [`Imported at ${toPosix(file)}:${line}:${utf16Column(lineText, column)}.`];
}

/** esbuild counts columns in bytes from 0; diagnostics in UTF-16 units from 1. */
function utf16Column(lineText: string, byteColumn: number): number {
  return Buffer.from(lineText).subarray(0, byteColumn).toString().length + 1;
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
