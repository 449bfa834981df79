/** Matches a directive comment, which is not shown. */
const DIRECTIVE = /^\s*\/\/\s*@(errors|noErrors|\w+(?=\s*:))\s*(?::\s*(.*?))?\s*$/;
const QUERY = /^(\s*\/\/\s*)\^\?/;
const CUT = /^\s*\/\/\s*-{3}cut(-before|-after|-start|-end)?-{3}\s*$/;

export interface Twoslash {
  /** Visible lines, from 0. */
  shown: number[];
  /** Positions that `^?` comments point at; `asked` is the line of the comment. */
  queries: { line: number; column: number; requestedLine: number }[];
  expected: number[] | 'all';
  unknown: { line: number; word: string }[];
}

/** Parses the comments of a block: `^?`, `@errors`, `@noErrors`, and `---cut---`, which hides everything above it. */
export function readTwoslash(text: string): Twoslash {
  const found: Twoslash = { shown: [], queries: [], expected: [], unknown: [] };
  let isCut = false;
  let isOver = false;
  for (const [line, content] of text.split('\n').entries()) {
    const cut = CUT.exec(content);
    const query = QUERY.exec(content);
    const directive = DIRECTIVE.exec(content);
    if (cut) {
      const [, kind = '-before'] = cut;
      if (kind === '-before') found.shown = [];
      if (kind === '-after') isOver = true;
      isCut = kind === '-start';
    } else if (query) {
      found.queries.push({ line: previousLine(found, line), column: query[1]?.length ?? 0, requestedLine: line });
    } else if (directive) {
      const [, word = '', value = ''] = directive;
      const numbers = (value.match(/\d+/g) ?? []).map(Number);
      if (word === 'errors' && found.expected !== 'all') found.expected.push(...numbers);
      else if (word === 'noErrors') found.expected = 'all';
      else found.unknown.push({ line, word });
    } else if (!isCut && !isOver) {
      found.shown.push(line);
    }
  }
  // `---cut---` also removes queries of hidden lines.
  found.queries = found.queries.filter(({ line }) => found.shown.includes(line));
  return found;
}

/** Returns the line that a query comment below it refers to. */
function previousLine({ shown }: Twoslash, line: number): number {
  return shown.at(-1) ?? line - 1;
}
