import { SourceMap, type SourceMapPayload } from 'node:module';
import type { Location } from '../diagnostics/diagnostic.ts';

/** Maps a stack to the sources; `location` is the first frame in a file of the author's. */
export type StackMapper = (stack: string) => { stack?: string; location?: Location };

/** The renderer itself is no place for an author to look. */
const OWN_FRAME = /^src\/(app|runtime)\//;
const FRAME = /^\s*at (?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/;

/**
 * @param mapText source map of the script, as JSON; empty for none
 * @param script name of the script in stack traces
 */
export function createStackMapper(mapText: string, script: string): StackMapper {
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
      if (source.includes('node_modules/') || OWN_FRAME.test(source)) continue;
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
