import { CRASH_ATTRIBUTE, DEMO_ATTRIBUTE, DEMO_ROOT_ATTRIBUTE, HYDRATED_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { ROOT_ID } from '../../shared/page-data.ts';
import type { Scope } from '../steps/targets.ts';
import { scopeOf } from '../steps/targets.ts';
import { delay } from '../steps/wait-for.ts';
import type { PlayerContext } from './types.ts';

export interface FreshDemo {
  document: Document;
  scope: Scope;
  root: Element;
}

/** Time limit for loading the document of a frame, in milliseconds. */
const FRAME_TIME = 15_000;
/** Milliseconds between two checks of a frame. */
const INTERVAL = 50;

/** Mounts the demo again, or returns a message if its steps cannot run here. */
export async function mountAfresh(context: PlayerContext): Promise<FreshDemo | string> {
  const { demo, element, runtime } = context;
  const text = (id: 'demo.held' | 'demo.crashed' | 'steps.frame'): string =>
    runtime.messages.format(runtime.language.get(), id);
  const place = element.closest(`[${DEMO_ATTRIBUTE}]`);
  if (demo.iframe) return (await reloadFrame(place?.querySelector('iframe'), context)) ?? text('steps.frame');
  const find = () => place?.querySelector(`[${DEMO_ROOT_ATTRIBUTE}]`);
  const before = find();
  if (!before || !runtime.demos) return text('demo.crashed');
  // The demo may freeze the page, so only the reader can start it.
  if (demo.held && before.hasAttribute(CRASH_ATTRIBUTE)) return text('demo.held');
  runtime.playgrounds?.current(demo.id)?.store.view.get().reset();
  runtime.demos.suspend(demo.id);
  const root = find() ?? before;
  // The demo's popups have been removed, so the scope does not count them as parts of the page.
  const scope = scopeOf(root);
  await runtime.demos.resume(demo.id, { held: false });
  return root.getAttribute(CRASH_ATTRIBUTE) ?? { document, scope, root };
}

/** Returns undefined if the frame belongs to another site, or does not start. */
async function reloadFrame(
  frame: HTMLIFrameElement | null | undefined,
  { demo }: PlayerContext,
): Promise<FreshDemo | undefined> {
  if (!frame) return undefined;
  frame.loading = 'eager';
  const before = frame.contentDocument;
  frame.contentWindow?.location.replace(demo.url);
  const end = performance.now() + FRAME_TIME;
  while (performance.now() < end) {
    await delay(INTERVAL);
    const inner = frame.contentDocument;
    if (!inner) return undefined;
    // A document that has just begun has no element yet.
    const html = inner.documentElement as Element | null;
    if (inner !== before && html?.hasAttribute(HYDRATED_ATTRIBUTE)) {
      const root = inner.getElementById(ROOT_ID) ?? inner.body;
      return { document: inner, scope: scopeOf(inner.body), root };
    }
  }
  return undefined;
}
