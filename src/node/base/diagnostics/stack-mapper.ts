import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { packageDir } from '../package-dir.ts';
import type { Location } from './diagnostic.ts';

export interface MappedStack {
  /** Stack frames in the author's files, if there are several. */
  stack?: string;
  /** First stack frame in one of the author's files. */
  location?: Location;
  /** First stack frame in any file outside this package, such as a module in another package. */
  origin?: Location;
}

export type StackMapper = (stack: string) => MappedStack;

export interface MappedScript {
  name: string;
  /** Source map of the script, as JSON; empty if it has none. */
  map: string;
}

/** Folders of the renderer and of the default theme. Authors cannot fix errors in these folders. */
const OWN_FOLDERS = ['app', 'runtime', 'theme'].map((name) => path.join(packageDir, 'src', name) + path.sep);
/** Names of generated modules, which import the author's modules. */
const MADE = /^(?:virtual|table|demo):|<stdin>$/;
const FRAME = /^\s*at (?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/;

export function createStackMapper(scripts: MappedScript[], root: string): StackMapper {
  const parsed = new Map<string, ParsedMap>();
  const mapOf = ({ name, map }: MappedScript): ParsedMap => {
    const known = parsed.get(name) ?? parseMap(map);
    parsed.set(name, known);
    return known;
  };
  return (stack) => {
    const frames: string[] = [];
    let location: Location | undefined;
    let origin: Location | undefined;
    for (const line of stack.split('\n')) {
      const [, name, file, row, column] = FRAME.exec(line) ?? [];
      const script = scripts.find((entry) => entry.map !== '' && file?.endsWith(entry.name));
      if (!script) continue;
      const found = findSource(mapOf(script), root, { line: Number(row), column: Number(column) });
      if (!found) continue;
      origin ??= found;
      if (found.file.includes('node_modules/')) continue;
      frames.push(`at ${name ? `${name} ` : ''}(${found.file}:${found.line}:${found.column})`);
      location ??= found;
    }
    return { location, origin, stack: frames.length > 1 ? frames.join('\n') : undefined };
  };
}

interface ParsedMap {
  payload: SourceMapPayload;
  map: SourceMap;
}

function parseMap(text: string): ParsedMap {
  const payload: SourceMapPayload = JSON.parse(text);
  return { payload, map: new SourceMap(payload) };
}

/** Returns the source location for a location in a script; both count from 1. Returns undefined for sources of this package. */
function findSource(
  { map, payload }: ParsedMap,
  root: string,
  { line, column }: { line: number; column: number },
): Location | undefined {
  const entry = map.findEntry(line - 1, column - 1);
  if (!('originalSource' in entry) || MADE.test(entry.originalSource)) return undefined;
  const filePath = path.resolve(root, entry.originalSource);
  if (OWN_FOLDERS.some((folder) => filePath.startsWith(folder))) return undefined;
  const text = payload.sourcesContent?.[payload.sources.indexOf(entry.originalSource)];
  return {
    file: entry.originalSource.replace(/^(?:\.\.?\/)+/, ''),
    line: entry.originalLine + 1,
    column: entry.originalColumn + 1,
    lineText: text?.split('\n')[entry.originalLine],
  };
}
