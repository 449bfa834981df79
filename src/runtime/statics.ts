import { STATIC_ATTRIBUTE } from '../shared/dom-contract.ts';

export interface Statics {
  html?: (name: string) => string | undefined;
  /** Moves the nodes of a piece into the element that now represents it. */
  attach?: (name: string, element: Element) => void;
}

export interface LiveStatics extends Statics {
  attach: (name: string, element: Element) => void;
  collect: (scope: ParentNode) => void;
  holder: (name: string) => Element | undefined;
  /** Unregisters all pieces, before those of another page are collected. */
  clear: () => void;
}

export function createServerStatics(pieces: Map<string, string>): Statics {
  return { html: (name) => pieces.get(name) };
}

/** If React creates a new element, the same nodes move there with their listeners and React roots. */
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
