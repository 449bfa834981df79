import { withBase } from '../../../shared/base-url.ts';
import type { Playground } from '../../../shared/playground/schema.ts';
import { uniqueById } from '../../../shared/unique-by-id.ts';
import { shownPath } from '../../base/files/paths.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { BuiltDemo } from '../../render/demos/built-demo.ts';
import type { BuiltSteps } from '../../render/demos/read-steps.ts';
import type { PageJob } from '../../render/types.ts';

export interface DemoListEntry {
  id: string;
  title?: string;
  /** Path of the demo's source, relative to the site's root, with forward slashes. The source of a fenced demo is its page. */
  file: string;
  /** Route of the page that embeds the demo, without the base path. */
  route: string;
  /** URL of the demo's stand-alone page, with the base path. */
  url: string;
  /** `html`: rendered into the HTML. `failed`: rendering failed, which is reported. `browser`: the demo can only run in a browser. */
  rendering: 'html' | 'failed' | 'browser';
  /** True if the demo runs in a frame on its page. */
  isFramed?: true;
  /** Absent for a demo without props. */
  playground?: Playground;
  /** Which screenshots of the demo are taken; false for none. Absent if all are taken. */
  screenshots?: EmbeddedDemo['screenshots'];
  /** Absent for a demo without steps. */
  steps?: BuiltSteps;
}

/** Lists the demos of pages. A demo that is on several pages is listed with the first of them. */
export function listDemos({ root, config }: Site, pages: PageJob[], built: Map<string, BuiltDemo>): DemoListEntry[] {
  const entries = pages.flatMap(({ page, compiled }) =>
    compiled.demos.map(({ id, title, code, filePath, location, iframe, screenshots }): DemoListEntry => {
      const { html, failed, playground, steps } = built.get(id) ?? {};
      return {
        id,
        title,
        file: code ? location.file : shownPath(root, filePath),
        route: page.routePath,
        url: withBase(config.base, `/~demos/${id}`),
        rendering: html !== undefined ? 'html' : failed ? 'failed' : 'browser',
        ...(iframe && { isFramed: true }),
        ...(playground && { playground }),
        ...(steps && { steps }),
        ...(screenshots !== undefined && { screenshots }),
      };
    }),
  );
  return uniqueById(entries);
}
