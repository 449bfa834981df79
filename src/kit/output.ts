import { groupByFile } from '../node/base/diagnostics/diagnostic.ts';
import { diagnosticToJson, formatDiagnostic } from '../node/base/diagnostics/print.ts';
import type { Kit } from '../node/project/config/kit-types.ts';
import { findPackageManager, withCommandsFor } from '../node/project/package-manager.ts';
import { colors } from './colors.ts';

/** `json` prints one object per line. */
export type Format = 'text' | 'json';

/** Receives what a command prints. */
export type Output = Pick<Kit, 'print' | 'note' | 'report' | 'progress'>;

/**
 * Prints to the standard output and the standard error of the process. Commands in the text of diagnostics are those of the
 * directory's package manager.
 */
export function createOutput(format: () => Format): Output {
  const { stdout, stderr } = process;
  let isShown = false;
  const write = (stream: NodeJS.WriteStream, text: string): void => {
    if (isShown) stderr.write('\r\u001b[2K');
    isShown = false;
    if (text !== '') stream.write(text);
  };
  return {
    print: (text) => write(stdout, `${text}\n`),
    note: (text) => write(stderr, `${text}\n`),
    report(diagnostics) {
      if (diagnostics.length === 0) return;
      const { name } = findPackageManager(process.cwd());
      for (const one of groupByFile(diagnostics).flat()) {
        const diagnostic = withCommandsFor(name, one);
        if (format() === 'json') write(stdout, `${diagnosticToJson(diagnostic)}\n`);
        else write(stderr, `${formatDiagnostic(diagnostic, colors)}\n\n`);
      }
    },
    progress(text) {
      write(stderr, '');
      if (text === '' || format() !== 'text' || !stderr.isTTY) return;
      stderr.write(colors.dim(`${text} …`));
      isShown = true;
    },
  };
}
