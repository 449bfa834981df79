import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { OnLoadResult, PartialMessage, Plugin } from 'esbuild';
import { MissingName, type ScopedSheet, type SheetClasses, scopeSheet } from '../../../shared/css-modules.ts';
import { isModuleSheet, isSassSheet } from '../../../shared/sheet-names.ts';
import { isInside } from '../../base/files/paths.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import { isHeld, refusalOf } from '../../project/file-scope.ts';
import { locateText, unresolved } from '../esbuild/find-import.ts';
import { refusalMessage } from '../plugins/scope-plugin.ts';
import { createSheetTools, type SheetTools } from './sheet-tools.ts';
import { type CompiledCss, SheetFault, type SheetImport } from './types.ts';

/** `scoped`: unique names; `written`: the names in the source, for another bundler; `local`: for esbuild's CSS modules. */
export type ModuleForm = 'scoped' | 'written' | 'local';

export interface CssModule extends Omit<ScopedSheet, 'css'> {
  scope: string;
}

export interface SheetReads {
  files: string[];
  /** Folders in which any file may affect the result, including new files. */
  folders: string[];
  /** True if the result does not depend on any other inputs. */
  isWhole: boolean;
}

interface WrittenSheet extends CompiledCss {
  folders: string[];
  isBuilt: boolean;
}

/** Compiles each style sheet once. PostCSS runs only for style sheets of the site. */
export type SheetCompiler = ReturnType<typeof createSheetCompiler>;

/** `tools` are compilers for style sheet languages, which several compilers can share. By default, each is loaded on demand. */
export function createSheetCompiler(site: Site, tools: SheetTools = createSheetTools(site)) {
  const written = createMemory(async (filePath) => {
    const compiled = await compileCss(filePath, site, tools);
    return { ...compiled, imports: inOrder(compiled.imports) };
  });
  const scoped = createMemory((filePath) => scopeIn(filePath, []));

  /** `chain` contains the modules that compose names from this module, to detect cycles. */
  const scopeIn = async (filePath: string, chain: string[]): Promise<ScopedSheet & CssModule> => {
    const [{ css }, { cssModuleTools, scopeOf }] = await Promise.all([
      written.get(filePath),
      import('./css-module.ts'),
    ]);
    const scope = scopeOf(filePath, site.projectRoot);
    const classesOf = async (request: string): Promise<SheetClasses> => {
      const target = resolveModule(request, filePath, site);
      if (target === filePath || chain.includes(target))
        throw new SheetFault({
          text: `${request} takes names from this sheet too`,
          location: locate(filePath, request),
        });
      return (await scopeIn(target, [...chain, filePath])).classes;
    };
    try {
      return { ...(await scopeSheet(css, { filePath, scope, classesOf }, cssModuleTools)), scope };
    } catch (error) {
      throw await describeScopeFault(error, css, filePath);
    }
  };

  const load = async (filePath: string, form: ModuleForm): Promise<OnLoadResult> => {
    const isModule = isModuleSheet(filePath);
    const { css } = isModule && form === 'scoped' ? await scoped.get(filePath) : await written.get(filePath);
    const loader = isModule && form === 'local' ? 'local-css' : 'css';
    return { contents: css, loader, resolveDir: path.dirname(filePath) };
  };

  return {
    /** Starts compiling a style sheet, so that its CSS is ready when the bundler requests it. */
    start(filePath: string): void {
      // A failure is reported when the bundler requests the style sheet.
      if (!filePath.endsWith('.css')) written.get(filePath).catch(() => undefined);
    },
    /** Returns the Less or Sass imports of a style sheet, direct and indirect. Throws a `SheetFault`. */
    importsOf: async (filePath: string): Promise<SheetImport[]> => (await written.get(filePath)).imports,
    /** Returns true for a style sheet that only one of the project's tools can compile. Throws a `SheetFault`. */
    isBuilt: async (filePath: string): Promise<boolean> => (await written.get(filePath)).isBuilt,
    /** Compiles a CSS module. Throws a `SheetFault`. */
    async moduleOf(filePath: string): Promise<CssModule> {
      const { classes, requests, scope } = await scoped.get(filePath);
      return { classes, requests, scope };
    },
    /** Returns the absolute paths of files that style sheets read, without the style sheets themselves. */
    async reads(): Promise<SheetReads> {
      const settled = await Promise.allSettled(written.all());
      const sheets = settled.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      return {
        files: sheets.flatMap(({ files, imports }) => [...files, ...imports.map(({ filePath }) => filePath)]),
        folders: [...new Set(sheets.flatMap(({ folders }) => folders))],
        isWhole: sheets.length === settled.length && sheets.every(({ readsMore }) => !readsMore),
      };
    },
    forget(): void {
      written.clear();
      scoped.clear();
    },
    plugin: (form: ModuleForm): Plugin => ({
      name: 'sheets',
      setup({ onLoad }) {
        const filter = tools.hasPostCss() ? /\.(?:css|less|scss|sass)$/ : /\.(?:less|scss|sass|module\.css)$/;
        onLoad({ filter, namespace: 'file' }, async ({ path: filePath }) => {
          try {
            return await load(filePath, form);
          } catch (error) {
            if (error instanceof SheetFault) return { errors: error.messages };
            throw error;
          }
        });
      },
    }),
  };
}

function createMemory<Result>(make: (filePath: string) => Promise<Result>) {
  const results = new Map<string, Promise<Result>>();
  return {
    get(filePath: string): Promise<Result> {
      const result = results.get(filePath) ?? make(filePath);
      results.set(filePath, result);
      return result;
    },
    all: () => [...results.values()],
    clear: () => results.clear(),
  };
}

/** Sorts imports. Many imports are read and recorded at a time, so their order is random. */
function inOrder(imports: readonly SheetImport[]): SheetImport[] {
  const keyed = imports.map((one) => ({ one, key: [one.folder, one.request, one.filePath].join('\0') }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ one }) => one);
}

async function compileCss(filePath: string, site: Site, tools: SheetTools): Promise<WrittenSheet> {
  const compiled = await compileLanguage(filePath, site, tools);
  const isBuilt = isSassSheet(filePath);
  const isOfSite = isHeld(filePath, site) && !isInside(path.join(packageDir, 'src'), filePath);
  const postcss = isOfSite ? await tools.postcss() : undefined;
  if (!postcss) return { ...compiled, folders: [], isBuilt };
  const { css, files, folders } = await postcss.run(compiled.css, filePath);
  return {
    ...compiled,
    css,
    files: [...compiled.files, ...postcss.files, ...files],
    folders,
    isBuilt: isBuilt || css !== compiled.css,
    // Plugins depend on files that they do not report, such as browser lists.
    readsMore: true,
  };
}

async function compileLanguage(filePath: string, site: Site, tools: SheetTools): Promise<CompiledCss> {
  if (filePath.endsWith('.less')) return await (await import('./less.ts')).compileLess(filePath, site);
  if (isSassSheet(filePath)) return await (await import('./sass.ts')).compileSass(filePath, site, tools.sass);
  return { css: await fs.promises.readFile(filePath, 'utf8'), imports: [], files: [], readsMore: false };
}

/** Returns the absolute path of a module that another module composes names from. Throws a `SheetFault`. */
function resolveModule(request: string, importer: string, site: Site): string {
  const folder = path.dirname(importer);
  const beside = path.resolve(folder, request);
  let target: string;
  try {
    target = fs.realpathSync(
      fs.existsSync(beside) ? beside : createRequire(importer).resolve(request.replace(/^~/, '')),
    );
  } catch {
    throw new SheetFault({ text: unresolved(request, folder), location: locate(importer, request) });
  }
  const refusal = isHeld(importer, site) && refusalOf({ specifier: request, folder, filePath: target }, site);
  if (refusal) {
    const message = refusalMessage(refusal, { specifier: request, filePath: beside }, site);
    throw new SheetFault({ ...message, location: locate(importer, request) });
  }
  return target;
}

function locate(filePath: string, wanted: string): PartialMessage['location'] {
  return locateText(filePath, fs.readFileSync(filePath, 'utf8'), wanted);
}

async function describeScopeFault(error: unknown, css: string, filePath: string): Promise<unknown> {
  if (error instanceof SheetFault) return error;
  if (error instanceof MissingName)
    return new SheetFault({ text: error.message, location: locate(filePath, error.request) });
  const { describeCssError } = await import('./postcss.ts');
  return new SheetFault(describeCssError(error, css, filePath));
}
