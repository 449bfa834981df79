import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { DemoData } from '../../shared/page-data.ts';
import { createImport } from '../load-module.ts';
import type { PlaygroundStore, PlaygroundView } from '../playground-types.ts';
import { useRuntime } from '../runtime.ts';

/** The controls of a card, after they are loaded. */
export interface LoadedControls<Parts> {
  view: PlaygroundView;
  parts: Parts;
}

/**
 * Returns the controls of a demo's card. Undefined for a demo without props, and until the controls are loaded.
 *
 * @param card ref of the card, whose code panel shows the text of the state
 * @param loadParts loads the card's components for the controls
 */
export function usePlayground<Parts>(
  demo: DemoData,
  card: RefObject<HTMLElement | null>,
  loadParts: () => Promise<Parts>,
): LoadedControls<Parts> | undefined {
  const runtime = useRuntime();
  const load = useRef(loadParts);
  const [loaded, setLoaded] = useState<{ store: PlaygroundStore; parts: Parts }>();
  useEffect(() => {
    const opening = runtime.playgrounds?.of(demo);
    if (!opening) return;
    let isLeft = false;
    let endCode: (() => void) | undefined;
    Promise.all([opening, createImport(runtime.load, load.current)()])
      .then(([{ store, showCode }, parts]) => {
        if (isLeft) return;
        endCode = card.current ? showCode(card.current) : undefined;
        setLoaded({ store, parts });
      })
      // Without its controls, the demo works as before.
      .catch(() => undefined);
    return () => {
      isLeft = true;
      endCode?.();
    };
  }, [demo, card, runtime]);
  const view = useSyncExternalStore(
    loaded?.store.view.subscribe ?? noStore,
    () => loaded?.store.view.get(),
    () => undefined,
  );
  return loaded && view && { view, parts: loaded.parts };
}

const noStore = () => () => undefined;
