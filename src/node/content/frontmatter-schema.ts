import type { Frontmatter, FrontmatterKey } from '../../shared/entities.ts';
import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { didYouMean, misspelt } from '../diagnostics/did-you-mean.ts';
import type { JsonSchema } from '../json-schema.ts';
import {
  about,
  addresses,
  boolean,
  type Check,
  checkKeys,
  filled,
  isObject,
  keywords,
  knownFor,
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
} from './frontmatter-checks.ts';
import type { Range, YamlValues } from './yaml-values.ts';

const OWN_CHECKS: Record<FrontmatterKey, Check> = {
  title: about('Title of the page. Default: the first heading.', text),
  subtitle: text,
  description: about('What search engines and assistants are told of the page.', text),
  keywords: about('Words that search engines are told of the page.', keywords),
  lang: about('Language of the page, such as `de`. Default: that of its locale.', language),
  nav: about(
    'Its entry in the navigation at the top: a title, or title and order.',
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
  order: about('Place in the sidebar: the smaller, the earlier.', number),
  toc: about('Where the table of contents stands; `false` for none.', toc),
  debug: about('The page is there in `dev` only.', boolean),
  sidebar: about('`false`: the page has no sidebar.', boolean),
  filename: about('File that the link for editing leads to.', text),
  redirectFrom: about('Former addresses of the page, without the base.', addresses),
  atomId: about('Component that the page is about.', text),
  demo: about(
    'Demos of the page.',
    objectOf({
      cols: about('Columns of demos that stand in one paragraph.', number),
      tocDepth: about('Level of titled demos in the table of contents.', number),
      ts2js: about('Their TypeScript is shown as JavaScript too.', boolean),
    }),
  ),
  hero: about(
    'Top of a home page.',
    objectOf(
      {
        title: text,
        description: text,
        background: text,
        actions: listOf(objectOf({ text: filled, link: target }, { required: ['text', 'link'] })),
        install: about('A command that can be copied.', text),
        demo: about('File of a demo, which is shown live.', text),
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

/** Front matter as JSON schema: what is read without an error or a warning. Keys of themes may stand beside ours. */
export const FRONTMATTER_SCHEMA: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Front matter of a page',
  type: 'object',
  properties: schemasOf(CHECKS),
};

/** Keys of a page's front matter that the tool knows. */
export const FRONTMATTER_KEYS: readonly string[] = [...CHECKS.keys()];

/**
 * Front matter with values of the right types: an error (CD212) for a wrong one, a warning (CD211) where the meaning
 * is plain, a warning (CD213) for a key that is nearly a known one, an error (CD214) for an unsafe link, an error (CD218)
 * for an unknown key of the hero. Other unknown keys are kept. `place` gives the location of a range of `source`.
 */
export function checkFrontmatter(
  values: YamlValues,
  source: string,
  place: (range: Range) => Location,
): { frontmatter: Frontmatter; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const rangeOf = (path: string): Range => values.ranges.get(path) ?? [0, 1];
  const add = (severity: Diagnostic['severity'], code: Code, text: string, range: Range, note?: string) => {
    diagnostics.push({ severity, code, text, location: place(range), notes: note === undefined ? undefined : [note] });
    return undefined;
  };
  const report: Report = {
    wrong: (path, expected, value) =>
      add('error', 'CD212', `Invalid front matter "${path}": expected ${expected}, got ${show(value)}`, rangeOf(path)),
    meant: (path, text, note, value) => {
      add('warning', 'CD211', `Front matter ${text}`, rangeOf(path), note);
      return value;
    },
    unsafe: (path, value) =>
      add(
        'error',
        'CD214',
        `Unsafe link "${value}" in front matter "${path}"`,
        rangeOf(path),
        'Links are relative, or begin with http:, https:, mailto: or tel:.',
      ),
    nearMiss: (path, key, known) => {
      add(
        'warning',
        'CD213',
        `Unknown front matter key "${key}"${didYouMean(known)}`,
        values.keyRanges.get(path) ?? rangeOf(path),
      );
    },
    foreign: (path, key, known) => {
      const range = values.keyRanges.get(path) ?? rangeOf(path);
      add('warning', 'CD213', `Front matter key "${key}" has no meaning here`, range, `Write \`${known}\`.`);
    },
    unknown: (path, key, known) => {
      const names = [...known];
      const owner = path.slice(0, -key.length - 1);
      const text = `Unknown key "${key}" of "${owner}"${didYouMean(misspelt(key, names))}`;
      const location = place(values.keyRanges.get(path) ?? rangeOf(path));
      const ours = knownFor(path);
      const notes = [...(ours ? [`Write \`${ours}\`.`] : []), `Known keys: ${names.join(', ')}.`];
      diagnostics.push({ severity: 'error', code: 'CD218', text, location, notes, key: path.split('.') });
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

function show(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'a map' : `${typeof value} ${JSON.stringify(value)}`;
}
