import type { Frontmatter } from '../../shared/entities.ts';
import { createDiagnostic, type DataOf } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../base/diagnostics/diagnostic.ts';
import { reportLostOpening } from './frontmatter-opening.ts';
import { checkFrontmatter } from './frontmatter-schema.ts';
import { parseFrontmatterYaml, tooLargeAt } from './frontmatter-yaml.ts';
import { adoptVitepressKeys } from './vitepress-keys.ts';

export interface ParsedFrontmatter {
  frontmatter: Frontmatter;
  /** Locations of the values by key path, such as `hero.actions.0.link`. */
  locations: Record<string, Location>;
  bodyOffset: number;
  diagnostics: Diagnostic[];
}

/**
 * A YAML error with a clear meaning is a warning (CD211); any other is an error (CD210). {@link checkFrontmatter}
 * checks types, {@link reportLostOpening} a missing opening line.
 */
export function parseFrontmatter(source: string, sourcePath: string): ParsedFrontmatter {
  const nothing = { frontmatter: Object.create(null) as Frontmatter, locations: {}, bodyOffset: 0 };
  const open = /^---[ \t]*\n/.exec(source)?.[0].length;
  if (open === undefined) return { ...nothing, diagnostics: reportLostOpening(source, sourcePath) };
  const closing = /^---[ \t]*(?:\n|$(?!\n))/m;
  const rest = source.slice(open);
  const close = closing.exec(rest);
  const fail = (data: DataOf<'unreadable-front-matter'>, offset: number, length = 1): Diagnostic =>
    createDiagnostic('unreadable-front-matter', data, { location: locate(sourcePath, source, offset, length) });
  if (!close) {
    // A page may begin with a thematic break, which looks like the opening of front matter.
    if (!/^[ \t]*("[^"]*"|'[^']*'|[\w-]+)[ \t]*:/.test(rest)) return { ...nothing, diagnostics: [] };
    return {
      ...nothing,
      diagnostics: [fail({ case: 'unclosed' }, 0, 3)],
    };
  }
  const bodyOffset = open + close.index + close[0].length;
  const text = rest.slice(0, close.index);
  const end = { ...nothing, bodyOffset };
  const tooMuch = tooLargeAt(text);
  if (tooMuch !== undefined) return { ...end, diagnostics: [fail({ case: 'too-large' }, open + tooMuch)] };

  const parsed = parseFrontmatterYaml(text, open);
  const diagnostics = parsed.problems.map((problem): Diagnostic => {
    const location = locate(sourcePath, source, problem.offset, problem.length);
    return createDiagnostic(
      problem.fatal ? 'unreadable-front-matter' : 'corrected-front-matter',
      { case: 'yaml', ...problem },
      { location },
    );
  });
  if (!parsed.values) return { ...end, diagnostics };

  const { value, ranges } = parsed.values;
  if (value === null) return { ...end, diagnostics };
  if (typeof value !== 'object' || Array.isArray(value)) {
    const offset = ranges.get('')?.[0] ?? open;
    const found = Array.isArray(value) ? 'list' : 'value';
    return {
      ...end,
      diagnostics: [...diagnostics, fail({ case: 'no-map', found }, offset)],
    };
  }
  const at = (range: readonly [number, number]) =>
    locate(sourcePath, source, range[0], Math.max(1, source.slice(...range).split('\n', 1)[0]?.length ?? 1));
  adoptVitepressKeys(parsed.values);
  const checked = checkFrontmatter(parsed.values, source, at);
  const locations: Record<string, Location> = Object.create(null);
  for (const [path, range] of ranges) if (path !== '') locations[path] = at(range);
  return {
    frontmatter: checked.frontmatter,
    locations,
    bodyOffset,
    diagnostics: [...diagnostics, ...checked.diagnostics],
  };
}
