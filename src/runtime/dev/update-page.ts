/** Brings an open page to its new HTML while it is written. */

import { flushSync } from 'react-dom';
import { CODE_GROUP_ATTRIBUTE, DEMO_ATTRIBUTE, TITLE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { DemoData } from '../../shared/page-data.ts';
import type { Islands } from '../demo/islands.tsx';
import type {} from '../dev-tools.ts';
import { addDemoStyles, updateHead } from '../navigation/head.ts';
import type { PageDocument } from '../navigation/page-document.ts';
import type { PageLoader } from '../navigation/page-loader.ts';
import type { PageModule, Runtime } from '../runtime.ts';
import type { LiveStatics } from '../statics.ts';
import { isSameDocument } from './compare-pages.ts';
import { replaceCode } from './demo-code.ts';
import type { DevRuntime } from './globals.ts';
import { replaceSource, replaceStatics } from './replace-statics.ts';
import { loadNewStyles } from './update-styles.ts';

const CODE_GROUP = `[${CODE_GROUP_ATTRIBUTE}]`;
/** What boot has made of a list of tabs. */
const TABS = '[role="tablist"]';

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
  const forget = (): void => loader.clear();
  // The first page was kept as boot had changed it; updates compare what the server sent.
  forget();
  const isAlive = ({ id }: DemoData): boolean => {
    const place = document.querySelector(`[${DEMO_ATTRIBUTE}="${CSS.escape(id)}"]`);
    return place !== null && dev?.isMounted(place) === true;
  };

  /** Imports the new code of demos that are alive. Gives those that go on with their state. */
  const replaceDemos = async (before: DemoData[], after: PageDocument['data']['demos']): Promise<Set<string>> => {
    const going = new Set<string>();
    await Promise.all(
      before.map(async ({ id, js, iframe }) => {
        const next = after[id];
        // The page in the frame follows by itself.
        if (!next || next.js === js || iframe) return;
        if (await replaceCode(runtime.load, js, next.js)) going.add(id);
      }),
    );
    return going;
  };

  return {
    shown,
    forget,
    async update(next, before) {
      const { data } = next;
      const { data: old } = before;
      const { route } = runtime.page.get().data;
      // Tabs are made of the panels once.
      const hasOtherTabs = JSON.stringify(data.tabs) !== JSON.stringify(old.tabs);
      if (!dev || data.route !== route || hasOtherTabs || !isSameDocument(before, next)) return false;
      const known = Object.values(old.demos);
      const [module, going, applyStyles] = await Promise.all([
        loadModule(next),
        replaceDemos(known.filter(isAlive), data.demos),
        loadNewStyles(before.document, next.document),
      ]);
      // The reader went on: the page that is shown now was fetched after this one, or is looked at next.
      if (runtime.page.get().data.route !== route) return true;

      applyStyles();
      addDemoStyles(next.document);
      const alive = known.filter(isAlive);
      for (const demo of alive) if (!isSameShape(demo, data.demos[demo.id])) dev.unmount(demo.id);
      const staying = alive.filter(isAlive).map((demo) => [demo, data.demos[demo.id] as DemoData] as const);
      const change = { before: before.document, next: next.document };
      replaceStatics(statics, change, dev.isMounted);
      for (const [demo, other] of staying) replaceSource(statics, change, demo, other);
      renewGroups();
      // Before React has the new components, so that it takes them for the old ones.
      window.cascaderDocsDev?.refresh();
      const { sequence } = runtime.page.get();
      flushSync(() => runtime.page.set({ data, module, sequence }));
      for (const [demo, other] of staying) {
        if (JSON.stringify({ ...demo, js: '' }) !== JSON.stringify({ ...other, js: '' })) dev.renderCard(other);
        if (demo.js !== other.js && !going.has(demo.id)) dev.remount(demo.id);
      }
      updateHead(next.document);
      translate();
      dev.follow();
      onShown(next);
      return true;
    },
  };
}

/** Boot makes tabs of a group of code when it first sees it: what has become a group must be new to it. */
function renewGroups(): void {
  for (const group of document.querySelectorAll(
    `${CODE_GROUP}:has(> [${TITLE_ATTRIBUTE}] ~ [${TITLE_ATTRIBUTE}]):is(:not(:has(> ${TABS})), :has(> ${TABS} > :not([role])))`,
  ))
    group.replaceWith(group.cloneNode(true));
  // The one that is left of several.
  for (const panel of document.querySelectorAll(`${CODE_GROUP} > [${TITLE_ATTRIBUTE}][hidden]:only-child`))
    panel.removeAttribute('hidden');
}

/** A demo in a frame, one without a card, and one in a card have other elements. */
function isSameShape(demo: DemoData, next: DemoData | undefined): boolean {
  return next !== undefined && Boolean(demo.iframe) === Boolean(next.iframe) && demo.inline === next.inline;
}
