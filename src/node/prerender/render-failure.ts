import type { ServerScript } from '../bundle/types.ts';
import type { CompiledPage } from '../compile/types.ts';
import { type Diagnostic, type Location, locate, nearestName } from '../diagnostics/diagnostic.ts';
import type { SourcePage } from '../load/types.ts';
import { SERVER_SCRIPT } from './server-module.ts';
import { createStackMapper } from './stack-mapper.ts';

/** User code that threw while its page was rendered. */
export interface RenderFailure {
  cause: unknown;
  /** Absent for a page that has no source, such as 404. */
  page?: SourcePage;
}

/** A failed rendering with its place in the author's sources. */
export async function describeFailure({ cause, page }: RenderFailure, script: ServerScript): Promise<Diagnostic> {
  const mapStack = createStackMapper(await script.map(), SERVER_SCRIPT);
  const { location, stack } = mapStack(cause instanceof Error ? (cause.stack ?? '') : '');
  const message = cause instanceof Error ? cause.message : String(cause);
  return {
    severity: 'error',
    code: 'CD502',
    text: `The page ${page?.sourcePath ?? '404.html'} cannot be rendered: ${message}`,
    location:
      page && (!location || location.file.startsWith('page:')) ? locateInPage(page, location?.lineText) : location,
    stack: stack?.replaceAll('(page:', '('),
  };
}

/** A line of a page's compiled module in the page itself: code that the author wrote stands there unchanged. */
function locateInPage(page: SourcePage, lineText = ''): Location {
  const line = lineText.trim();
  const offset = line === '' ? -1 : page.source.indexOf(line, page.bodyOffset);
  return locate(page.sourcePath, page.source, Math.max(offset, 0), offset === -1 ? 1 : line.length);
}

/** Components that pages use and the theme does not have. */
export function unknownComponents(compiled: Iterable<CompiledPage>, known: string[]): Diagnostic[] {
  return [...compiled]
    .flatMap(({ components = [] }) => components)
    .filter(({ name }) => !known.includes(name))
    .map(({ name, location }) => {
      const nearest = nearestName(name, known);
      return {
        severity: 'error',
        code: 'CD503',
        text: `Unknown component <${name}>${nearest ? `, did you mean <${nearest}>?` : ''}`,
        location,
        notes: [
          `The theme has ${known.join(', ')}. In an .mdx page, import yours; for all pages, add it to the theme's builtins.`,
        ],
      };
    });
}
