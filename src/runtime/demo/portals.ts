/** The server renders nothing for a portal. */
import type * as ReactDom from 'react-dom';

let portals = 0;
const noted = new WeakMap<typeof ReactDom, typeof ReactDom>();

/** Returns `react-dom` for demos and pages, with a `createPortal` that counts its calls. */
export function notePortals(reactDom: typeof ReactDom): typeof ReactDom {
  const known = noted.get(reactDom);
  if (known) return known;
  const createPortal: typeof ReactDom.createPortal = (...args) => {
    portals++;
    return reactDom.createPortal(...args);
  };
  const made = { ...reactDom, createPortal };
  noted.set(reactDom, made);
  return made;
}

export function watchPortals(): () => boolean {
  const before = portals;
  return () => portals > before;
}
