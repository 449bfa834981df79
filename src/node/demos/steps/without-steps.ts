/** Statements that import names, on one or several lines. */
const IMPORTS = /^import\s+(?:type\s+)?([^'";]*?)\s*from\s*['"][^'"\n]*['"];?[^\S\n]*\n?/gm;
const NAMES = /[\w$]+(?=\s*(?:,|\}|$))/g;

/** Without its front matter, its steps, and the imports that only the steps use. */
export function withoutSteps(text: string, range: { start: number; end: number }, headerLength: number): string {
  const removed = text.slice(range.start, range.end);
  const before = text.slice(headerLength, range.start).replace(LEADING_COMMENT, '').trimEnd();
  const after = text.slice(range.end).trimStart();
  const rest = [before, after].filter(Boolean).join('\n\n');
  return rest
    .replace(IMPORTS, (statement, clause: string) => {
      const names = clause.match(NAMES) ?? [];
      const others = rest.replace(IMPORTS, '');
      const isOnlyOfSteps =
        names.length > 0 && names.every((name) => mentions(removed, name) && !mentions(others, name));
      return isOnlyOfSteps ? '' : statement;
    })
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim();
}

/** The doc comment of the removed statement. */
const LEADING_COMMENT = /\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*$/;

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$])${name.replaceAll('$', String.raw`\$`)}(?![\\w$])`).test(text);
}
