import { SECTION_ATTRIBUTE, TAB_ATTRIBUTE, TOC_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { RENDER_EVENT } from '../events.ts';
import { elementOfHash } from '../hash-target.ts';

/** Distance to the top of the window, in pixels, below which a heading is the current one. */
const READING_LINE = 112;

/** Marks the table of contents' entry of the current section, shows its title, and hides entries of hidden tabs. */
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
  const { scrollHeight } = document.documentElement;
  // At the end of a page the last section is the current one, even if it is too short to reach the reading line.
  const isEnd = scrollY > 0 && scrollY + innerHeight > scrollHeight - 2;
  let current = '';
  let title: string | null | undefined;
  for (const { hash, parentElement, textContent } of links) {
    const target = elementOfHash(hash);
    const isClosed = !!target?.closest(`[${TAB_ATTRIBUTE}][hidden]`);
    if (parentElement) parentElement.hidden = isClosed;
    if (target && !isClosed && (isEnd || target.getBoundingClientRect().top <= READING_LINE)) {
      current = hash;
      title = textContent;
    }
  }
  for (const link of links) {
    if (link.hash !== current) link.removeAttribute('aria-current');
    else if (!link.hasAttribute('aria-current')) link.setAttribute('aria-current', 'true');
  }
  for (const element of document.querySelectorAll<HTMLElement>(`[${SECTION_ATTRIBUTE}]`)) {
    const text = title ?? element.getAttribute(SECTION_ATTRIBUTE);
    if (element.textContent !== text) element.textContent = text;
  }
}
