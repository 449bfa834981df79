import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { toPosix } from '../../base/files/paths.ts';
import { hashOf } from '../../base/hash.ts';
import { packageDir } from '../../base/package-dir.ts';
import { hashesOfPackages } from '../../store/tool-files.ts';

/** The configuration file as one module: its path, its code, and the imports that are not bundled into it. */
interface BundledCode {
  filePath: string;
  code: string;
  imports: string[];
}

/** Returns a digest of the code, the imported packages, and the values that the functions are called with. */
export function digestOfPlugins(plugins: unknown, { filePath, code, imports }: BundledCode): string {
  const folder = path.dirname(filePath);
  // Clones in other folders have the same digest.
  const own = code.replaceAll(packageDir, '').replaceAll(folder, '');
  return hashOf(JSON.stringify([own, hashesOfImports(imports, folder), describeValue(plugins)]));
}

/** Returns hashes of the packages that the module of a configuration imports by their names, or by the URLs of their files. */
export function hashesOfImports(imports: string[], folder: string): string[] {
  const hashes = imports.flatMap((name) => {
    const file = name.startsWith('file:') ? fileURLToPath(name) : name;
    if (isBuiltin(name) || file.startsWith(path.join(packageDir, 'lib', path.sep))) return [];
    const [, inPackages = name] = /^.*\/node_modules\/(.+)$/s.exec(toPosix(file)) ?? [];
    const found = /^(?:@[^/]+\/)?[^./:@][^/:]*(?=\/|$)/.exec(inPackages) ?? [];
    return hashesOfPackages(found, path.isAbsolute(file) ? path.dirname(file) : folder);
  });
  return [...new Set(hashes)].sort();
}

function describeValue(value: unknown, seen = new Set<object>()): unknown {
  if (typeof value === 'function' || value instanceof RegExp) return String(value);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? value : `${typeof value} ${String(value)}`;
  if (seen.has(value)) return 'seen';
  seen.add(value);
  const isList = Array.isArray(value) || value instanceof Map || value instanceof Set;
  const entries = isList ? [...value] : Object.entries(value);
  return entries.map((entry) => describeValue(entry, seen));
}
