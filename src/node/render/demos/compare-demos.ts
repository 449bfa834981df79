import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { RenderedScripts } from '../../bundle/demos/demo-scripts.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import { type DemoHtml, prerenderDemos } from './prerender-demos.ts';

const ALONE = 8;

/** Compares demos with whole packages. A difference means that a package wrongly declares that its modules have no side effects. */
export async function compareDemos(
  whole: RenderedScripts,
  demos: EmbeddedDemo[],
  { rendered, ...options }: Parameters<typeof prerenderDemos>[2] & { rendered: DemoHtml },
): Promise<Diagnostic[]> {
  const textOf = ({ html, styles }: DemoHtml, id: string): string =>
    withoutCounters([html.get(id), ...(styles.get(id) ?? [])].join('\n'));
  const compared = demos.filter((demo) => !demo.volatile && rendered.html.has(demo.id));
  // Some demos get contexts of their own, in which no other demo can have changed anything.
  const alone = new Set(compared.slice(0, ALONE));
  const requestOf = (demo: EmbeddedDemo) => ({ ...whole.requestOf(demo), isAlone: alone.has(demo) });
  const first = await prerenderDemos({ ...whole, requestOf }, compared, options);
  const different = compared.filter(({ id }) => first.html.has(id) && textOf(first, id) !== textOf(rendered, id));
  // Some demos render different HTML each time.
  const second = await prerenderDemos(whole, different, options);
  return different.flatMap((demo) => {
    if (textOf(first, demo.id) !== textOf(second, demo.id)) return [];
    const { modules } = whole.requestOf(demo);
    const about = { location: demo.location, demos: [demo.id] };
    return [createDiagnostic('undeclared-side-effects', { demo: demo.id, modules }, about)];
  });
}

/**
 * Names the classes of styled-components by the order of their rules. Their original names come from a counter of all
 * created components, and whole packages create more of them.
 */
export function withoutCounters(text: string): string {
  const names = new Map<string, string>();
  for (const [, id = '', list = ''] of text.matchAll(/data-styled\.g\d+\[id="([\w-]+)"\]\{content:"([\w,-]*)"/g))
    for (const name of [id, ...list.split(',')])
      if (name !== '' && !names.has(name)) names.set(name, `styled-${names.size}`);
  if (names.size === 0) return text;
  return text.replace(/data-styled\.g\d+/g, 'data-styled').replace(/[\w-]+/g, (word) => names.get(word) ?? word);
}
