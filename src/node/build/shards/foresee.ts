/** Predicts the queries of a page during compilation, without compiling it. */
import path from 'node:path';
import { withoutBase } from '../../../shared/base-url.ts';
import { normalizeRoute } from '../../../shared/route-path.ts';
import { addressesOf } from '../../content/addresses.ts';
import type { PageTexts, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import type { PageIndex } from '../../markdown/page-index.ts';
import { decodeUri } from '../../markdown/parse/decode-uri.ts';
import { queriedFiles, relativeRoute } from '../../markdown/transform/resolve-link.ts';
import type { Site } from '../../project/config/types.ts';
import { answerOf } from '../../store/observe-reads.ts';
import { createRelative } from './portable.ts';
import type { Answers } from './types.ts';

/**
 * Creates a function that returns the answers to the queries that a page may send to other pages and to the disk. A page with any
 * other query is rendered by `merge`.
 */
export function createForesight(
  index: PageIndex,
  { site, texts }: { site: Site; texts: PageTexts },
): (page: SourcePage) => Answers {
  const relative = createRelative(site.root);
  const add = (answers: Answers, file: SourcePage): void => {
    const folder = path.dirname(file.filePath);
    const ask = (target: string): string[] => {
      answers.asked.push(relative(target));
      return queriedFiles(target).filter((candidate) => {
        const found = index.byFile.get(candidate);
        if (found) answers.files[relative(candidate)] = found;
        return found !== undefined;
      });
    };
    ask(file.filePath);
    for (const address of addressesOf(file, texts)) {
      if (/^(?:[a-z][\w+.-]*:|\/\/|#)/i.test(address)) continue;
      const target = decodeUri(/^[^?#]*/.exec(address)?.[0] ?? '');
      if (target.includes('\0')) continue;
      for (const route of routesOf(target, file, site)) answers.routes[route] = index.byRoute.has(route);
      const isPublic = target.startsWith('/');
      const filePath = isPublic ? path.join(site.config.publicDir, target) : path.resolve(folder, target);
      const isPage = !isPublic && ask(filePath).length > 0;
      // A file in the index was read as a page.
      answers.disk[relative(filePath)] ??= index.byFile.get(filePath) ? 'file' : answerOfDisk(filePath, isPage);
    }
  };
  return (page) => {
    const answers: Answers = { asked: [], files: {}, routes: {}, disk: {} };
    for (const file of withTabs(page)) add(answers, file);
    return answers;
  };
}

/** Returns the disk content at a path, see {@link Answers}. For a page, only the existence of its file is checked. */
export function answerOfDisk(file: string, isPage: boolean): string | null {
  const content = String(answerOf(isPage ? 'kind' : 'content', file));
  return content === 'EISDIR' ? '/' : /^E[A-Z]+$/.test(content) ? null : content;
}

function routesOf(target: string, page: SourcePage, { config }: Site): string[] {
  if (target.startsWith('/'))
    return [target, withoutBase(config.base, normalizeRoute(target)) ?? target].map(normalizeRoute);
  try {
    return [relativeRoute(target, page)];
  } catch {
    // Not a valid address. If the compiler accepts it nevertheless, `merge` renders the page.
    return [];
  }
}
