import path from 'node:path';
import type { OutputFile } from 'esbuild';
import type { Site } from '../../project/config/types.ts';
import { FILE_IMPORTS } from './file-imports.ts';
import { STYLE_NAMESPACE } from './style-namespace.ts';

/** Returns an empty text if no output has the ending. */
export function outputText(files: OutputFile[], ending: string): string {
  return files.find(({ path }) => path.endsWith(ending))?.text ?? '';
}

/** Makes the script the same in any folder. */
export function withoutFolder(code: string, { projectRoot, workspace }: Site): string {
  const folder = (workspace?.root ?? projectRoot) + path.sep;
  return [STYLE_NAMESPACE, ...FILE_IMPORTS].reduce(
    (text, namespace) => text.replaceAll(`${namespace}:${folder}`, `${namespace}:`),
    code,
  );
}
