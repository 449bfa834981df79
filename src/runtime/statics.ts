import { STATIC_ATTRIBUTE } from '../shared/dom-contract.ts';

/** The static pieces of a page by name: strings on the server, live nodes in the browser. */
export interface Statics {
  /** HTML of a piece, on the server. */
  html?: (name: string) => string | undefined;
  /** Puts the nodes of a piece into the element that stands for it now. */
  attach?: (name: string, element: Element) => void;
}

/** Registry of the browser. */
export interface LiveStatics extends Statics {
  attach: (name: string, element: Element) => void;
  /** Takes over the pieces that stand in `scope`, an element of this or of another document. */
  collect: (scope: ParentNode) => void;
  /** The element that holds a piece. */
  holder: (name: string) => Element | undefined;
  /** Forgets every piece, before those of another page are collected. */
  clear: () => void;
}

/** Server's pieces: finished HTML by name. */
export function createServerStatics(pieces: Map<string, string>): Statics {
  return { html: (name) => pieces.get(name) };
}

/**
 * Registry of live pieces. It remembers the element that holds each piece; when React makes a new element (after a
 * mismatch, or on navigation) the nodes move there as they are, with their listeners and React roots.
 */
export function createLiveStatics(): LiveStatics {
  const holders = new Map<string, Element>();
  return {
    attach(name, element) {
      const holder = holders.get(name);
      if (holder === element) return;
      if (holder) element.replaceChildren(...holder.childNodes);
      holders.set(name, element);
    },
    collect(scope) {
      for (const element of scope.querySelectorAll(`[${STATIC_ATTRIBUTE}]`)) {
        holders.set(element.getAttribute(STATIC_ATTRIBUTE) ?? '', element);
      }
    },
    holder: (name) => holders.get(name),
    clear: () => holders.clear(),
  };
}
