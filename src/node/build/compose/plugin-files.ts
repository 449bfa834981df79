import { withBase } from '../../../shared/base-url.ts';
import { type PackedEntry, unpackEntry } from '../../../shared/search/index-file.ts';
import { createDiagnostic, type DataOf } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { messageOf } from '../../base/errors.ts';
import { isOutputPath } from '../../base/output-paths.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { locateKey } from '../../project/config/key-location.ts';
import type { FinishedPage, FinishedSite, Site } from '../../project/config/types.ts';
import { inTime, TimeoutError, withinClock } from '../../project/within-time.ts';

/** Time limit for a plugin's function, in milliseconds. */
const LIMIT = 60_000;

/**
 * Calls the plugin functions that write files.
 * @param options.search returns the packed search entries of the pages, by source path
 * @param options.taken output paths that the site already uses
 */
export async function writePluginFiles(
  site: Site,
  loaded: LoadedSite,
  { search, taken }: { search: () => ReadonlyMap<string, string>; taken: Iterable<string> },
): Promise<{ files: Map<string, string | Uint8Array>; diagnostics: Diagnostic[] }> {
  const files = new Map<string, string | Uint8Array>();
  const diagnostics: Diagnostic[] = [];
  const { config, configFile, configSource } = site;
  if (config.files.length === 0) return { files, diagnostics };
  const location =
    configFile && configSource !== undefined ? locateKey(configFile, configSource, ['plugins']) : undefined;
  const report = (data: DataOf<'plugin-files-failed'>): void =>
    void diagnostics.push(createDiagnostic('plugin-files-failed', data, { location }));
  const known = new Set(taken);
  const finished = finishedSite(site, loaded, search());
  for (const { plugin, make } of config.files) {
    try {
      const made: unknown = await inTime(
        Promise.resolve(withinClock(LIMIT, () => make(structuredClone(finished)))),
        LIMIT,
      );
      if (typeof made !== 'object' || made === null || Array.isArray(made)) {
        report({ case: 'invalid', plugin, got: made === null ? 'null' : Array.isArray(made) ? 'a list' : typeof made });
        continue;
      }
      for (const [path, content] of Object.entries(made)) {
        if (!(typeof content === 'string' || content instanceof Uint8Array))
          report({ case: 'invalid', plugin, got: `${typeof content} for \`${path}\`` });
        else if (!isOutputPath(path)) report({ case: 'path', plugin, path });
        else if (known.has(path)) report({ case: 'taken', plugin, path });
        else {
          known.add(path);
          files.set(path, content);
        }
      }
    } catch (error) {
      report(
        error instanceof TimeoutError
          ? { case: 'late', plugin, seconds: LIMIT / 1000 }
          : { case: 'threw', plugin, reason: messageOf(error) },
      );
    }
  }
  return { files, diagnostics };
}

function finishedSite({ config }: Site, { pages }: LoadedSite, search: ReadonlyMap<string, string>): FinishedSite {
  const origin = config.sitemap?.hostname ?? '';
  const finish = (page: SourcePage): FinishedPage[] => {
    const found = search.get(page.sourcePath);
    if (found === undefined || page.frontmatter.debug) return [];
    const { title, description, sections } = unpackEntry(JSON.parse(found) as PackedEntry, []);
    const { routePath: route, locale } = page;
    return [
      {
        ...{ route, url: origin + withBase(config.base, route), locale, title },
        ...(description && { description }),
        sections: sections.map(({ rawTitle, link, paragraphs }) => ({
          title: rawTitle,
          url: origin + withBase(config.base, link),
          paragraphs,
        })),
      },
    ];
  };
  const { title, base, locales } = config;
  return { title, base, locales: locales.map(({ id, name }) => ({ id, name })), pages: pages.flatMap(finish) };
}
