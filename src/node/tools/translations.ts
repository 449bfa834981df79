import { addLocale, removeLocale } from '../../shared/route-path.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { isError } from '../build/run.ts';
import { loadSite } from '../build/site.ts';
import { runCodeFile } from '../bundle/data-files.ts';
import { readGitHistory } from '../content/git-history.ts';
import { load } from '../content/load.ts';
import { withTabs } from '../content/tabs.ts';
import type { SourcePage } from '../content/types.ts';
import { headingText, storyReader } from '../markdown/compile-site.ts';
import type { Site } from '../project/config/types.ts';

export interface TranslationsOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  signal?: AbortSignal;
}

/** Translations into one language. */
export interface Translated {
  /** Id and name of the content locale. */
  locale: string;
  name: string;
  /** Number of pages in the first locale that have a translation, including outdated translations. */
  translated: number;
  missing: MissingTranslation[];
  outdated: OutdatedTranslation[];
}

/** A page without a translation. */
export interface MissingTranslation {
  /** Source path of the page. */
  original: string;
  /** Route of the translation. */
  route: string;
}

/** A translation whose last commit is older than the last commit of its original. */
export interface OutdatedTranslation {
  /** Source paths of the page and of its translation. */
  original: string;
  translation: string;
  /** Times of the last commits in milliseconds since 1970. For a page with tabs, the latest time counts. */
  originalDate: number;
  translationDate: number;
}

export interface TranslationReport {
  /** Pages of the first content locale. */
  pages: number;
  /** One entry for each other locale, in the order of the locales. */
  locales: Translated[];
  /** Warnings about the configuration and the pages. */
  diagnostics: Diagnostic[];
  /** False if git provides no dates, because there is no repository or its history is shallow. */
  hasDates: boolean;
}

/**
 * Compares the pages of the first content locale with their translations. Reports translations that are missing, and those that are
 * outdated according to the last commits. Files with uncommitted changes have no date and count as up to date.
 *
 * @throws DiagnosticError if the configuration or a page cannot be read
 */
export async function translations({
  root = process.cwd(),
  signal,
}: TranslationsOptions = {}): Promise<TranslationReport> {
  const { site, diagnostics: ofConfig } = await loadSite(root, { signal });
  const { pages, originals, pairs, diagnostics: ofLoad } = await pairPages(site);
  const diagnostics = [...ofConfig, ...ofLoad];
  if (diagnostics.some(isError)) throw new DiagnosticError(diagnostics);
  const locales = site.config.locales.slice(1).map(({ id, name }): Translated => {
    const result: Translated = { locale: id, name, translated: 0, missing: [], outdated: [] };
    for (const { original, locale, route, translation } of pairs) {
      if (locale !== id) continue;
      if (!translation) result.missing.push({ original: original.sourcePath, route });
      else {
        result.translated++;
        const outdated = compareDates(original, translation);
        if (outdated) result.outdated.push(outdated);
      }
    }
    return result;
  });
  const hasDates = pages.some(({ lastUpdated }) => lastUpdated !== undefined);
  return { pages: originals.length, locales, diagnostics, hasDates };
}

/** An unchanged translation of a changed original, as source paths. */
export interface OvertakenTranslation {
  original: string;
  translation: string;
}

/** Finds unchanged translations of changed pages. Paths in `changed` are relative to the site's folder. */
export async function overtakenTranslations(site: Site, changed: ReadonlySet<string>): Promise<OvertakenTranslation[]> {
  const { pairs } = await pairPages(site);
  const isChanged = (page: SourcePage): boolean => withTabs(page).some(({ sourcePath }) => changed.has(sourcePath));
  return pairs.flatMap(({ original, translation }) =>
    translation && isChanged(original) && !isChanged(translation)
      ? [{ original: original.sourcePath, translation: translation.sourcePath }]
      : [],
  );
}

interface PagePair {
  original: SourcePage;
  locale: string;
  /** Route of the translation. */
  route: string;
  translation: SourcePage | undefined;
}

async function pairPages(site: Site) {
  const git = await readGitHistory(site.root);
  const { loaded, diagnostics } = await load(site, {
    includeDebug: false,
    headingText,
    storyReader,
    runPaths: (file) => runCodeFile(file, { site, method: 'paths' }),
    memory: { files: new Map(), git },
  });
  const [first, ...others] = site.config.locales;
  const originals = loaded.pages.filter(({ locale }) => locale === first?.id);
  const byRoute = new Map(loaded.pages.map((page) => [page.routePath, page]));
  const pairs = others.flatMap((locale) =>
    originals.map((original): PagePair => {
      const route = addLocale(first ? removeLocale(original.routePath, first) : original.routePath, locale);
      return { original, locale: locale.id, route, translation: byRoute.get(route) };
    }),
  );
  return { pages: loaded.pages, originals, pairs, diagnostics };
}

function compareDates(page: SourcePage, translation: SourcePage): OutdatedTranslation | undefined {
  const [originalDate, translationDate] = [dateOf(page), dateOf(translation)];
  if (originalDate === undefined || translationDate === undefined || originalDate <= translationDate) return undefined;
  return { original: page.sourcePath, translation: translation.sourcePath, originalDate, translationDate };
}

/** Returns the latest date of a page and its tabs. Undefined if one of them has no date. */
function dateOf(page: SourcePage): number | undefined {
  const dates = withTabs(page).map(({ lastUpdated }) => lastUpdated);
  return dates.every((date) => date !== undefined) ? Math.max(...dates) : undefined;
}
