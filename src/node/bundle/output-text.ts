import type { OutputFile } from 'esbuild';

/** Text of the first output whose path ends so, such as `.js` or `.js.map`; empty when there is none. */
export function outputText(files: OutputFile[], ending: string): string {
  return files.find(({ path }) => path.endsWith(ending))?.text ?? '';
}
