import { flushSync } from 'react-dom';
import {
  CODE_GROUP_ATTRIBUTE,
  DEMO_ATTRIBUTE,
  EDITOR_CLASS,
  STATIC_ATTRIBUTE,
  TITLE_ATTRIBUTE,
} from '../../shared/dom-contract.ts';
import { ownValue } from '../../shared/own-value.ts';
import type { DemoData } from '../../shared/page-data.ts';
import type { Islands } from '../demo/islands.tsx';
import '../dev-tools.ts';
import { DEMO_CHANGE_EVENT } from '../events.ts';
import { addDemoStyles, updateHead } from '../navigation/head.ts';
import type { PageDocument } from '../navigation/page-document.ts';
import type { PageLoader } from '../navigation/page-loader.ts';
import type { PageModule, Runtime } from '../runtime.ts';
import type { LiveStatics } from '../statics.ts';
import { isSameDocument } from './compare-pages.ts';
import { replaceCode } from './demo-code.ts';
import type { DevRuntime } from './globals.ts';
import { morph } from './morph.ts';
import { loadNewStyles } from './update-styles.ts';

const CODE_GROUP = `[${CODE_GROUP_ATTRIBUTE}]`;
const TABS = '[role="tablist"]';

export interface PageUpdaterOptions {
  runtime: Runtime;
  islands: Islands;
  statics: LiveStatics;
  loader: PageLoader;
  loadModule: (page: PageDocument) => Promise<PageModule | undefined>;
  shown: () => PageDocument | undefined;
  onShown: (page: PageDocument) => void;
  translate: () => void;
}

export function createPageUpdater(options: PageUpdaterOptions): DevRuntime {
  const { runtime, islands, statics, loader, loadModule, shown, onShown, translate } = options;
  const { dev } = islands;
  const forget = (): void => loader.clear();
  // The loader cached the first page after boot had changed it, but updates must compare pages as the server sent them.
  forget();
  const isAlive = ({ id }: DemoData): boolean => {
    const element = document.querySelector(`[${DEMO_ATTRIBUTE}="${CSS.escape(id)}"]`);
    return element !== null && dev?.isMounted(element) === true;
  };

  /** Returns the ids of the demos that keep their state. */
  const replaceDemos = async (before: DemoData[], after: PageDocument['data']['demos']): Promise<Set<string>> => {
    const going = new Set<string>();
    const seen = new Set<DemoData>();
    const replace = async (demo: DemoData): Promise<void> => {
      seen.add(demo);
      const next = ownValue(after, demo.id);
      // A demo in a frame updates itself.
      if (!next || next.js === demo.js || demo.iframe) return;
      if (await replaceCode(runtime.load, demo.js, next.js)) going.add(demo.id);
    };
    for (;;) {
      // A demo that was started meanwhile has the old code.
      const started = before.filter((demo) => isAlive(demo) && !seen.has(demo));
      if (started.length === 0) return going;
      await Promise.all(started.map(replace));
    }
  };

  return {
    shown,
    forget,
    async update(next, before) {
      const { data } = next;
      const { data: old } = before;
      const { route } = runtime.page.get().data;
      // Boot creates tabs from the panels only once.
      const hasOtherTabs = JSON.stringify(data.tabs) !== JSON.stringify(old.tabs);
      if (!dev || data.route !== route || hasOtherTabs || !isSameDocument(before, next)) return false;
      const known = Object.values(old.demos);
      const [module, applyStyles] = await Promise.all([
        loadModule(next),
        loadNewStyles(before.document, next.document),
      ]);
      const going = await replaceDemos(known, data.demos);
      // The reader has navigated to another page, which was fetched after this one, or will be the next to be updated.
      if (runtime.page.get().data.route !== route) return true;

      applyStyles();
      addDemoStyles(next.document);
      const alive = known.filter(isAlive);
      for (const demo of alive) if (!isSameShape(demo, ownValue(data.demos, demo.id))) dev.unmount(demo.id);
      const staying = alive.filter(isAlive).map((demo) => [demo, ownValue(data.demos, demo.id) as DemoData] as const);
      const change = { before: before.document, next: next.document };
      replaceStatics(statics, change, dev.isMounted);
      for (const [demo, other] of staying) replaceSource(statics, change, demo, other);
      renewGroups();
      // Must run before the new components are rendered, so that React treats them as the old ones.
      window.cascaderDocsDev?.refresh();
      const { sequence } = runtime.page.get();
      flushSync(() => runtime.page.set({ data, module, sequence }));
      for (const [demo, other] of staying) {
        if (other.playground) runtime.playgrounds?.current(demo.id)?.store.replace(other.playground);
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

/** Boot creates tabs when it first finds a group, and it already knows these elements. */
function renewGroups(): void {
  for (const group of document.querySelectorAll(
    `${CODE_GROUP}:has(> [${TITLE_ATTRIBUTE}] ~ [${TITLE_ATTRIBUTE}]):is(:not(:has(> ${TABS})), :has(> ${TABS} > :not([role])))`,
  ))
    group.replaceWith(group.cloneNode(true));
  // A single remaining panel has no tabs, so it must be visible.
  for (const panel of document.querySelectorAll(`${CODE_GROUP} > [${TITLE_ATTRIBUTE}][hidden]:only-child`))
    panel.removeAttribute('hidden');
}

/** Returns true if both versions of a demo have the same structure: in a frame, without a card, in a card, with controls or steps. */
function isSameShape(demo: DemoData, next: DemoData | undefined): boolean {
  if (next === undefined || Boolean(demo.iframe) !== Boolean(next.iframe)) return false;
  const staticsOf = ({ steps, problem }: DemoData): string => JSON.stringify([steps?.list, problem]);
  if (staticsOf(demo) !== staticsOf(next)) return false;
  return demo.inline === next.inline && Boolean(demo.playground) === Boolean(next.playground);
}

const EDITOR = `.${EDITOR_CLASS}`;

interface Change {
  before: Document;
  next: Document;
}

/** React creates the elements of new pieces. */
function replaceStatics(statics: LiveStatics, { before, next }: Change, keep: (element: Element) => boolean): void {
  const old = new Map(piecesOf(before).map((piece) => [nameOf(piece), piece]));
  const fresh = document.createDocumentFragment();
  for (const piece of piecesOf(next)) {
    const [live, from] = [statics.holder(nameOf(piece)), old.get(nameOf(piece))];
    if (live && from) morph(live, from, piece, { keep });
    else fresh.append(document.importNode(piece, true));
  }
  statics.collect(fresh);
}

/** Replaces a demo's static source. An open editor updates itself. */
function replaceSource(statics: LiveStatics, { before, next }: Change, demo: DemoData, other: DemoData): void {
  const name = `code:${demo.id}`;
  const find = (from: Document): Element | null => from.querySelector(`[${STATIC_ATTRIBUTE}="${CSS.escape(name)}"]`);
  const [live, from, to] = [statics.holder(name), find(before), find(next)];
  if (!live || !from || !to) return;
  const isEdited = live.querySelector(EDITOR) !== null;
  if (!isEdited) morph(live, from, to, { keep: () => false });
  else if (demo.files.join('\n') !== other.files.join('\n'))
    live.replaceChildren(...document.importNode(to, true).childNodes);
  live.dispatchEvent(new Event(DEMO_CHANGE_EVENT, { bubbles: true }));
}

function piecesOf(document: Document): Element[] {
  return [...document.querySelectorAll(`[${STATIC_ATTRIBUTE}]`)].filter(
    (piece) => !piece.parentElement?.closest(`[${DEMO_ATTRIBUTE}]`),
  );
}

function nameOf(piece: Element): string {
  return piece.getAttribute(STATIC_ATTRIBUTE) ?? '';
}
