import path from 'node:path';
import type { Metafile, OutputFile } from 'esbuild';
import { relativePath } from '../../base/files/paths.ts';
import { contentHashOfChunks } from '../../base/hash.ts';

export interface Fingerprinted {
  /** Content of the files by final path. */
  files: Map<string, Uint8Array>;
  /** Final paths by esbuild's paths. */
  names: Map<string, string>;
}

/**
 * Renames outputs. esbuild's hashes depend on where packages are on the disk; ours depend only on the published
 * content. Outputs that import each other in a cycle share a hash.
 */
export function fingerprint(
  outputs: Pick<OutputFile, 'path' | 'contents'>[],
  metafile: Metafile,
  root: string,
  outdir: string,
): Fingerprinted {
  const keyOf = (filePath: string): string => relativePath(outdir, filePath);
  const contents = new Map(outputs.map((output) => [keyOf(output.path), output.contents]));
  const imports = new Map<string, string[]>();
  for (const [file, output] of Object.entries(metafile.outputs)) {
    const targets = output.imports
      .map((entry) => keyOf(path.resolve(root, entry.path)))
      .filter((key) => contents.has(key));
    imports.set(keyOf(path.resolve(root, file)), targets);
  }
  const files = new Map<string, Uint8Array>();
  const names = new Map<string, string>();
  for (const component of components([...contents.keys()].sort(), imports)) {
    // The names in the cycle are not final yet, so neutral names replace them while the hash is computed.
    const neutral = new Map(names);
    component.forEach((key, index) => {
      neutral.set(key, `circle-${index}`);
    });
    const digest = contentHashOfChunks(
      component.map((key) => replaceNames(contents.get(key), imports.get(key), neutral)),
    );
    component.forEach((key, index) => {
      names.set(key, finalName(key, component.length > 1 ? `${digest}${index}` : digest));
    });
    for (const key of component) {
      files.set(names.get(key) ?? key, replaceNames(contents.get(key), imports.get(key), names));
    }
  }
  return { files, names };
}

function finalName(key: string, digest: string): string {
  const { dir, name, ext } = path.posix.parse(key);
  return path.posix.join(dir, `${name.replace(/(^|-)[A-Z0-9]{8}$/, '') || 'chunk'}-${digest}${ext}`);
}

/** Replaces names in a text. Every name contains an esbuild hash, so it cannot be a word of the text. */
function replaceNames(
  bytes: Uint8Array = new Uint8Array(),
  targets: string[] = [],
  names: Map<string, string>,
): Uint8Array {
  if (targets.length === 0) return bytes;
  let text = Buffer.from(bytes).toString('latin1');
  for (const key of new Set(targets)) {
    text = text.replaceAll(path.posix.basename(key), () => path.posix.basename(names.get(key) ?? key));
  }
  return Buffer.from(text, 'latin1');
}

/** Returns cyclic groups, dependencies first: https://en.wikipedia.org/wiki/Tarjan%27s_strongly_connected_components_algorithm */
function components(keys: string[], edges: Map<string, string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const result: string[][] = [];
  const visit = (key: string): void => {
    index.set(key, index.size);
    low.set(key, index.get(key) ?? 0);
    stack.push(key);
    for (const next of edges.get(key) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(key, Math.min(low.get(key) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(key) === index.get(key)) result.push(stack.splice(stack.indexOf(key)).sort());
  };
  for (const key of keys) if (!index.has(key)) visit(key);
  return result;
}
