import fs from 'node:fs';

/** A device, a pipe or a socket is an error in the form of a system error, because reading it could block forever. */
export function readText(filePath: string): string {
  const stats = fs.statSync(filePath);
  if (stats.isFile()) return fs.readFileSync(filePath, 'utf8');
  const [code, reason] = stats.isDirectory() ? ['EISDIR', 'it is a folder'] : ['ENOTSUP', 'it is a device or a pipe'];
  throw Object.assign(new Error(`${code}: ${reason}, read '${filePath}'`), { code, syscall: 'read', path: filePath });
}
