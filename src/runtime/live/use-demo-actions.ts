import { type RefObject, useEffect, useRef, useState } from 'react';
import { DEMO_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { DemoData } from '../../shared/page-data.ts';
import { DEMO_CHANGE_EVENT } from '../events.ts';
import { createImport } from '../load-module.ts';
import { useRuntime } from '../runtime.ts';
import { createStore, useStore } from '../store.ts';
import type { DemoController } from './demo-controller.ts';
import type { ExportHook, Service } from './export-demo.ts';
import { type CardContext, IDLE, type LiveState } from './state.ts';

/** Time after which a click is shown as loading, in milliseconds. */
const PATIENCE = 500;

/** Actions of a card for its demo. Their code is loaded on first use. */
export interface DemoActions<Parts = unknown> {
  state: LiveState;
  parts?: Parts;
  /** Ref of the card. The card contains the code panel, and an element with `data-live-stage` for the frame of an edited demo. */
  ref: RefObject<HTMLDivElement | null>;
  edit: () => void;
  /** Ends editing. An edited demo stays edited. */
  finish: () => void;
  run: () => void;
  reset: () => void;
  /** Copies a URL that opens the demo with its edits. The button confirms it. */
  copyLink: (button: HTMLElement) => void;
  /** Ref of the `slider` element that divides the space between demo and code. */
  resize: (handle: HTMLElement | null) => void;
  exportTo: (service: Service, hook?: ExportHook) => void;
}

/**
 * Returns the actions of a demo's card.
 *
 * @param loadParts loads the card's components for an edited demo before they are needed
 */
export function useDemoActions<Parts = unknown>(demo: DemoData, loadParts?: () => Promise<Parts>): DemoActions<Parts> {
  const runtime = useRuntime();
  const ref = useRef<HTMLDivElement>(null);
  const [{ actions, state, mount, parts }] = useState(() =>
    createActions({ demo, runtime, card: ref, state: createStore<LiveState>(IDLE) }, loadParts),
  );
  useEffect(mount, [mount]);
  return { ...actions, state: useStore(state), parts: parts(), ref };
}

function createActions<Parts>(context: CardContext, loadParts?: () => Promise<Parts>) {
  const { demo, state, runtime } = context;
  let controller: Promise<DemoController> | undefined;
  let parts: Parts | undefined;
  const importController = createImport(runtime.load, () => import('./demo-controller.ts'));
  const importParts = loadParts && createImport(runtime.load, loadParts);
  const load = async (): Promise<DemoController> => {
    const setLoading = (loading: boolean): void => state.set({ ...state.get(), loading });
    const timer = setTimeout(setLoading, PATIENCE, true);
    try {
      const [{ createController }, loaded] = await Promise.all([importController(), importParts?.()]);
      parts = loaded;
      return createController(context);
    } catch (error) {
      // The next click tries again.
      controller = undefined;
      throw error;
    } finally {
      clearTimeout(timer);
      if (state.get().loading) setLoading(false);
    }
  };
  const perform = (act: (controller: DemoController) => unknown): void => {
    controller ??= load();
    controller.then(act).catch((error: Error) => {
      state.set({ ...state.get(), loading: false, failure: { kind: 'setup', message: error.message } });
    });
  };
  return {
    state,
    parts: () => parts,
    mount(): () => void {
      // The URL may contain an edited version of this demo.
      const follow = (): void => {
        if (demo.source && location.hash.startsWith(`#edit=${encodeURIComponent(demo.id)}.`))
          perform((loaded) => loaded.follow(location.hash));
      };
      addEventListener('hashchange', follow);
      follow();
      if (process.env.NODE_ENV !== 'production') {
        const element = context.card.current?.closest(`[${DEMO_ATTRIBUTE}]`);
        // The controller of a removed card is undefined.
        element?.addEventListener(DEMO_CHANGE_EVENT, () => void controller?.then((loaded) => loaded.refresh?.()));
      }
      return () => {
        removeEventListener('hashchange', follow);
        void controller?.then((loaded) => loaded.dispose());
        controller = undefined;
      };
    },
    actions: {
      edit: () => perform((loaded) => loaded.open()),
      finish: () => perform((loaded) => loaded.finish()),
      run: () => perform((loaded) => loaded.run()),
      reset: () => perform((loaded) => loaded.reset()),
      copyLink: (button: HTMLElement) => perform((loaded) => loaded.copyLink(button)),
      resize: (handle: HTMLElement | null) => perform((loaded) => loaded.resize(handle)),
      exportTo: (service: Service, hook?: ExportHook) => perform((loaded) => loaded.exportTo(service, hook)),
    },
  };
}
