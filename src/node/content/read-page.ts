import { isUtf8 } from 'node:buffer';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, locate } from '../base/diagnostics/diagnostic.ts';
import { hasCode } from '../base/errors.ts';
import { createFileReader, type ReadFile } from '../base/files/read-files.ts';

/**
 * Removes the byte-order mark and normalizes line endings to `\n`. If the file is unreadable (CD202) or not text
 * (CD204), `source` is undefined.
 */
export async function readPage(
  filePath: string,
  sourcePath: string,
  readFile: ReadFile = createFileReader(),
): Promise<{ source?: string; diagnostics: Diagnostic[] }> {
  let bytes: Buffer;
  try {
    bytes = await readFile(filePath);
  } catch (error) {
    // Too many open files: the caller can retry.
    if (hasCode(error, 'EMFILE', 'ENFILE')) throw error;
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    const location = { file: sourcePath, line: 1, column: 1 };
    return { diagnostics: [createDiagnostic('unreadable-page', { code }, { location })] };
  }
  if (!isUtf8(bytes)) return { diagnostics: [badEncoding(bytes, sourcePath)] };
  const source = decodePage(bytes.toString('utf8'));
  const nul = source.indexOf('\0');
  if (nul === -1) return { source, diagnostics: [] };
  const location = locate(sourcePath, source, nul);
  return { diagnostics: [createDiagnostic('page-not-utf8', { case: 'nul' }, { location })] };
}

/** Removes the byte-order mark and normalizes line endings to `\n`. */
export function decodePage(onDisk: string): string {
  const text = onDisk.replace(/^\ufeff/, '');
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Size of a page that loads noticeably slowly, in bytes. */
const LARGE = 2_000_000;

/** Returns a warning for a page larger than 2 MB (CD229). */
export function largePage(source: string, file: string): Diagnostic[] {
  const bytes = Buffer.byteLength(source);
  return bytes > LARGE ? [createDiagnostic('large-page', { bytes }, { location: { file, line: 1, column: 1 } })] : [];
}

function badEncoding(bytes: Buffer, file: string): Diagnostic {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff')
    return createDiagnostic('page-not-utf8', { case: 'utf-16' }, { location: { file, line: 1, column: 1 } });
  let line = 1;
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(0x0a, start);
    const bad = bytes.subarray(start, end === -1 ? undefined : end);
    if (end === -1 || !isUtf8(bad)) {
      const lineText = bad.toString('utf8').replace(/\r$/, '');
      const column = Math.max(0, lineText.indexOf('\ufffd')) + 1;
      const location = { file, line, column, lineText };
      return createDiagnostic('page-not-utf8', { case: 'invalid' }, { location });
    }
    start = end + 1;
    line++;
  }
}
