import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  type BuildOptions,
  type BuildResult,
  build,
  type Diagnostic,
  DiagnosticError,
  formatDiagnostic,
} from 'cascader-docs';
import { makeFolder } from './folder.ts';

/** A site of inline files, in its own folder, which is removed after the tests of the file. */
export interface TestSite {
  root: string;
  /** Builds the site. A failed build is returned, not thrown. */
  build(options?: BuildOptions): Promise<TestBuild>;
  write(files: Record<string, string | Uint8Array>): Promise<void>;
}

/** Outcome of a build. */
export interface TestBuild {
  result?: BuildResult;
  /** 0, or the exit code that the command line would return. */
  exitCode: number;
  diagnostics: Diagnostic[];
  /** The diagnostics as printed, without colors. */
  text: string;
  /** Paths of the output files, sorted. */
  files: string[];
  /** Returns the text of an output file. */
  read(file: string): Promise<string>;
}

/**
 * Creates an empty folder, which is removed after the tests of the file. Test files run in parallel, so none may share
 * a folder.
 */
export async function createFolder(name: string): Promise<string> {
  return makeFolder(name);
}

/**
 * Writes the files of a site. Adds a `package.json`, and a `.gitignore` with output folders, unless they are given.
 *
 * @param below path of the site in its temporary folder
 */
export async function createSite(files: Record<string, string | Uint8Array>, below = ''): Promise<TestSite> {
  const root = path.join(await createFolder('site'), below);
  const write = (contents: typeof files): Promise<void> => writeFiles(root, contents);
  await write({ 'package.json': '{"name": "fixture", "version": "1.0.0"}', '.gitignore': 'dist\nsite\n', ...files });
  return {
    root,
    write,
    async build(options = {}) {
      const outDir = path.join(root, 'dist');
      const outcome = await build({ root, ...options }).then(
        (result) => ({ result, exitCode: 0, diagnostics: result.diagnostics }),
        (error: unknown) => {
          if (!(error instanceof DiagnosticError)) throw error;
          return { result: undefined, exitCode: error.exitCode, diagnostics: error.diagnostics };
        },
      );
      return {
        ...outcome,
        text: outcome.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic)).join('\n'),
        files: await listFiles(outDir),
        read: (file) => fs.readFile(path.join(outDir, file), 'utf8'),
      };
    },
  };
}

/**
 * Removes the output of a site, and the cache entries of its pages and of the site as a whole. The next build renders the site from
 * the remaining cache entries.
 */
export async function forgetOutput({ root }: TestSite): Promise<void> {
  const folder = path.join(root, 'node_modules/.cache/cascader-docs');
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => /^(?:build-|render\.)/.test(name));
  for (const name of names) await fs.rm(path.join(folder, name));
  await fs.rm(path.join(root, 'dist'), { recursive: true, force: true });
}

/** Writes files by their paths in a folder. */
export async function writeFiles(root: string, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await fs.writeFile(path.join(root, file), content);
  }
}

/**
 * Writes a site of inline files and builds it without the cache, which would take half of the time of a small build.
 */
export async function buildSite(
  files: Record<string, string | Uint8Array>,
  options?: BuildOptions,
): Promise<TestBuild> {
  const site = await createSite(files);
  return await site.build({ cache: false, ...options });
}

/** Lists the paths of all files below a folder, sorted. Returns an empty list if the folder does not exist. */
export async function listFiles(dir: string): Promise<string[]> {
  const entries = await fs.readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** Hashes the paths and contents of all files below a folder. */
export async function hashOfFiles(dir: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await listFiles(dir)) hash.update(`${file}\0`).update(await fs.readFile(path.join(dir, file)));
  return hash.digest('hex');
}
