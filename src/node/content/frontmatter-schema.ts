import type { Frontmatter, FrontmatterKey } from '../../shared/entities.ts';
import { createDiagnostic, type DataOf, type DiagnosticName } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../base/diagnostics/diagnostic.ts';
import type { JsonSchema } from '../project/json-schema.ts';
import {
  about,
  boolean,
  type Check,
  checkKeys,
  filled,
  keywords,
  language,
  link,
  listOf,
  number,
  objectOf,
  type Report,
  schemasOf,
  target,
  text,
  toc,
  urls,
} from './frontmatter-checks.ts';
import type { Range, YamlValues } from './yaml-values.ts';

const OWN_CHECKS: Record<FrontmatterKey, Check> = {
  title: about('Page title. Default: the first heading.', text),
  subtitle: text,
  description: about(
    'Description of the page, for search engines and assistants. Default: that of the hero, or the first paragraph.',
    text,
  ),
  keywords: about('Keywords of the page, for search and search engines.', keywords),
  lang: about('Language of the page, such as `de`. Default: the language of its locale.', language),
  nav: about(
    'Entry in the top navigation: a title, or title and order.',
    objectOf(
      {
        title: text,
        path: text,
        order: number,
        second: objectOf({ title: text, order: number }, { whole: 'title' }),
      },
      { whole: 'title' },
    ),
  ),
  group: about('Group in the sidebar.', objectOf({ title: text, order: number }, { whole: 'title' })),
  order: about('Position in the sidebar, lowest first. Default: 0.', number),
  toc: about('Position of the table of contents; `false` for none.', toc),
  debug: about('Only `dev` shows the page.', boolean),
  sidebar: about('`false`: the page has no sidebar.', boolean),
  filename: about('File that the edit link opens. Default: the file of the page.', text),
  redirectFrom: about(
    'Former URLs of the page, and former anchors of its parts (`/#install`, `/#api-*`), without the base.',
    urls,
  ),
  atomId: about('Name of the component that the page documents.', text),
  demo: about(
    'Options for all demos of the page.',
    objectOf({
      cols: about('Number of columns for demos on consecutive lines.', number),
      tocDepth: about('Level of titled demos in the table of contents. Default: 3.', number),
      ts2js: about('Also show their TypeScript as JavaScript.', boolean),
    }),
  ),
  hero: about(
    'Top section of a home page.',
    objectOf(
      {
        title: text,
        description: text,
        background: text,
        actions: listOf(objectOf({ text: filled, link: target }, { required: ['text', 'link'] })),
        install: about('A command, with a button that copies it.', text),
        demo: about('File of a demo, which runs beside the text.', text),
        image: objectOf(
          { light: filled, dark: filled, alt: text },
          { whole: 'light', closed: true, oneOf: ['light', 'dark'] },
        ),
      },
      { closed: true },
    ),
  ),
  features: about(
    'Boxes below the hero.',
    listOf(objectOf({ title: text, description: text, icon: text, emoji: text, link })),
  ),
  serverLoader: boolean,
};
const CHECKS = new Map<string, Check>(Object.entries(OWN_CHECKS));

/** JSON schema of front matter that is read without an error or a warning. Theme-specific keys are allowed. */
export const FRONTMATTER_SCHEMA: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Front matter of a page',
  type: 'object',
  properties: schemasOf(CHECKS),
};

export const FRONTMATTER_KEYS: readonly string[] = [...CHECKS.keys()];

/**
 * Errors: wrong values (CD212), unsafe links (CD214), unknown keys of the hero (CD218). Warnings: corrected values
 * (CD211), misspelled keys (CD213). Other unknown keys are kept.
 */
export function checkFrontmatter(
  values: YamlValues,
  source: string,
  location: (range: Range) => Location,
): { frontmatter: Frontmatter; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const rangeOf = (path: string): Range => values.ranges.get(path) ?? [0, 1];
  const keyOf = (path: string): Range => values.keyRanges.get(path) ?? rangeOf(path);
  const add = <Name extends DiagnosticName>(name: Name, data: DataOf<Name>, range: Range, key?: string[]) => {
    diagnostics.push(createDiagnostic(name, data, { location: location(range), ...(key && { key }) }));
    return undefined;
  };
  const report: Report = {
    wrong: (path, expected, value) => add('invalid-front-matter-value', { path, expected, value }, rangeOf(path)),
    corrected: (path, correction, value) => {
      add('corrected-front-matter', { path, ...correction }, rangeOf(path));
      return value;
    },
    unsafe: (path, url) => add('unsafe-front-matter-link', { path, url }, rangeOf(path)),
    nearMiss: (path, key, known) => {
      add('misspelt-front-matter-key', { key, known }, keyOf(path));
    },
    unknown: (path, key, names) => {
      const owner = path.slice(0, -key.length - 1);
      add('unknown-hero-key', { key, owner, known: [...names] }, keyOf(path), path.split('.'));
    },
    raw: (path) => source.slice(...rangeOf(path)),
  };
  return {
    frontmatter: checkKeys(
      values.value as Record<string, unknown>,
      '',
      { checks: CHECKS, closed: false },
      report,
    ) as Frontmatter,
    diagnostics,
  };
}
