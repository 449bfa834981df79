import type { LessSources } from '../../shared/demo-source.ts';
import type { FrameSource } from '../live/protocol.ts';
import { PlacedError } from './failures.ts';

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

/**
 * CSS of every sheet of a demo, in order. A sheet that is as published is compiled already; a changed one is compiled
 * here. Throws a PlacedError at the first that cannot be.
 */
export async function compileSheets(
  source: FrameSource,
  files: Record<string, string>,
): Promise<Record<string, string>> {
  const sheets: Record<string, string> = {};
  const changed = (name: string): boolean => files[name] !== undefined && files[name] !== source.originals[name];
  // A Less sheet may import one that was changed.
  const anyLess = Object.keys(files).some((name) => name.endsWith('.less') && changed(name));
  for (const [key, css] of Object.entries(source.styles)) {
    const name = key.replace(/^\.\//, '');
    const text = files[name];
    if (text === undefined || !key.startsWith('./')) sheets[key] = css;
    else if (name.endsWith('.less')) sheets[key] = anyLess ? await compileLess(name, text, source, files) : css;
    else sheets[key] = changed(name) ? text : css;
  }
  return sheets;
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
