import { SECTION_ATTRIBUTE, TOC_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { RENDER_EVENT } from '../events.ts';
import { elementOfHash } from '../hash-target.ts';

/** Distance to the top of the window, in pixels, below which a heading is the current one. */
const READING_LINE = 112;

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
  document.addEventListener(RENDER_EVENT, schedule);
  document.addEventListener('toggle', schedule, true);
  schedule();
}

function mark(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(`[${TOC_ATTRIBUTE}] a[href^="#"]`)];
  const { scrollHeight } = document.documentElement;
  const isEnd = scrollY > 0 && scrollY + innerHeight > scrollHeight - 2;
  let current = '';
  let title: string | null | undefined;
  for (const { hash, parentElement, textContent } of links) {
    const target = elementOfHash(hash);
    const isHidden = target?.checkVisibility() === false;
    if (parentElement) parentElement.hidden = isHidden;
    if (target && !isHidden && (isEnd || target.getBoundingClientRect().top <= READING_LINE)) {
      current = hash;
      title = textContent;
    }
  }
  const before = links.map(topOf);
  for (const link of links) {
    if (link.hash !== current) link.removeAttribute('aria-current');
    else if (!link.hasAttribute('aria-current')) link.setAttribute('aria-current', 'true');
  }
  links.forEach((link, index) => {
    const from = before[index];
    const moved = from && from - topOf(link);
    if (moved && link.parentElement?.parentElement?.hasAttribute(TOC_ATTRIBUTE)) slide(link.parentElement, moved);
  });
  for (const element of document.querySelectorAll<HTMLElement>(`[${SECTION_ATTRIBUTE}]`)) {
    const text = title ?? element.getAttribute(SECTION_ATTRIBUTE);
    if (element.textContent !== text) element.textContent = text;
  }
}

const topOf = (link: Element): number => link.getBoundingClientRect().top;

/** A jump would count as a layout shift, because scrolling does not count as user input. */
function slide(entry: Element, moved: number): void {
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 150;
  entry.animate({ translate: [`0 ${moved}px`, '0 0'] }, { duration, easing: 'ease-out' });
}
