import type { ScopedSheet, SheetClasses } from '../../shared/css-modules.ts';
import type { LessSources } from '../../shared/demo-source.ts';
import { ownValue } from '../../shared/own-value.ts';
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

interface Less {
  FileManager: new () => { supports(): boolean };
  render(text: string, options: object): Promise<{ css: string }>;
}

declare global {
  interface Window {
    less?: Less;
  }
}

/** The compiled style sheets of a demo, in order. Keys are `./name`, or the specifier for style sheets of packages. */
export interface FrameSheets {
  css: Record<string, string>;
  /** CSS of the demo's own style sheets as a project would contain it. CSS modules have unscoped names. */
  written: Record<string, string>;
  classes: Record<string, SheetClasses>;
}

/** Unchanged style sheets are already compiled. Throws a PlacedError for the first one that fails. */
export async function compileSheets(source: FrameSource, files: Record<string, string>): Promise<FrameSheets> {
  const { cssModules = {}, built = [] } = source;
  const changed = (name: string): boolean => files[name] !== undefined && files[name] !== source.originals[name];
  const changedNames = Object.keys(files).filter(changed);
  // A Less style sheet may import a changed one, and a CSS module may use names of a changed one.
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

/** `chain`: the modules that import names from this one. */
async function scopeModule(key: string, input: ModuleInput, chain: string[] = []): Promise<ScopedSheet> {
  const { source, written } = input;
  const { cascaderCssModules: maker } = globalThis;
  if (!maker) throw new Error('The maker of CSS modules was not loaded');
  const file = key.slice(2);
  const classesOf = async (request: string): Promise<SheetClasses> => {
    const target = request.startsWith('.')
      ? `./${pathFrom(file, request)}`
      : (ownValue(ownValue(source.imports, file), request) ?? request);
    if (target === key || chain.includes(target))
      throw new PlacedError(`${request} takes names from this sheet too`, { file });
    const module = ownValue(source.cssModules, target);
    if (!module) throw new PlacedError(`Cannot find module: ${request}`, { file });
    return target.startsWith('./') ? (await scopeModule(target, input, [...chain, key])).classes : module.classes;
  };
  try {
    const scope = source.cssModules?.[key]?.scope ?? '';
    return await maker.scope(written[key] ?? '', { filePath: file, scope, classesOf });
  } catch (thrown) {
    if (thrown instanceof PlacedError) throw thrown;
    const { reason, message, line, column } = thrown as Error & { reason?: string; line?: number; column?: number };
    // Line numbers of the Less output differ from those of the style sheet.
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
  // Until its script has run, `window.less` contains only its options.
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

/** Creates the file manager for Less imports: the demo's style sheets as edited, others as they were at build time. */
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
    return [pathname, `${pathname}.less`].find((path) => Object.hasOwn(sources.files, path) || names.has(path));
  };
  return new KnownFiles();
}

export function showSheets(sheets: Record<string, string>): void {
  for (const element of document.querySelectorAll('style[data-sheet]')) element.remove();
  for (const [name, css] of Object.entries(sheets)) {
    const element = document.createElement('style');
    element.dataset.sheet = name;
    element.textContent = css;
    document.head.append(element);
  }
}
