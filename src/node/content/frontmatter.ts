import type { Frontmatter } from '../../shared/entities.ts';
import { isRecord } from '../../shared/is-record.ts';
import { createDiagnostic, type DataOf } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../base/diagnostics/diagnostic.ts';
import { checkFrontmatter, FRONTMATTER_KEYS } from './frontmatter-schema.ts';
import { parseFrontmatterYaml, tooLargeAt } from './frontmatter-yaml.ts';
import type { YamlValues } from './yaml-values.ts';

export interface ParsedFrontmatter {
  frontmatter: Frontmatter;
  /** Locations of the values by key path, such as `hero.actions.0.link`. */
  locations: Record<string, Location>;
  bodyOffset: number;
  diagnostics: Diagnostic[];
}

/**
 * A YAML error with a clear meaning is a warning (CD211); any other is an error (CD210). {@link checkFrontmatter}
 * checks types, and {@link reportLostOpening} reports a missing opening line.
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

/** Matches blank lines and comments, an optional `---` line, lines of YAML that start with a key, and a closing `---` line. */
const LOST =
  /^((?:[ \t]*\n|<!--.*-->[ \t]*\n)*)(---[ \t]*\n)?([\w-]+:(?:[ \t].*)?\n(?:(?:[\w-]+:(?:[ \t].*)?|[ \t]+\S.*|-[ \t].*|[ \t]*)\n)*)---[ \t]*(?:\n|$)/;

/**
 * Reports CD215 for a page without front matter. An underlined line such as `Note: …` is a heading, so at least one key
 * must be known.
 */
function reportLostOpening(source: string, sourcePath: string): Diagnostic[] {
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

type Values = Record<string, unknown>;

/** Renames VitePress keys on a home page, in place. If a page also has our key, the VitePress key is kept and later reported. */
function adoptVitepressKeys({ value, ranges, keyRanges }: YamlValues): void {
  const rename = (owner: Values, path: string, from: string, to: string): void => {
    if (owner[from] === undefined || owner[to] !== undefined) return;
    owner[to] = owner[from];
    delete owner[from];
    for (const places of [ranges, keyRanges]) {
      const place = places.get(`${path}.${from}`);
      if (place) places.set(`${path}.${to}`, place);
    }
  };
  const { hero, features } = value as Values;
  if (isRecord(hero)) {
    rename(hero, 'hero', 'name', 'title');
    rename(hero, 'hero', 'text', hero.title === undefined ? 'title' : 'tagline');
    const { text, tagline } = hero;
    if (typeof text === 'string' && typeof tagline === 'string') {
      hero.tagline = `${text.replace(/[.!?]$/, '')}. ${tagline}`;
      delete hero.text;
    }
    rename(hero, 'hero', 'tagline', 'description');
    if (isRecord(hero.image)) rename(hero.image, 'hero.image', 'src', 'light');
  }
  for (const [index, feature] of Array.isArray(features) ? features.entries() : []) {
    if (!isRecord(feature)) continue;
    rename(feature, `features.${index}`, 'details', 'description');
    // Our icons are files or SVG.
    if (typeof feature.icon === 'string' && !/[./<]/.test(feature.icon))
      rename(feature, `features.${index}`, 'icon', 'emoji');
  }
}
