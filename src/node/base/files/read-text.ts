import fs from 'node:fs';

/**
 * Reads a text file that the configuration of a project is made of. A device, a pipe or a socket is refused: to read one may never
 * end. Throws an error of the form that the system's have.
 */
export function readText(filePath: string): string {
  const stats = fs.statSync(filePath);
  if (stats.isFile()) return fs.readFileSync(filePath, 'utf8');
  const [code, reason] = stats.isDirectory() ? ['EISDIR', 'it is a folder'] : ['ENOTSUP', 'it is a device or a pipe'];
  throw Object.assign(new Error(`${code}: ${reason}, read '${filePath}'`), { code, path: filePath });
}
