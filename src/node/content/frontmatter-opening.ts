import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, locate } from '../base/diagnostics/diagnostic.ts';
import { FRONTMATTER_KEYS } from './frontmatter-schema.ts';

/** Matches blank lines and comments, an optional `---` line, lines of YAML that start with a key, and a closing `---` line. */
const LOST =
  /^((?:[ \t]*\n|<!--.*-->[ \t]*\n)*)(---[ \t]*\n)?([\w-]+:(?:[ \t].*)?\n(?:(?:[\w-]+:(?:[ \t].*)?|[ \t]+\S.*|-[ \t].*|[ \t]*)\n)*)---[ \t]*(?:\n|$)/;

/**
 * CD215. Only for a page without front matter. An underlined line such as `Note: …` is a heading, so at least one key
 * must be known.
 */
export function reportLostOpening(source: string, sourcePath: string): Diagnostic[] {
  const [, above = '', opening = '', lines = ''] = LOST.exec(source) ?? [];
  const keys = [...lines.matchAll(/^[\w-]+(?=:)/gm)].map(([key]) => key);
  if (!keys.some((key) => FRONTMATTER_KEYS.includes(key))) return [];
  const offset = above.length;
  const firstLine = (opening || lines).trimEnd().split('\n', 1)[0] ?? '';
  return [
    createDiagnostic(
      'lost-front-matter',
      { opening: opening ? 'late' : 'missing' },
      { location: locate(sourcePath, source, offset, firstLine.length) },
    ),
  ];
}
