import fs from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A position in a script with a `file:` URL. */
const POSITION = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;

/** Only a clone of the repository has source maps. Node's own `--enable-source-maps` would parse all maps at start. */
export function mapToolStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(POSITION, (position, address: string, line: string, column: string) => {
    const file = fileURLToPath(address);
    if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return position;
    const source = path.resolve(path.dirname(file), entry.originalSource);
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    // There is no source map, so the position is not mapped.
    return undefined;
  }
}
