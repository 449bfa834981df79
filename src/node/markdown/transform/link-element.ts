import type { Element, Properties } from 'hast';
import { PREFETCH_MODES, prefetchMode } from '../../../shared/prefetch.ts';
import { type FileContext, report } from '../context.ts';
import type { HastComponent } from '../nodes.ts';

export function linkElement(node: HastComponent, context: FileContext): Element {
  const { props, children, position } = node;
  const { to, href = to, prefetch, prefetchTimeout, ...properties } = props as Properties;
  if (typeof href === 'string' && position) {
    const { start, end } = position;
    context.page.out.linkTags ??= [];
    context.page.out.linkTags.push({
      location: { file: context.file.path, line: start.line, column: start.column },
      end: { line: end.line, column: end.column },
      href,
    });
  }
  return {
    type: 'element',
    tagName: 'a',
    properties: {
      href,
      ...properties,
      dataPrefetch: prefetch === undefined ? undefined : readPrefetch(node, context),
      dataPrefetchTimeout: prefetchTimeout,
    },
    children: children as Element['children'],
    position: position as Element['position'],
  };
}

/** Reports an unknown mode at its location. */
function readPrefetch({ props: { prefetch }, valuePoints, position }: HastComponent, context: FileContext) {
  const written = String(prefetch);
  const value = prefetch === '' || written === 'true' ? true : written === 'false' ? false : prefetch;
  try {
    return prefetchMode(value);
  } catch {
    // `prefetchMode()` throws only for an unknown mode.
    const at = valuePoints?.prefetch ?? position?.start;
    report(
      context,
      'unknown-prefetch-mode',
      { value: String(value), known: PREFETCH_MODES },
      { at, length: written.length },
    );
    return undefined;
  }
}
