import { DEMO_ATTRIBUTE, EDITOR_CLASS, STATIC_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { DemoData } from '../../shared/page-data.ts';
import { DEMO_CHANGE_EVENT } from '../events.ts';
import type { LiveStatics } from '../statics.ts';
import { morph } from './morph.ts';

const EDITOR = `.${EDITOR_CLASS}`;

export interface Change {
  before: Document;
  next: Document;
}

/** React creates the elements of new pieces. */
export function replaceStatics(
  statics: LiveStatics,
  { before, next }: Change,
  keep: (element: Element) => boolean,
): void {
  const old = new Map(piecesOf(before).map((piece) => [nameOf(piece), piece]));
  const fresh = document.createDocumentFragment();
  for (const piece of piecesOf(next)) {
    const [live, from] = [statics.holder(nameOf(piece)), old.get(nameOf(piece))];
    if (live && from) morph(live, from, piece, { keep });
    else fresh.append(document.importNode(piece, true));
  }
  statics.collect(fresh);
}

/** An editor that is open there updates itself. */
export function replaceSource(statics: LiveStatics, { before, next }: Change, demo: DemoData, other: DemoData): void {
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
