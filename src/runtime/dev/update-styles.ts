import { ENTRY_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { commonSubsequence } from './common-subsequence.ts';
import { urlOf } from './public-sheets.ts';

const STYLE_SHEETS = 'link[rel="stylesheet"][href]';
const SWITCHED_OFF = '[data-media]';
/** A media query that never matches: the style sheet is loaded but does not apply. */
const OFF = 'not all';

/** Rejects if a style sheet cannot be loaded. The returned function applies the new style sheets, and removes unused ones. */
export async function loadNewStyles(before: Document, next: Document): Promise<() => void> {
  const known = new Set(sheetsOf(before).map(urlOf));
  const lives = sheetsOf(document).filter((link) => known.has(urlOf(link)) && !link.matches(SWITCHED_OFF));
  const wanted = sheetsOf(next);
  const stays = new Map(
    commonSubsequence(lives.map(urlOf), wanted.map(urlOf)).map(([live, index]) => [index, lives[live]]),
  );
  const fresh: [link: HTMLLinkElement, media: string][] = [];
  let last: Element | undefined;
  for (const [index, { media }] of wanted.entries()) {
    let link = stays.get(index);
    if (!link) {
      link = document.importNode(wanted[index] as HTMLLinkElement);
      // If an entry fails to load, the document reloads.
      link.removeAttribute(ENTRY_ATTRIBUTE);
      link.media = OFF;
      fresh.push([link, media]);
      if (last) last.after(link);
      else if (lives[0]) lives[0].before(link);
      else document.head.append(link);
    }
    last = link;
  }
  const staying = new Set(stays.values());
  const stale = lives.filter((link) => !staying.has(link));
  const remove = (links: Element[]): void => {
    for (const link of links) link.remove();
  };
  try {
    await Promise.all(fresh.map(([link]) => loaded(link)));
  } catch (error) {
    remove(fresh.map(([link]) => link));
    throw error;
  }
  return () => {
    for (const [link, media] of fresh) link.media = media;
    remove(stale);
  };
}

function loaded(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`${link.href} cannot be loaded`)));
  });
}

function sheetsOf({ head }: Document): HTMLLinkElement[] {
  return [...head.querySelectorAll<HTMLLinkElement>(STYLE_SHEETS)];
}
