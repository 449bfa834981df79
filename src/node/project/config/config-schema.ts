import * as z from 'zod';
import { isExternal } from '../../../shared/base-url.ts';
import { isValidRoute, normalizeRoute } from '../../../shared/route-path.ts';
import { budgets, components, csp, esbuild, kilobytes, markdown, slots } from './option-schemas.ts';
import { TARGETS } from './targets.ts';
import { themeConfig } from './theme-config-schema.ts';
import {
  asset,
  attributeLists,
  boolean,
  checkAlone,
  languageTag,
  listOf,
  milliseconds,
  nonEmpty,
  number,
  oneOf,
  prefetch,
  string,
  stringMap,
  url,
} from './value-schemas.ts';

/** The `error` of a schema is the phrase after "expected …" in the message. A custom issue with `params.whole` contains a whole message. */

const SYNONYMS = "at least two words or phrases with the same meaning, such as ['typescript', 'ts']";
const SYNONYM_GROUPS = "groups of synonyms, such as [['typescript', 'ts']]";
const template = oneOf(['vite', 'create-react-app']);

const locale = z.strictObject(
  {
    id: string.regex(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/, { error: "a language tag such as 'en-US'" }),
    name: nonEmpty,
    base: string.regex(/^\/([\w-]+(\/[\w-]+)*\/?)?$/, { error: "a path such as '/en'" }).optional(),
    suffix: string.regex(/^[\w-]*$/, { error: "letters, digits and dashes, such as '-en'" }).optional(),
  },
  { error: 'a locale, such as { id, name, base }' },
);

const acceptEntry = z
  .strictObject(
    {
      code: nonEmpty,
      match: nonEmpty.optional(),
      target: nonEmpty.optional(),
      demo: nonEmpty.optional(),
      until: z.iso.date({ error: "a day such as '2027-06-30'" }).optional(),
      reason: nonEmpty,
    },
    { error: '{ code, match, until, reason }' },
  )
  .refine(({ match, target, demo }) => match ?? target ?? demo, {
    error: 'an entry with `match`, `target` or `demo`, because it would accept all findings',
  });

const synonymGroups = listOf(
  z
    .array(string.regex(/[\p{L}\p{N}]/u, { error: 'a word or phrase' }), { error: SYNONYMS })
    .min(2, { error: SYNONYMS }),
  SYNONYM_GROUPS,
);

const synonyms = z
  .custom<string[][]>()
  .superRefine((value: unknown, context) => checkAlone(value, synonymGroups, context));

/** Locales must have different ids and URLs, and only the first may have the URL `/`. */
const locales = listOf(locale, 'locales')
  .min(1, { error: 'at least one locale' })
  .superRefine((list, context) => {
    const urls = list.map((item, index) => urlOf(item, index));
    for (const [index, { id, base, suffix }] of list.entries()) {
      const reject = (key: string, message: string) =>
        context.addIssue({ code: 'custom', path: [index, key], message, params: { whole: true } });
      if (base !== undefined && suffix !== undefined)
        reject('suffix', `Locale \`${id}\` has both \`base\` and \`suffix\``);
      if (list.findIndex((item) => item.id === id) < index) reject('id', `Duplicate locale \`${id}\``);
      else if (index > 0 && base === '/') reject('base', `Locale \`${id}\` cannot have base \`/\`: only the first can`);
      else if (urls.indexOf(urls[index] ?? '') < index) {
        reject(
          suffix === undefined ? 'base' : 'suffix',
          `Locale \`${id}\` has the same URL as another locale: ${urls[index]}`,
        );
      }
    }
  });

function urlOf({ id, base, suffix }: z.infer<typeof locale>, index: number): string {
  if (suffix !== undefined) return suffix === '' ? '/' : `*${suffix}`;
  return normalizeRoute(base ?? (index === 0 ? '/' : id));
}

const base = string.superRefine((value, context) => {
  const hasSlash = value === '' || value.startsWith('/');
  const reason = baseProblem(value) ?? (hasSlash ? undefined : `it must begin with a slash: \`/${value}\``);
  if (reason)
    context.addIssue({ code: 'custom', message: `Invalid base \`${value}\`: ${reason}`, params: { whole: true } });
});

/** Returns the reason why a path cannot be the base of a site, or undefined if it can. */
export function baseProblem(value: string): string | undefined {
  if (isExternal(value)) return 'it must be a path, such as `/docs/`, not a complete URL';
  if (/[?#]/.test(value)) return 'a path contains neither `?` nor `#`';
  if (/(^|\/)\.\.?(\/|$)/.test(value)) return 'it cannot contain `.` or `..` as a segment';
  return isValidRoute(normalizeRoute(value)) ? undefined : 'write it with letters, digits, dashes and slashes';
}

const packageVersions = z.record(
  string.regex(/^(?:@[\w.-]+\/)?[\w.-]+$/, { error: "the name of a package, such as 'typescript'" }),
  nonEmpty,
  { error: 'an object of versions by package' },
);

const library = z.strictObject({ name: nonEmpty.optional(), entry: nonEmpty }, { error: '{ name, entry }' });

export const configSchema = z.strictObject(
  {
    title: string.optional(),
    titleTemplate: string.includes('{title}', { error: 'a string that contains {title}' }).optional(),
    description: string.optional(),
    base: base.default('/'),
    outputPath: nonEmpty.default('dist'),
    publicDir: nonEmpty.optional(),
    resolve: z
      .strictObject(
        {
          docDirs: listOf(
            z.union([nonEmpty, z.strictObject({ type: nonEmpty.optional(), dir: nonEmpty })], {
              error: "a folder, such as 'docs' or { type: 'guide', dir: 'docs' }",
            }),
            'folders',
          ).optional(),
          atomDirs: listOf(
            z.strictObject({ type: nonEmpty, subType: nonEmpty.optional(), dir: nonEmpty }, { error: '{ type, dir }' }),
            'folders',
          ).default([]),
          codeBlockMode: oneOf(['active', 'passive']).default('active'),
          entryFile: nonEmpty.optional(),
          forceKebabCaseRouting: boolean.default(true),
          allow: listOf(nonEmpty, 'folders').default([]),
        },
        { error: 'an object' },
      )
      .prefault({}),
    locales: locales.optional(),
    defaultLocale: languageTag.default('en'),
    language: nonEmpty.optional(),
    languages: listOf(nonEmpty, 'languages').min(1, { error: 'at least one language' }).optional(),
    messages: z
      .record(
        z.string(),
        z.strictObject({ name: string.optional(), messages: stringMap }, { error: '{ name, messages }' }),
        { error: 'an object of messages by language' },
      )
      .default({}),
    favicons: listOf(url, 'icon URLs').default([]),
    theme: nonEmpty.optional(),
    components: components.optional(),
    slots: slots.optional(),
    themeConfig: themeConfig.prefault({}),
    nav: z
      .strictObject(
        {
          levels: z.union([z.literal('auto'), z.literal(1), z.literal(2)], { error: "'auto', 1 or 2" }).default('auto'),
        },
        { error: '{ levels }; items belong in themeConfig.nav' },
      )
      .prefault({}),
    routePrefetch: z
      .strictObject(
        {
          defaultPrefetch: prefetch.default('none'),
          defaultPrefetchTimeout: number.min(0, { error: 'a number of milliseconds, 0 or more' }).default(50),
        },
        { error: 'an object' },
      )
      .prefault({}),
    search: z
      .union(
        [
          z.literal(false),
          z.strictObject({ groupOrder: oneOf(['nav', 'score']).default('nav'), synonyms: synonyms.default([]) }),
        ],
        { error: "false, or an object such as { groupOrder: 'score' } ('nav' or 'score')" },
      )
      .prefault({}),
    headScripts: listOf(asset('src'), 'scripts').default([]),
    scripts: listOf(asset('src'), 'scripts').default([]),
    styles: listOf(asset('href'), 'styles').default([]),
    metas: attributeLists.default([]),
    links: attributeLists.default([]),
    alias: z.record(nonEmpty, nonEmpty, { error: 'an object of strings' }).default({}),
    sitemap: z
      .strictObject(
        {
          hostname: string.regex(/^https?:\/\/[^/?#\s]+\/?$/, { error: "a URL such as 'https://example.org'" }),
          exclude: listOf(string, 'paths').default([]),
        },
        { error: '{ hostname }' },
      )
      .optional(),
    feed: z
      .record(
        string.regex(/^\//, { error: "the URL of a folder, such as '/blog'" }),
        z.strictObject({ title: nonEmpty }, { error: "{ title: 'Blog' }" }),
        { error: "an object such as { '/blog': { title: 'Blog' } }" },
      )
      .default({}),
    shareImages: z
      .strictObject(
        { font: string.regex(/\.[ot]tf$/i, { error: "a .ttf or .otf file, such as './docs/fonts/inter.ttf'" }) },
        { error: '{ font }' },
      )
      .optional(),
    deadLinks: oneOf(['error', 'warn']).default('error'),
    fallback: boolean.default(true),
    llms: z
      .union([z.boolean(), z.strictObject({ twins: boolean.optional() })], { error: 'true, false or { twins }' })
      .optional(),
    target: oneOf(TARGETS).optional(),
    pack: z
      .strictObject(
        {
          outDir: nonEmpty.optional(),
          maxSize: kilobytes.default(300),
          locales: listOf(nonEmpty, 'ids of locales').min(1, { error: 'at least one locale' }).optional(),
          exclude: listOf(string, 'paths').default([]),
        },
        { error: '{ outDir, maxSize, locales, exclude }' },
      )
      .prefault({}),
    csp: csp.optional(),
    server: z
      .strictObject({ allowedHosts: listOf(nonEmpty, 'host names').default([]) }, { error: 'an object' })
      .prefault({}),
    prerender: nonEmpty.optional(),
    demo: z.strictObject({ setup: nonEmpty.optional() }, { error: "{ setup: './docs/setup.tsx' }" }).prefault({}),
    export: z
      .strictObject({ dependencies: packageVersions.default({}) }, { error: "{ dependencies: { typescript: '^5' } }" })
      .prefault({}),
    sandbox: z.strictObject({ template: template.default('vite') }, { error: "{ template: 'vite' }" }).prefault({}),
    demoTimeout: milliseconds.default(10_000),
    pageTimeout: milliseconds.default(10_000),
    screenshots: z
      .strictObject(
        {
          widths: listOf(z.int().min(100).max(4000), 'widths from 100 to 4000').min(1).default([1280, 390]),
          colors: listOf(oneOf(['light', 'dark']), 'color schemes')
            .min(1)
            .default(['light', 'dark']),
        },
        { error: '{ widths, colors }' },
      )
      .prefault({}),
    budgets,
    accept: listOf(acceptEntry, 'entries').default([]),
    stories: z.union([nonEmpty, z.array(nonEmpty)], { error: "'src/**/*.stories.tsx'" }).optional(),
    cacheDir: nonEmpty.optional(),
    cache: z.strictObject({ rendered: boolean.default(true) }, { error: 'an object' }).prefault({}),
    projectRoot: nonEmpty.optional(),
    apiParser: z
      .union(
        [
          z.boolean(),
          z.strictObject({
            entry: nonEmpty.optional(),
            tsconfig: nonEmpty.optional(),
            history: z.union([z.literal(false), nonEmpty], { error: 'a path or false' }).optional(),
            previousNames: z.array(nonEmpty).optional(),
            importCost: boolean.optional(),
          }),
        ],
        { error: 'true, false or { entry, tsconfig, history, previousNames, importCost }' },
      )
      .optional(),
    library: z.union([library, z.array(library)], { error: '{ name, entry } or a list of them' }).optional(),
    esbuild: esbuild.prefault({}),
    postcss: z
      .union(
        [z.literal(false), z.strictObject({ plugins: z.union([z.array(z.any()), z.record(z.string(), z.any())]) })],
        { error: 'false or { plugins }: a list of plugins, or options by name' },
      )
      .optional(),
    markdown: markdown.optional(),
    serverLoaderPath: url.optional(),
    versions: z.union([z.literal(false), nonEmpty], { error: 'a path or false' }).default('versions'),
  },
  { error: 'an object' },
);

export type ValidConfig = z.infer<typeof configSchema>;
