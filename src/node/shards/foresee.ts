/** What a page will ask of its site, found without compiling it. */
import path from 'node:path';
import { withoutBase } from '../../shared/base-url.ts';
import { normalizeRoute } from '../../shared/route-path.ts';
import { answerOf } from '../cache/observe-reads.ts';
import type { PageIndex } from '../compile/page-index.ts';
import { decodeUri } from '../compile/parse/decode-uri.ts';
import { askedFiles, relativeRoute } from '../compile/transform/resolve-link.ts';
import type { Site } from '../config/types.ts';
import { relativePath } from '../files/paths.ts';
import type { SourcePage } from '../load/types.ts';
import type { Answers } from './types.ts';

/** Addresses of a page: behind a bracket, of a definition, in an attribute. More than it has do no harm. */
const ADDRESS =
  /\]\(\s*<?([^\s)>]+)|^\s*\[[^\]]+\]:\s*<?([^\s>]+)|\b(?:href|src|srcset|poster)\s*=\s*["']?([^"'\s>]+)/gm;

/**
 * Gives the answers to what pages may ask: of other pages, and of the disk. A page that asks something else than what was
 * foreseen is made where all is known.
 */
export function foresee(pages: SourcePage[], index: PageIndex, site: Site): Answers {
  const answers: Answers = { files: {}, routes: {}, disk: {} };
  const relative = (file: string): string => relativePath(site.root, file);
  const askFile = (file: string): void => {
    answers.files[relative(file)] ??= index.byFile.get(file) ?? null;
  };
  const askDisk = (file: string, isPage: boolean): void => {
    const content = isPage ? answerOf('kind', file) : answerOf('content', file);
    const name = relative(file);
    answers.disk[name] ??= content === 'EISDIR' ? '/' : /^E[A-Z]+$/.test(String(content)) ? null : String(content);
  };
  for (const page of pages) {
    askFile(page.filePath);
    for (const address of addressesOf(page)) {
      if (/^(?:[a-z][\w+.-]*:|\/\/|#)/i.test(address)) continue;
      const target = decodeUri(/^[^?#]*/.exec(address)?.[0] ?? '');
      if (target.includes('\0')) continue;
      for (const route of routesOf(target, page, site)) answers.routes[route] = index.byRoute.has(route);
      if (target.startsWith('/')) {
        askDisk(path.join(site.config.publicDir, target), false);
        continue;
      }
      const file = path.resolve(path.dirname(page.filePath), target);
      const asked = askedFiles(file);
      for (const candidate of asked) askFile(candidate);
      askDisk(
        file,
        asked.some((candidate) => index.byFile.get(candidate) !== undefined),
      );
    }
  }
  return {
    files: sorted(answers.files),
    routes: sorted(answers.routes),
    disk: sorted(answers.disk),
  };
}

function routesOf(target: string, page: SourcePage, { config }: Site): string[] {
  if (target.startsWith('/'))
    return [target, withoutBase(config.base, normalizeRoute(target)) ?? target].map(normalizeRoute);
  try {
    return [relativeRoute(target, page)];
  } catch {
    // No address at all: if it is one for the compiler, the page is made elsewhere.
    return [];
  }
}

function addressesOf({ source }: SourcePage): string[] {
  return Array.from(
    source.matchAll(ADDRESS),
    ([, link, definition, attribute]) => link ?? definition ?? attribute ?? '',
  );
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
