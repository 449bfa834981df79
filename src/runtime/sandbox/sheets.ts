import type { ScopedSheet, SheetClasses } from '../../shared/css-modules.ts';
import type { LessSources } from '../../shared/demo-source.ts';
import { isModuleSheet } from '../../shared/sheet-names.ts';
import type { FrameSource } from '../live/protocol.ts';
import { PlacedError } from './failures.ts';
import { pathFrom } from './modules.ts';

interface LessError {
  message: string;
  line?: number;
  column?: number;
  filename?: string;
}

/** The part of Less for browsers that is used here. */
interface Less {
  FileManager: new () => { supports(): boolean };
  render(text: string, options: object): Promise<{ css: string }>;
}

declare global {
  interface Window {
    less?: Less;
  }
}

/** The sheets of a demo, compiled; by `./name`, or by the specifier in their package, in order. */
export interface FrameSheets {
  /** CSS as it is shown. */
  css: Record<string, string>;
  /** CSS of the demo's own sheets as a project would have it: a CSS module's with the names as they are written. */
  written: Record<string, string>;
  /** What scripts get of CSS modules. */
  classes: Record<string, SheetClasses>;
}

/**
 * Compiles the sheets of a demo. One that is as published is compiled already; a changed one is compiled here. Throws a
 * PlacedError at the first that cannot be.
 */
export async function compileSheets(source: FrameSource, files: Record<string, string>): Promise<FrameSheets> {
  const { cssModules = {}, built = [] } = source;
  const changed = (name: string): boolean => files[name] !== undefined && files[name] !== source.originals[name];
  const changedNames = Object.keys(files).filter(changed);
  // A Less sheet may import one that was changed, and a module take names from one.
  const anyLess = changedNames.some((name) => name.endsWith('.less'));
  const anyModule = anyLess || changedNames.some(isModuleSheet);
  const sheets: FrameSheets = { css: {}, written: {}, classes: {} };
  for (const [key, css] of Object.entries(source.styles)) {
    const name = key.replace(/^\.\//, '');
    const text = files[name];
    const module = cssModules[key];
    const published = module?.css ?? css;
    const isOwn = text !== undefined && key.startsWith('./');
    if (!isOwn || built.includes(name)) sheets.written[key] = published;
    else if (name.endsWith('.less'))
      sheets.written[key] = anyLess ? await compileLess(name, text, source, files) : published;
    else sheets.written[key] = changed(name) ? text : published;
  }
  for (const [key, css] of Object.entries(source.styles)) {
    const module = cssModules[key];
    const isSame = !module || !anyModule || !key.startsWith('./');
    const scoped = isSame ? undefined : await scopeModule(key, { source, written: sheets.written });
    sheets.css[key] = scoped?.css ?? (module ? css : (sheets.written[key] ?? css));
    if (module) sheets.classes[key] = scoped?.classes ?? module.classes;
  }
  return sheets;
}

interface ModuleInput {
  source: FrameSource;
  written: FrameSheets['written'];
}

/** @param chain the modules that ask for names of this one */
async function scopeModule(key: string, input: ModuleInput, chain: string[] = []): Promise<ScopedSheet> {
  const { source, written } = input;
  const { cascaderCssModules: maker } = globalThis;
  if (!maker) throw new Error('The maker of CSS modules was not loaded');
  const file = key.slice(2);
  const classesOf = async (request: string): Promise<SheetClasses> => {
    const target = request.startsWith('.')
      ? `./${pathFrom(file, request)}`
      : (source.imports[file]?.[request] ?? request);
    if (target === key || chain.includes(target))
      throw new PlacedError(`${request} takes names from this sheet too`, { file });
    const module = source.cssModules?.[target];
    if (!module) throw new PlacedError(`Cannot find module: ${request}`, { file });
    return target.startsWith('./') ? (await scopeModule(target, input, [...chain, key])).classes : module.classes;
  };
  try {
    const scope = source.cssModules?.[key]?.scope ?? '';
    return await maker.scope(written[key] ?? '', { filePath: file, scope, classesOf });
  } catch (thrown) {
    if (thrown instanceof PlacedError) throw thrown;
    const { reason, message, line, column } = thrown as Error & { reason?: string; line?: number; column?: number };
    // The lines of what Less made are not those of the sheet.
    throw new PlacedError(reason ?? message, file.endsWith('.css') ? { file, line, column } : { file });
  }
}

async function compileLess(
  name: string,
  text: string,
  { less: sources }: FrameSource,
  files: Record<string, string>,
): Promise<string> {
  const { less } = window;
  const path = sources?.paths[`./${name}`];
  // Until its script is run there is nothing but its options.
  if (!less?.FileManager || !sources || !path) throw new Error('The Less compiler was not loaded');
  const names = new Map(Object.entries(sources.paths).map(([key, value]) => [value, key.slice(2)]));
  try {
    const plugins = [
      { install: (_: unknown, manager: Manager) => manager.addFileManager(createFiles(less, sources, files, names)) },
    ];
    return (await less.render(text, { filename: path, plugins })).css;
  } catch (thrown) {
    const { message, line, column, filename } = thrown as LessError;
    const file = (filename && names.get(filename)) ?? name;
    throw new PlacedError(message, { file, line, column: column === undefined ? undefined : column + 1 });
  }
}

interface Manager {
  addFileManager(files: object): void;
}

/** Gives Less the sheets that are imported: those of the demo as edited, others as they were at build. */
function createFiles(
  less: Less,
  sources: LessSources,
  files: Record<string, string>,
  names: Map<string, string>,
): object {
  class KnownFiles extends less.FileManager {
    override supports(): boolean {
      return true;
    }
    loadFile(request: string, folder: string): Promise<{ filename: string; contents: string }> {
      const path = find(request, folder.replace(/\/$/, ''));
      const own = path && names.get(path);
      const contents = (own && files[own]) ?? (path && sources.files[path]);
      return path && contents !== undefined
        ? Promise.resolve({ filename: path, contents })
        : Promise.reject({ type: 'File', message: `Cannot find module: ${request}` });
    }
  }
  const find = (request: string, folder: string): string | undefined => {
    const known = sources.lookups[`${folder}\n${request}`];
    if (known) return known;
    const { pathname } = new URL(request, `file://${folder}/`);
    return [pathname, `${pathname}.less`].find((path) => path in sources.files || names.has(path));
  };
  return new KnownFiles();
}

/** Puts the sheets into the document in place of those that are there. */
export function showSheets(sheets: Record<string, string>): void {
  for (const element of document.querySelectorAll('style[data-sheet]')) element.remove();
  for (const [name, css] of Object.entries(sheets)) {
    const element = document.createElement('style');
    element.dataset.sheet = name;
    element.textContent = css;
    document.head.append(element);
  }
}
