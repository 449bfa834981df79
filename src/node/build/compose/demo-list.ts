import { withBase } from '../../../shared/base-url.ts';
import { uniqueById } from '../../../shared/unique-by-id.ts';
import { shownPath } from '../../base/files/paths.ts';
import type { BuiltDemo } from '../../demos/built-demo.ts';
import type { Site } from '../../project/config/types.ts';
import type { PageJob } from '../../render/types.ts';

/** A demo of a site. */
export interface DemoListEntry {
  id: string;
  title?: string;
  /** Path of its source, relative to the site's root, with forward slashes; a fenced demo has that of its page. */
  file: string;
  /** Route of the page that embeds it, without base. */
  route: string;
  /** URL of its stand-alone page, with base. */
  url: string;
  /** `html`: it is in the HTML. `failed`: it could not be rendered, which is told. `browser`: by its nature it needs one. */
  rendering: 'html' | 'failed' | 'browser';
}

/** Lists the demos of pages, each by the first page that embeds it. */
export function listDemos({ root, config }: Site, pages: PageJob[], built: Map<string, BuiltDemo>): DemoListEntry[] {
  const entries = pages.flatMap(({ page, compiled }) =>
    compiled.demos.map(({ id, title, code, filePath, location }): DemoListEntry => {
      const { html, failed } = built.get(id) ?? {};
      return {
        id,
        title,
        file: code ? location.file : shownPath(root, filePath),
        route: page.routePath,
        url: withBase(config.base, `/~demos/${id}`),
        rendering: html !== undefined ? 'html' : failed ? 'failed' : 'browser',
      };
    }),
  );
  return uniqueById(entries);
}
