import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, locate } from '../base/diagnostics/diagnostic.ts';
import { FRONTMATTER_KEYS } from './frontmatter-schema.ts';

/** Blank lines and comments, perhaps a line of `---`, lines that look like YAML, the first of them a key, and `---`. */
const LOST =
  /^((?:[ \t]*\n|<!--.*-->[ \t]*\n)*)(---[ \t]*\n)?([\w-]+:(?:[ \t].*)?\n(?:(?:[\w-]+:(?:[ \t].*)?|[ \t]+\S.*|-[ \t].*|[ \t]*)\n)*)---[ \t]*(?:\n|$)/;

/**
 * Tells of front matter that is none: its first line of `---` is missing, or is not the first line of the file (CD215).
 * To be asked about a page without front matter only. A line such as `Note: …` that is underlined is a heading, so that
 * one of the keys must be one that the tool knows.
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
