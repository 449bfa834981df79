/** Reads the JSON files of the versions' folder, with a location for each mistake. */
import fs from 'node:fs';
import { type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { errorCode, hasCode } from '../../base/files/error-code.ts';
import { relativePath } from '../../base/files/paths.ts';

/** Content of a file, or the reason why it cannot be used. */
export type ReadJson =
  | { bytes: Buffer; text: string; value: unknown; problem?: undefined }
  | { problem: JsonProblem; isMissing: boolean };

export interface JsonProblem {
  reason: string;
  location: Location;
}

/**
 * Reads a JSON file. Symbolic links and special files are refused, and so are files of more than `most` bytes, before they are
 * read.
 *
 * @param root folder to which locations are relative
 */
export function readJson(filePath: string, root: string, most: number): ReadJson {
  const file = relativePath(root, filePath);
  const refused = (reason: string, location?: Location, isMissing = false): ReadJson => ({
    problem: { reason, location: location ?? { file, line: 1, column: 1 } },
    isMissing,
  });
  let bytes: Buffer;
  try {
    const stats = fs.lstatSync(filePath);
    if (!stats.isFile()) return refused('it is not a regular file');
    if (stats.size > most) return refused(`it has ${stats.size} bytes, more than the limit of ${most}`);
    bytes = fs.readFileSync(filePath);
  } catch (error) {
    return refused(`it cannot be read (${errorCode(error)})`, undefined, hasCode(error, 'ENOENT', 'ENOTDIR'));
  }
  const text = bytes.toString();
  const conflict = /^(?:<{7}|>{7}|\|{7}|={7}$)/m.exec(text);
  if (conflict)
    return refused(
      'it contains the conflict markers of a merge',
      locate(file, text, conflict.index, conflict[0].length),
    );
  try {
    return { bytes, text, value: JSON.parse(text) };
  } catch (error) {
    const { message } = error as Error;
    const offset = /end of JSON input/.test(message) ? text.length : Number(/position (\d+)/.exec(message)?.[1] ?? 0);
    return refused('it is not valid JSON', locate(file, text, Math.min(offset, text.length)));
  }
}
