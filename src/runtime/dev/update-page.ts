/** Brings an open page to its new HTML while it is written. */
import { flushSync } from 'react-dom';
import type { DemoData } from '../../shared/page-data.ts';
import { DEMO_ATTRIBUTE } from '../demo/attributes.ts';
import type { Islands } from '../demo/islands.tsx';
import { applyStyles, loadStyles, updateHead } from '../navigation/head.ts';
import type { PageDocument } from '../navigation/page-document.ts';
import type { PageLoader } from '../navigation/page-loader.ts';
import type { PageModule, Runtime } from '../runtime.ts';
import { type LiveStatics, STATIC_ATTRIBUTE } from '../statics.ts';
import type { DevRuntime } from './globals.ts';
import { morph } from './morph.ts';

export interface PageUpdaterOptions {
  runtime: Runtime;
  islands: Islands;
  statics: LiveStatics;
  loader: PageLoader;
  /** Imports the module of an interactive page. */
  loadModule: (page: PageDocument) => Promise<PageModule | undefined>;
  /** The HTML of the page that is shown; undefined for the first page of the tab. */
  shown: () => PageDocument | undefined;
  onShown: (page: PageDocument) => void;
  /** Puts the interface's strings of static HTML into the visitor's language. */
  translate: () => void;
}

/** Creates the one owner of updates. */
export function createPageUpdater(options: PageUpdaterOptions): DevRuntime {
  const { runtime, islands, statics, loader, loadModule, shown, onShown, translate } = options;
  const { dev } = islands;
  const crashed = new Set<string>();

  /** Imports the new code of demos that are alive; those whose module throws will show it. */
  const importDemos = async (changed: DemoData[]): Promise<Map<string, boolean>> => {
    const outcomes = await Promise.allSettled(
      changed.map(async ({ id, js }) => {
        const { demos } = runtime.page.get().data;
        const before = crashed.has(id) ? undefined : await runtime.load<{ default?: unknown }>(demos[id]?.js ?? js);
        const after = await runtime.load<{ default?: unknown }>(js);
        return window.cascaderDocsDev?.isSameFamily(before?.default, after.default) ?? false;
      }),
    );
    return new Map(
      changed.map(({ id }, index) => {
        const outcome = outcomes[index];
        if (outcome?.status === 'rejected') crashed.add(id);
        else crashed.delete(id);
        return [id, outcome?.status === 'fulfilled' && outcome.value];
      }),
    );
  };

  return {
    async update(next, initial) {
      const before = shown() ?? initial;
      const { data } = next;
      const route = runtime.page.get().data.route;
      if (!dev || data.buildId !== before.data.buildId || data.kind !== before.data.kind || data.route !== route)
        return false;
      // Tabs are made of the panels once.
      if (JSON.stringify(data.tabs) !== JSON.stringify(before.data.tabs)) return false;
      const isAlive = (id: string): boolean => {
        const place = document.querySelector(`[${DEMO_ATTRIBUTE}="${CSS.escape(id)}"]`);
        return place !== null && dev.isMounted(place);
      };
      const known = Object.values(before.data.demos);
      const alive = known.filter(({ id }) => isAlive(id));
      const edited = alive.flatMap(({ id, js }) => {
        const demo = data.demos[id];
        return demo && demo.js !== js ? [demo] : [];
      });
      const [module, kept] = await Promise.all([loadModule(next), importDemos(edited), loadStyles(next.document)]);
      if (runtime.page.get().data.route !== route) return true;

      applyStyles(next.document);
      for (const { id } of alive) if (!data.demos[id]) dev.unmount(id);
      const pieces = piecesOf(next.document);
      const old = new Map(piecesOf(before.document).map((piece) => [nameOf(piece), piece]));
      for (const piece of pieces) {
        const live = statics.holder(nameOf(piece));
        const from = old.get(nameOf(piece));
        if (live && from) morph(live, from, piece, { keep: dev.isMounted });
      }
      // React makes the places of those that are new.
      const fresh = document.createDocumentFragment();
      for (const piece of pieces) if (!old.has(nameOf(piece))) fresh.append(document.importNode(piece, true));
      statics.collect(fresh);
      const { sequence } = runtime.page.get();
      flushSync(() => runtime.page.set({ data, module, sequence }));
      for (const demo of alive.flatMap(({ id }) => data.demos[id] ?? [])) {
        const previous = before.data.demos[demo.id];
        if (JSON.stringify({ ...demo, js: '' }) !== JSON.stringify({ ...previous, js: '' })) dev.renderCard(demo);
        updateCode(demo.id, before, next, statics);
      }
      window.cascaderDocsDev?.refresh();
      for (const { id } of edited) {
        if (kept.get(id)) continue;
        islands.suspend(id);
        islands.resume(id);
      }
      updateHead(next.document);
      translate();
      dev.watchNew();
      loader.clear();
      onShown(next);
      return true;
    },
  };
}

/** The static pieces of the page itself; those of a demo stand in its place. */
function piecesOf(document: Document): Element[] {
  return [...document.querySelectorAll(`[${STATIC_ATTRIBUTE}]`)].filter(
    (piece) => !piece.parentElement?.closest(`[${DEMO_ATTRIBUTE}]`),
  );
}

function nameOf(piece: Element): string {
  return piece.getAttribute(STATIC_ATTRIBUTE) ?? '';
}

/** The code of a demo stands in its card, which stays. */
function updateCode(id: string, before: PageDocument, next: PageDocument, statics: LiveStatics): void {
  const name = `code:${id}`;
  const find = ({ document }: PageDocument): Element | null =>
    document.querySelector(`[${STATIC_ATTRIBUTE}="${CSS.escape(name)}"]`);
  const [live, from, to] = [statics.holder(name), find(before), find(next)];
  if (live && from && to) morph(live, from, to, { keep: () => false });
}
