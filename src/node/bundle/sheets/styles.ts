import fs from 'node:fs';
import path from 'node:path';
import type { BuildOptions, Message, Metafile, OutputFile, Plugin, ResolveResult } from 'esbuild';
import { isModuleSheet, isSassSheet } from '../../../shared/sheet-names.ts';
import type { CssProblem } from '../../base/diagnostics/codes/bundling.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { RESERVED_WORDS } from '../../base/reserved-words.ts';
import type { Site } from '../../project/config/types.ts';
import { isHeld } from '../../project/file-scope.ts';
import { librariesOf } from '../../project/libraries.ts';
import { subpathSource } from '../../project/library-subpaths.ts';
import { build } from '../esbuild/bundler.ts';
import { convertMessage } from '../esbuild/convert-message.ts';
import { SHEET_AGAIN, STYLE_NAMESPACE } from '../esbuild/namespaces.ts';
import { assetLoaders } from '../plugins/assets-plugin.ts';
import { lookPlugin } from '../plugins/look-plugin.ts';
import { scopePlugin } from '../plugins/scope-plugin.ts';
import type { DemoSheet } from '../types.ts';
import { tailwindPlugin } from './postcss-config.ts';
import { hasSass, missingSass } from './sass.ts';
import type { CssModule, SheetCompiler } from './sheet-compiler.ts';
import { SheetFault } from './types.ts';

/** Provides a module that records each style sheet in the metafile. The module is empty or exports CSS module names. */
export function stylePlugin(site: Site, sheets: SheetCompiler, onStyle?: (filePath: string) => void): Plugin {
  return {
    name: 'style',
    setup(build) {
      const resolved = new Map<string, Promise<ResolveResult>>();
      build.onStart(() => resolved.clear());
      build.onResolve({ filter: /\.(css|less|scss|sass)$/ }, async (args) => {
        if (args.kind === 'entry-point' || [STYLE_NAMESPACE, SHEET_AGAIN].includes(args.pluginData)) return;
        const target = args.path.startsWith('~') ? args.path.slice(1) : args.path;
        const { kind, importer, resolveDir } = args;
        const key = JSON.stringify([resolveDir, kind, target]);
        const resolving =
          resolved.get(key) ?? build.resolve(target, { kind, importer, resolveDir, pluginData: STYLE_NAMESPACE });
        resolved.set(key, resolving);
        const found = await resolving;
        if (found.errors.length > 0) return found;
        // Reported at the import, so that the error is reported once and not in each bundle of the style sheet.
        if (isSassSheet(found.path) && !hasSass(site)) return { errors: missingSass().messages };
        return { path: found.path, namespace: STYLE_NAMESPACE, sideEffects: true };
      });
      build.onLoad({ filter: /.*/, namespace: STYLE_NAMESPACE }, async ({ path: filePath }) => {
        onStyle?.(filePath);
        if (!isModuleSheet(filePath)) return { contents: 'module.exports = {}', loader: 'js' };
        try {
          return {
            contents: moduleCode(await sheets.moduleOf(filePath)),
            loader: 'js',
            resolveDir: path.dirname(filePath),
          };
        } catch (error) {
          if (error instanceof SheetFault) return { errors: error.messages };
          throw error;
        }
      });
    },
  };
}

/** Returns a CSS module as a script: all names as the default export, and those that are valid identifiers also as named exports. */
function moduleCode({ classes, requests }: CssModule): string {
  const exported = Object.entries(classes).filter(
    ([name]) => /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED_WORDS.has(name),
  );
  return [
    ...requests.map((request) => `import ${JSON.stringify(request.startsWith('~') ? request.slice(1) : request)};`),
    `export default ${JSON.stringify(classes)};`,
    ...exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`),
  ].join('\n');
}

/** Returns absolute paths in import order. `entry` is a key in the metafile. */
export function styleSheetsOf(metafile: Metafile, entry: string): string[] {
  const sheets: string[] = [];
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const { path: target } of metafile.inputs[key]?.imports ?? []) visit(target);
    // A style sheet comes after those that it composes names from, because it may override their rules.
    if (key.startsWith(`${STYLE_NAMESPACE}:`)) sheets.push(key.slice(STYLE_NAMESPACE.length + 1));
  };
  visit(entry);
  return sheets;
}

export interface CompiledStyles {
  outputs: Pick<OutputFile, 'path' | 'contents'>[];
  metafile: Metafile;
  /** Absolute output paths by absolute source path. */
  byFile: Map<string, string>;
  /** Warnings about CSS of the site that browsers cannot parse. */
  warnings: Diagnostic[];
}

async function bundleSheets(
  files: string[],
  { site, sheets, form = 'scoped' }: { site: Site; sheets: SheetCompiler; form?: 'scoped' | 'written' },
  { plugins = [], ...options }: BuildOptions,
) {
  const { root } = site;
  const { outputFiles, metafile, warnings } = await build({
    ...options,
    entryPoints: files,
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
    entryNames: '[name]-[hash]',
    external: ['http://*', 'https://*'],
    plugins: [scopePlugin({ site }), tailwindPlugin, librarySheetsPlugin(site), ...plugins, sheets.plugin(form)],
  });
  const byFile = new Map(
    Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) =>
      entryPoint ? [[path.resolve(root, entryPoint), path.resolve(root, output)] as const] : [],
    ),
  );
  return { outputFiles, metafile, warnings, byFile };
}

/** Compiles style sheets with pictures and fonts as `data:` URLs. The default of `form` is the form of names in the site. */
async function compilePlainStyles(
  files: string[],
  options: { site: Site; sheets: SheetCompiler; form?: 'scoped' | 'written' },
): Promise<Map<string, string>> {
  if (files.length === 0) return new Map();
  const output = { outdir: options.site.root, charset: 'utf8', legalComments: 'none' } as const;
  const { outputFiles, byFile } = await bundleSheets(files, options, { ...output, loader: assetLoaders('dataurl') });
  const texts = new Map(outputFiles.map(({ path: file, text }) => [file, text]));
  return new Map(Array.from(byFile, ([file, output]) => [file, withoutOrigins(texts.get(output) ?? '')]));
}

/** Compiles the style sheets of demos. Returns the results by absolute path. */
export async function compileDemoSheets(
  files: string[],
  options: { site: Site; sheets: SheetCompiler },
): Promise<Map<string, DemoSheet>> {
  const { sheets } = options;
  const [plain, written] = await Promise.all([
    compilePlainStyles(files, options),
    compilePlainStyles(files.filter(isModuleSheet), { ...options, form: 'written' }),
  ]);
  const entries = files.map(async (file): Promise<[string, DemoSheet]> => {
    const sheet = { css: plain.get(file) ?? '', isBuilt: await sheets.isBuilt(file) };
    if (!isModuleSheet(file)) return [file, sheet];
    const { scope, classes } = await sheets.moduleOf(file);
    return [file, { ...sheet, module: { scope, classes, css: written.get(file) ?? '' } }];
  });
  return new Map(await Promise.all(entries));
}

/** Removes comments in which esbuild names the source of each part. esbuild has already removed the authors' comments. */
function withoutOrigins(css: string): string {
  return css.replace(/^\/\* .* \*\/\n/gm, '');
}

export interface StylesOptions {
  site: Site;
  outdir: string;
  minify: boolean;
  sheets: SheetCompiler;
}

/** Compiles style sheets. The outputs refer to files by relative paths, so they do not contain the site's base path. */
export async function compileStyles(files: string[], options: StylesOptions): Promise<CompiledStyles> {
  const { site, outdir, minify } = options;
  const { outputFiles, metafile, byFile, warnings } = await bundleSheets(files, options, {
    ...{ outdir, minify, assetNames: '[name]-[hash]' },
    loader: assetLoaders('file'),
    plugins: [lookPlugin(site)],
  });
  const outputs = outputFiles.map(({ path: file, contents }) => ({ path: file, contents }));
  return { outputs, metafile, byFile, warnings: syntaxWarnings(warnings, site) };
}

/** Resolves `@import 'my-library/styles.css'` to the source of the documented library, as for imports in scripts. */
function librarySheetsPlugin(site: Site): Plugin {
  return {
    name: 'library-sheets',
    setup({ onResolve }) {
      for (const library of librariesOf(site)) {
        const { name } = library;
        if (name === undefined) continue;
        onResolve({ filter: /./ }, ({ path: specifier }) => {
          const isOfLibrary = specifier.startsWith(`${name}/`);
          const file = isOfLibrary ? subpathSource(library, specifier.slice(name.length + 1)) : undefined;
          return file === undefined ? undefined : { path: file };
        });
      }
    },
  };
}

/** Ids of esbuild's warnings about CSS that browsers ignore. */
const SYNTAX = new Set(['css-syntax-error', 'js-comment-in-css']);

const CLOSING: Record<string, string> = { '{': '}', '(': ')', '[': ']' };

/** Returns diagnostics with the code CD405, without duplicates. Style sheets of packages are not checked. */
function syntaxWarnings(messages: Message[], site: Site): Diagnostic[] {
  const found = messages
    .filter((message) => SYNTAX.has(message.id) && isOfSite(message, site) && !isHack(message))
    .map((message) => describe(message, site.root));
  return [...new Map(found.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

function isOfSite({ location }: Message, site: Site): boolean {
  const file = location && path.resolve(site.root, location.file);
  return file !== null && isHeld(file, site) && fs.existsSync(file);
}

/** Returns true for code such as `*zoom: 1`, which is for old versions of Internet Explorer. Other browsers only skip that declaration. */
function isHack({ text, location }: Message): boolean {
  if (!location || !text.endsWith('found "*"')) return false;
  return /^\*[\w-]+\s*:/.test(Buffer.from(location.lineText).subarray(location.column).toString());
}

function describe(message: Message, root: string): Diagnostic {
  // esbuild reports an unclosed block at the end of the file. The location of the opening character is more useful.
  const opening = message.notes.find(({ text, location }) => location && text.startsWith('The unbalanced'));
  const [, sign] = /"(.)"/.exec(opening?.text ?? '') ?? [];
  const at = opening?.location ?? message.location;
  const { location } = convertMessage({ ...message, notes: [], location: at }, 'warning');
  const { file = '', line = 1, lineText = '' } = location ?? {};
  // The lines of a compiled style sheet differ from the lines of its file.
  const isWritten = readLine(path.resolve(root, file), line) === lineText;
  const problem: CssProblem = sign
    ? { is: 'unclosed', sign, closing: CLOSING[sign] }
    : message.text === 'Unexpected "}"'
      ? { is: 'closes-nothing' }
      : { is: 'other', reason: message.text };
  const compiled = isWritten ? undefined : lineText.trim().slice(0, 200);
  return createDiagnostic(
    'invalid-css',
    { problem, compiled },
    { location: isWritten ? location : { file, line: 1, column: 1 } },
  );
}

function readLine(filePath: string, line: number): string | undefined {
  return fs.readFileSync(filePath, 'utf8').split(/\r?\n/)[line - 1];
}
