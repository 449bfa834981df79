import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import type { Location } from '../diagnostics/diagnostic.ts';
import { packageDir } from '../package-dir.ts';

/** Maps a stack to the sources; `location` is the first frame in a file of the author's. */
export type StackMapper = (stack: string) => { stack?: string; location?: Location };

/** The renderer and the default theme are no places for an author to look. */
const OWN_FOLDERS = ['app', 'runtime', 'theme'].map((name) => path.join(packageDir, 'src', name) + path.sep);
const FRAME = /^\s*at (?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/;

/**
 * @param mapText source map of the script, as JSON; empty for none
 * @param script name of the script in stack traces
 * @param root folder that the map's sources are relative to
 */
export function createStackMapper(mapText: string, script: string, root: string): StackMapper {
  if (mapText === '') return () => ({});
  let parsed: { payload: SourceMapPayload; map: SourceMap } | undefined;
  return (stack) => {
    parsed ??= readMap(mapText);
    const { map, payload } = parsed;
    const frames: string[] = [];
    let location: Location | undefined;
    for (const line of stack.split('\n')) {
      const [, name, file, row, column] = FRAME.exec(line) ?? [];
      if (!file?.endsWith(script)) continue;
      const entry = map.findEntry(Number(row) - 1, Number(column) - 1);
      if (!('originalSource' in entry)) continue;
      const source = entry.originalSource.replace(/^(?:\.\.?\/)+/, '');
      const filePath = path.resolve(root, entry.originalSource);
      if (source.includes('node_modules/') || OWN_FOLDERS.some((folder) => filePath.startsWith(folder))) continue;
      frames.push(`at ${name ? `${name} ` : ''}(${source}:${entry.originalLine + 1}:${entry.originalColumn + 1})`);
      location ??= {
        file: source,
        line: entry.originalLine + 1,
        column: entry.originalColumn + 1,
        lineText:
          payload.sourcesContent?.[payload.sources.indexOf(entry.originalSource)]?.split('\n')[entry.originalLine],
      };
    }
    return { location, stack: frames.length > 1 ? frames.join('\n') : undefined };
  };
}

function readMap(text: string): { payload: SourceMapPayload; map: SourceMap } {
  const payload: SourceMapPayload = JSON.parse(text);
  return { payload, map: new SourceMap(payload) };
}
