import { TAB_ATTRIBUTE, TOC_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { RENDER_EVENT } from '../events.ts';
import { elementOfHash } from '../hash-target.ts';

/** Distance to the top of the window, in pixels, below which a heading is the current one. */
const READING_LINE = 112;

/** Marks the table of contents' entry of the current section, and hides entries of hidden tabs. */
export function startTocSpy(): void {
  let scheduled = false;
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => {
      scheduled = false;
      mark();
    });
  };
  addEventListener('scroll', schedule, { passive: true });
  addEventListener('resize', schedule, { passive: true });
  // Another tab may be open.
  addEventListener('popstate', schedule);
  document.addEventListener(RENDER_EVENT, schedule);
  schedule();
}

function mark(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(`[${TOC_ATTRIBUTE}] a[href^="#"]`)];
  let current = '';
  for (const { hash, parentElement } of links) {
    const target = elementOfHash(hash);
    const isClosed = !!target?.closest(`[${TAB_ATTRIBUTE}][hidden]`);
    if (parentElement) parentElement.hidden = isClosed;
    if (target && !isClosed && target.getBoundingClientRect().top <= READING_LINE) current = hash;
  }
  for (const link of links) {
    if (link.hash !== current) link.removeAttribute('aria-current');
    else if (!link.hasAttribute('aria-current')) link.setAttribute('aria-current', 'true');
  }
}
