import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PartialMessage } from 'esbuild';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Site } from '../../project/config/types.ts';
import { isHeld, refusalOf } from '../../project/file-scope.ts';
import { packageOf, unresolved } from '../esbuild/find-import.ts';
import { toMessage } from '../esbuild/message-code.ts';
import { refusalMessage } from '../plugins/scope-plugin.ts';
import { type CompiledCss, SheetFault, type SheetImport } from './types.ts';

/** The parts of Sass that are used here. Sass is one of the project's packages, so its types are not available. */
interface Sass {
  compileStringAsync(source: string, options: object): Promise<{ css: string }>;
  /** Exists since Sass 1.71. */
  NodePackageImporter?: new (
    folder: string,
  ) => object;
  Logger: { silent: object };
}

/** Error that Sass throws. Line and column numbers are zero-based. */
interface SassException {
  sassMessage?: string;
  span?: { url?: URL; text: string; context?: string; start: { line: number; column: number } };
}

/** Packages that provide Sass. The first package runs a native program and is faster. */
const PACKAGES = ['sass-embedded', 'sass'];
const ENDINGS = ['.scss', '.sass', '.css'];

export interface LoadedSass {
  sass: Sass;
  /** Absolute path of Sass's package.json, which changes with the version. */
  manifest: string;
}

/** Loads the project's Sass. Throws a `SheetFault` if Sass is not installed. */
export function loadSass(site: Site): LoadedSass {
  const require = createRequire(path.join(site.root, 'x.js'));
  for (const name of PACKAGES) {
    const manifest = findPackage(name, site.root, 'package.json');
    if (!manifest) continue;
    const sass = require(name) as Partial<Sass>;
    if (typeof sass.compileStringAsync === 'function') return { sass: sass as Sass, manifest };
    throw new SheetFault({
      text: `The installed ${name} is too old for these style sheets`,
      notes: [{ text: `Install a newer one: \`npm install --save-dev ${name}@latest\`.` }],
    });
  }
  throw missingSass();
}

export function hasSass(site: Site): boolean {
  return PACKAGES.some((name) => findPackage(name, site.root, 'package.json'));
}

export function missingSass(): SheetFault {
  const subject = 'This style sheet is written in Sass, which is not installed';
  return new SheetFault(toMessage(createDiagnostic('compiler-not-installed', { subject, name: 'sass' })));
}

/**
 * Compiles Sass. `@use 'package/path'`, `pkg:` and `~package/path` resolve to packages. Rejects files that the site
 * must not publish. Throws a `SheetFault`.
 */
export async function compileSass(filePath: string, site: Site, load: () => LoadedSass): Promise<CompiledCss> {
  const { sass, manifest } = load();
  const source = await fs.promises.readFile(filePath, 'utf8');
  const imports: SheetImport[] = [];
  const refused: PartialMessage[] = [];
  const importer = createImporter({ from: filePath, site, imports, refused });
  try {
    const { css } = await sass.compileStringAsync(source, {
      syntax: syntaxOf(filePath),
      url: pathToFileURL(filePath),
      importer,
      importers: [importer, ...(sass.NodePackageImporter ? [new sass.NodePackageImporter(site.root)] : [])],
      charset: false,
      logger: sass.Logger.silent,
    });
    return { css, imports, files: [manifest], readsMore: false };
  } catch (error) {
    throw describe(error as SassException, filePath, refused[0]);
  }
}

function describe(error: SassException, filePath: string, refused: PartialMessage | undefined): unknown {
  const { sassMessage, span } = error;
  if (sassMessage === undefined || !span) return error;
  const file = span.url?.protocol === 'file:' ? fileURLToPath(span.url) : filePath;
  const { line, column } = span.start;
  const lineText = span.context?.split('\n')[0] ?? '';
  const missing = /^Can't find stylesheet to import/.test(sassMessage)
    ? /['"]([^'"]+)['"]/.exec(span.text)?.[1]
    : undefined;
  const text = missing === undefined ? sassMessage : unresolved(missing, path.dirname(file));
  const length = Buffer.byteLength(span.text.split('\n')[0] ?? '');
  const location = { file, line: line + 1, column: Buffer.byteLength(lineText.slice(0, column)), length, lineText };
  return new SheetFault({ text, ...refused, location });
}

interface ImporterInput {
  from: string;
  site: Site;
  imports: SheetImport[];
  /** Collects the errors of rejected files. */
  refused: PartialMessage[];
}

/** Records each import, and rejects files that the site must not publish. */
function createImporter({ from, site, imports, refused }: ImporterInput): object {
  const requests = new Map<string, Omit<SheetImport, 'text'>>();
  return {
    canonicalize(url: string, { containingUrl, fromImport }: { containingUrl?: URL | null; fromImport: boolean }) {
      if (/^(?!file:)[a-z][a-z\d+.-]+:/i.test(url)) return null;
      const importing = containingUrl?.protocol === 'file:' ? fileURLToPath(containingUrl) : from;
      const isPath = url.startsWith('file:');
      // Sass passes relative imports as URLs that are resolved against the importing style sheet.
      const filePath = isPath
        ? findSheet(fileURLToPath(url), fromImport)
        : findInPackages(url, path.dirname(importing), fromImport);
      if (!filePath) return null;
      const folder = isPath ? path.dirname(fileURLToPath(url)) : path.dirname(importing);
      const specifier = isPath ? filePath : url.replace(/^~/, '');
      const refusal = isHeld(from, site) && refusalOf({ specifier, folder, filePath }, site);
      if (refusal) {
        refused.push(
          refusalMessage(refusal, { specifier: path.relative(path.dirname(from), filePath), filePath }, site),
        );
        throw new Error(refused[0]?.text);
      }
      requests.set(filePath, { folder, request: url, filePath });
      return pathToFileURL(filePath);
    },
    async load(url: URL) {
      const filePath = fileURLToPath(url);
      const contents = await fs.promises.readFile(filePath, 'utf8');
      const request = requests.get(filePath) ?? { folder: path.dirname(filePath), request: filePath, filePath };
      imports.push({ ...request, text: contents });
      return { contents, syntax: syntaxOf(filePath) };
    },
  };
}

function syntaxOf(filePath: string): 'scss' | 'indented' | 'css' {
  if (filePath.endsWith('.sass')) return 'indented';
  return filePath.endsWith('.css') ? 'css' : 'scss';
}

/** Finds a style sheet with or without its extension and the underscore of a partial, or as the index of a folder. */
function findSheet(wanted: string, fromImport: boolean): string | undefined {
  const { dir, base } = path.parse(wanted);
  const names = ENDINGS.includes(path.extname(base)) ? [base] : ENDINGS.map((ending) => base + ending);
  const forImport = names.map((name) => name.replace(/(\.[^.]+)$/, '.import$1'));
  const files = [...(fromImport ? forImport : []), ...names].flatMap((name) => [`_${name}`, name]);
  const indexes = [...(fromImport ? ['index.import'] : []), 'index'].flatMap((name) =>
    ENDINGS.flatMap((ending) => [`_${name}${ending}`, name + ending]),
  );
  return [...files.map((name) => path.join(dir, name)), ...indexes.map((name) => path.join(wanted, name))].find(isFile);
}

function findInPackages(request: string, folder: string, fromImport: boolean): string | undefined {
  const wanted = request.replace(/^~/, '');
  const name = packageOf(wanted);
  if (!name) return undefined;
  const dir = findPackage(name, folder, '.');
  if (!dir) return undefined;
  const rest = wanted.slice(name.length + 1);
  if (rest) return findSheet(path.join(dir, rest), fromImport);
  const { sass, style } = readManifest(dir);
  const main = [sass, style].find((file) => typeof file === 'string' && ENDINGS.includes(path.extname(file)));
  return (main && findSheet(path.join(dir, main), fromImport)) || findSheet(path.join(dir, 'index'), fromImport);
}

function readManifest(dir: string): { sass?: string; style?: string } {
  try {
    return JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
  } catch {
    // If there is no package.json, the package's index file is used.
    return {};
  }
}

/** Returns the path of a file in a package that Node would find from a folder. */
function findPackage(name: string, folder: string, file: string): string | undefined {
  for (let dir = folder; ; dir = path.dirname(dir)) {
    const found = path.join(dir, 'node_modules', name, file);
    if (fs.existsSync(found)) return found;
    if (dir === path.dirname(dir)) return undefined;
  }
}

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
