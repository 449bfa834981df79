import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { Locale } from '../../../shared/entities.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { normalizeRoute } from '../../../shared/route-path.ts';
import { SOCIAL_SITES } from '../../../shared/social-sites.ts';
import { createDiagnostic, type DataOf } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { isInside } from '../../base/files/paths.ts';
import { OWN_LANGUAGES } from '../own-languages.ts';
import { baseProblem, configSchema, type ValidConfig } from './config-schema.ts';
import { describeIssue, misspelledThemeKeys } from './describe-issue.ts';
import { IGNORED_KEYS, REFUSED_KEYS } from './foreign-keys.ts';
import { locateKey } from './key-location.ts';
import { type MergedConfig, mergePlugins } from './merge-plugins.ts';
import { fillInMarkdown, fillInModules } from './option-schemas.ts';
import type { FontConfig, ResolvedConfig, Site, SiteOverrides } from './types.ts';

export interface ConfigContext {
  /** Absolute folder of the site; paths in the configuration are relative to it. */
  root: string;
  /** Absolute folder that must contain all pages. */
  projectRoot: string;
  packageJson: Site['packageJson'];
  configFile?: string;
  configSource?: string;
  /** Values from the command line, which take precedence. `outDir` is relative to the root unless it is absolute. */
  overrides?: SiteOverrides;
}

/**
 * Checks a user's configuration and adds all defaults. `config` is absent if there are errors.
 */
export function resolveConfig(
  user: unknown,
  context: ConfigContext,
): { config?: ResolvedConfig; diagnostics: Diagnostic[] } {
  const at = (path: readonly PropertyKey[]): Location | undefined => {
    if (context.configFile === undefined) return undefined;
    if (context.configSource === undefined) return { file: context.configFile, line: 1, column: 1 };
    return locateKey(context.configFile, context.configSource, path);
  };
  const cleaned = withoutDangerousKeys(user ?? {});
  const merged = mergePlugins(cleaned, at);
  if (merged.diagnostics.length > 0) return { diagnostics: merged.diagnostics };
  const { own, diagnostics } = separateForeignKeys(merged.config, at);
  const parsed = configSchema.safeParse(own);
  for (const issue of parsed.error?.issues ?? []) diagnostics.push(...describeIssue(issue, own, at));
  diagnostics.push(...misspelledThemeKeys(own, at));
  if (parsed.success) diagnostics.push(...checkTogether(parsed.data, context, at));
  diagnostics.push(...checkOverrides(context));
  if (!parsed.success || diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics };
  return { config: fillIn(parsed.data, context, merged), diagnostics };
}

type Locate = (path: readonly PropertyKey[]) => Location | undefined;

/** Copies lists and plain objects without dangerous keys. Other values are not copied. */
function withoutDangerousKeys(value: unknown, seen = new Map<object, unknown>()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    seen.set(value, copy);
    for (const item of value) copy.push(withoutDangerousKeys(item, seen));
    return copy;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  // A class instance, which copying would break.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return value;
  const copy: Record<string, unknown> = {};
  seen.set(value, copy);
  for (const [key, item] of Object.entries(value)) {
    if (!['__proto__', 'constructor', 'prototype'].includes(key)) copy[key] = withoutDangerousKeys(item, seen);
  }
  return copy;
}

/** Removes dumi and umi keys. Reports keys without effect in one warning, and each unsupported key as an error. */
function separateForeignKeys(config: unknown, place: Locate): { own: unknown; diagnostics: Diagnostic[] } {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return { own: config, diagnostics: [] };
  const names = Object.keys(config);
  const ignored = names.filter((name) => IGNORED_KEYS.has(name));
  const refused = names.filter((name) => REFUSED_KEYS.has(name));
  const diagnostics = refused.map((key) => {
    const reason = REFUSED_KEYS.get(key) ?? '';
    return createDiagnostic('unsupported-config-key', { key, reason }, { location: place([key]) });
  });
  const [first] = ignored;
  if (first !== undefined)
    diagnostics.push(createDiagnostic('ignored-config-keys', { keys: ignored }, { location: place([first]) }));
  const foreign = new Set([...ignored, ...refused]);
  return { own: Object.fromEntries(Object.entries(config).filter(([name]) => !foreign.has(name))), diagnostics };
}

function checkTogether(config: ValidConfig, context: ConfigContext, place: Locate): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const reject = (path: PropertyKey[], data: DataOf<'invalid-config-value'>) =>
    diagnostics.push(createDiagnostic('invalid-config-value', data, { location: place(path) }));

  const languages = knownLanguages(config);
  const named: [PropertyKey[], string][] = (config.languages ?? []).map((id, i) => [['languages', i], id]);
  if (config.language !== undefined) named.push([['language'], config.language]);
  for (const [path, id] of named.filter(([, id]) => !languages.includes(id))) {
    reject(path, { case: 'unknown-language', id, known: languages, nearest: nearestName(id, languages) });
  }
  if (config.language !== undefined && config.languages?.includes(config.language) === false) {
    reject(['language'], { case: 'language-not-offered', id: config.language, offered: config.languages });
  }

  const { nav } = config.themeConfig;
  const ids = localesOf(config).map(({ id }) => id);
  const navIds = nav && !Array.isArray(nav) && !('mode' in nav) ? Object.keys(nav) : [];
  const namedLocales: [key: string, PropertyKey[], string][] = [
    ...navIds.map((id): [string, PropertyKey[], string] => ['themeConfig.nav', ['themeConfig', 'nav', id], id]),
    ...(config.pack.locales ?? []).map((id, i): [string, PropertyKey[], string] => [
      'pack.locales',
      ['pack', 'locales', i],
      id,
    ]),
  ];
  for (const [key, path, id] of namedLocales.filter(([, , id]) => !ids.includes(id)))
    reject(path, { case: 'unknown-locale', id, key, known: ids, nearest: nearestName(id, ids) });

  const folders: [PropertyKey[], string][] = [
    ...(config.resolve.docDirs ?? []).map((item, i): [PropertyKey[], string] => [
      ['resolve', 'docDirs', i],
      typeof item === 'string' ? item : item.dir,
    ]),
    ...config.resolve.atomDirs.map(({ dir }, i): [PropertyKey[], string] => [['resolve', 'atomDirs', i], dir]),
  ];
  if (config.publicDir !== undefined) folders.push([['publicDir'], config.publicDir]);
  for (const [path, folder] of folders) {
    const fromRoot = relative(context.projectRoot, resolve(context.root, folder));
    if (!/^\.\.([\\/]|$)/.test(fromRoot) && !isAbsolute(fromRoot)) continue;
    reject(path, { case: 'outside-project', folder });
  }

  if (config.cacheDir !== undefined) {
    const absolute = (folder: string): string => resolve(context.root, folder);
    const cacheDir = absolute(config.cacheDir);
    const isContent = ['docs', ...folders.map(([, folder]) => folder)].map(absolute).includes(cacheDir);
    if (isContent || isSystemFolder(cacheDir))
      reject(['cacheDir'], { case: 'cache-folder', folder: config.cacheDir, what: isContent ? 'content' : 'system' });
  }
  return diagnostics;
}

/** Folders that only the system writes, except those in `SHARED`. */
const SYSTEM = [
  ...['/bin', '/boot', '/dev', '/etc', '/lib', '/lib64', '/proc', '/sbin', '/sys', '/usr', '/System'],
  ...['C:\\Windows', 'C:\\Program Files'],
];
const SHARED = ['/dev/shm', '/usr/local', '/usr/src'];

function isSystemFolder(folder: string): boolean {
  const isIn = (parent: string): boolean => isInside(parent, folder);
  return dirname(folder) === folder || (SYSTEM.some(isIn) && !SHARED.some(isIn));
}

function knownLanguages({ messages }: ValidConfig): string[] {
  return [...new Set([...Object.keys(OWN_LANGUAGES), ...Object.keys(messages)])];
}

function checkOverrides({ overrides }: ConfigContext): Diagnostic[] {
  const { base } = overrides ?? {};
  const reason = base === undefined ? undefined : baseProblem(base);
  return base !== undefined && reason ? [createDiagnostic('invalid-config-value', { case: 'base', base, reason })] : [];
}

function resolvePolicy(csp: ValidConfig['csp'] = {}): Pick<ResolvedConfig, 'csp' | 'strictStyles'> {
  if (csp === false) return { csp, strictStyles: false };
  const { strict = false, ...sources } = csp === 'strict' ? { strict: true } : csp;
  return { csp: sources, strictStyles: strict };
}

/** Returns the locales. Default: one locale, in the language of the content. */
function localesOf({ locales, defaultLocale: id }: ValidConfig): Locale[] {
  const configured = locales?.length ? locales : [{ id, name: ownValue(OWN_LANGUAGES, id)?.name ?? id }];
  return configured.map(({ id, name, base, suffix }, index) =>
    suffix === undefined ? { id, name, base: normalizeRoute(base ?? (index === 0 ? '/' : id)) } : { id, name, suffix },
  );
}

function fillIn(user: ValidConfig, context: ConfigContext, { files, commands }: MergedConfig): ResolvedConfig {
  const { root, packageJson, overrides } = context;
  const absolute = (path: string) => resolve(root, path);
  const absoluteIf = (path: string | undefined) => (path === undefined ? undefined : absolute(path));
  // The other options are the same as in the configuration.
  const { outputPath, projectRoot: _, resolve: pages, nav, ...same } = user;
  const { sitemap, cacheDir, demo, screenshots, shareImages, themeConfig } = user;
  const title = user.title ?? packageJson.name ?? 'Documentation';
  const languages = [...new Set(user.languages ?? knownLanguages(user))];
  const isNamed = (user.title ?? themeConfig.name) !== undefined;
  return {
    ...same,
    title,
    titleTemplate: user.titleTemplate ?? (isNamed ? '{title} - {site}' : '{title}'),
    base: normalizeRoute(overrides?.base ?? user.base).replace(/\/?$/, '/'),
    outDir: absolute(overrides?.outDir ?? outputPath),
    publicDir: absolute(user.publicDir ?? 'docs/public'),
    docDirs: (pages.docDirs ?? ['docs']).map((item) =>
      typeof item === 'string' ? { dir: absolute(item) } : { ...item, dir: absolute(item.dir) },
    ),
    atomDirs: pages.atomDirs.map((item) => ({ ...item, dir: absolute(item.dir) })),
    stories: [user.stories ?? []].flat(),
    codeBlockMode: pages.codeBlockMode,
    entryFile: absoluteIf(pages.entryFile),
    forceKebabCaseRouting: pages.forceKebabCaseRouting,
    allow: pages.allow.map(absolute),
    locales: localesOf(user),
    language: user.language ?? (languages.includes('en-US') ? 'en-US' : (languages[0] ?? 'en-US')),
    languages,
    theme: absoluteIf(user.theme),
    components: fillInModules(user.components, absolute),
    slots: fillInModules(user.slots, absolute),
    files,
    commands,
    themeConfig: fillInTheme(themeConfig, { title, absolute }),
    navLevels: nav.levels,
    sitemap: sitemap && { ...sitemap, hostname: sitemap.hostname.replace(/\/$/, '') },
    feed: Object.entries(user.feed).map(([folder, { title }]) => ({ folder: normalizeRoute(folder), title })),
    shareImages: shareImages && { font: absolute(shareImages.font) },
    ...resolvePolicy(user.csp),
    llms: user.llms !== false && { twins: typeof user.llms !== 'object' || (user.llms.twins ?? true) },
    target: overrides?.target ?? user.target,
    pack: fillInPack(user, absolute),
    screenshots: { widths: [...new Set(screenshots.widths)], colors: [...new Set(screenshots.colors)] },
    // A subfolder, so that other files in the configured folder are neither counted nor removed.
    cacheDir: cacheDir === undefined ? undefined : resolve(absolute(cacheDir), 'cascader-docs'),
    prerender: absoluteIf(user.prerender),
    demo: demo.setup === undefined ? {} : { setup: absolute(demo.setup) },
    apiParser: fillInTypes(user.apiParser, absolute),
    library: user.library && [user.library].flat().map(({ name, entry }) => ({ name, entry: absolute(entry) })),
    markdown: fillInMarkdown(user.markdown),
    versions: user.versions !== false && absolute(user.versions),
  };
}

function fillInPack(user: ValidConfig, absolute: (path: string) => string): ResolvedConfig['pack'] {
  const { outDir, locales, ...limits } = user.pack;
  const [first] = localesOf(user);
  return {
    ...(outDir !== undefined && { outDir: absolute(outDir) }),
    ...{ ...limits, locales: locales ?? (first ? [first.id] : []) },
  };
}

function fillInTypes(
  options: ValidConfig['apiParser'],
  absolute: (path: string) => string,
): ResolvedConfig['apiParser'] {
  if (options === false) return false;
  const { history, ...others } = options === true || options === undefined ? {} : options;
  return { ...others, ...(history !== undefined && { history: history && absolute(history) }) };
}

function fillInTheme(
  theme: ValidConfig['themeConfig'],
  { title, absolute }: { title: string; absolute: (path: string) => string },
): ResolvedConfig['themeConfig'] {
  const { font, prefersColor, socialLinks } = theme;
  const { class: name, ...color } = prefersColor;
  const { dark = '', light = '' } = typeof name === 'string' ? { dark: name } : (name ?? {});
  return {
    ...theme,
    name: theme.name ?? title,
    font: font !== false && {
      sans: font.sans && withPath(font.sans, absolute),
      mono: font.mono && withPath(font.mono, absolute),
    },
    socialLinks: Object.entries(socialLinks).map(([name, site]) => {
      const {
        link,
        icon,
        label = SOCIAL_SITES.includes(name) ? undefined : name,
      } = typeof site === 'string' ? { link: site } : site;
      return { name, link, ...(icon && { icon: absolute(icon) }), ...(label && { label }) };
    }),
    prefersColor: { ...color, ...((dark || light) && { class: { dark, light } }) },
  };
}

function withPath(font: FontConfig, absolute: (path: string) => string): FontConfig {
  return font.src === undefined ? font : { ...font, src: absolute(font.src) };
}
