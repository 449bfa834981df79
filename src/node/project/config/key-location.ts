import { type Location, locate } from '../../base/diagnostics/diagnostic.ts';

interface Container {
  kind: '{' | '[' | '(';
  path: PropertyKey[];
  /** Key of the current value, or its index in an array. */
  key: PropertyKey | undefined;
}

/** Comments, strings, names, numbers and single punctuation characters of a script. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|[\w$]+|[^\s\w]/g;

/**
 * Makes a best effort, because a configuration is a program. Falls back to the nearest parent key, then to the start of
 * the file.
 */
export function locateKey(file: string, source: string, path: readonly PropertyKey[]): Location {
  const positions = keyPlaces(source);
  for (let length = path.length; length > 0; length--) {
    const place = positions.get(path.slice(0, length).map(String).join('\0'));
    if (place) return locate(file, source, place.offset, place.length);
  }
  return locate(file, source, 0);
}

function keyPlaces(source: string): Map<string, { offset: number; length: number }> {
  const offsets = new Map<string, { offset: number; length: number }>();
  const stack: Container[] = [];
  const tokens = [...source.matchAll(TOKEN)].filter(([text]) => !/^\/[/*]/.test(text));
  const note = (path: PropertyKey[], offset: number, length: number) => {
    const name = path.map(String).join('\0');
    if (!offsets.has(name)) offsets.set(name, { offset, length });
  };
  for (const [index, token] of tokens.entries()) {
    const text = token[0];
    const container = stack.at(-1);
    const before = tokens[index - 1]?.[0];
    if (container?.kind === '[' && (before === '[' || before === ',') && text !== ']') {
      if (before === ',') container.key = Number(container.key) + 1;
      note([...container.path, container.key ?? 0], token.index, text.length);
    } else if (container?.kind === '{' && (before === '{' || before === ',') && /^[\w$'"]/.test(text)) {
      const after = tokens[index + 1]?.[0];
      if (after === ':' || after === ',' || after === '}' || after === '(') {
        container.key = text.replace(/^['"]|['"]$/g, '');
        note([...container.path, container.key], token.index, text.length);
      }
    }
    if (text === '{' || text === '[' || text === '(') {
      const parent =
        text === '(' || container?.kind === '(' || container?.key === undefined
          ? []
          : [...container.path, container.key];
      // Imported names are not keys.
      const kind = text === '{' && before === 'import' ? '(' : text;
      stack.push({ kind, path: parent, key: text === '[' ? 0 : undefined });
    } else if (text === '}' || text === ']' || text === ')') {
      stack.pop();
    }
  }
  return offsets;
}
