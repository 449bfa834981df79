import type { Page } from 'playwright-core';

/** Returns the elements that make the page scroll horizontally, or none if it does not. */
export async function overflowing(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const isCut = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true;
      return false;
    };
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      // The page cannot be scrolled to content beyond the side where lines begin.
      const isOut = root.dir === 'rtl' ? left < -1 : right > root.clientWidth + 1;
      return width > 0 && isOut && !isCut(element);
    });
    const names = wide.map(
      (element) => `${element.localName}.${element.getAttribute('class')} ${element.textContent?.slice(0, 30)}`,
    );
    return [`${root.scrollWidth} pixels in a window of ${root.clientWidth}`, ...names];
  });
}

/**
 * Returns the elements whose text is clipped by their own box. Ignores texts for screen readers only, demos, and folded
 * code.
 */
export async function clippedTexts(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, overflowY, clipPath } = getComputedStyle(element);
        const unseen = '.visually-hidden, .skip-link, [data-demo-root], .code-fold:not([open]) + pre';
        const isHidden = element.closest(unseen) ?? clipPath !== 'none';
        if (isHidden || !element.textContent?.trim() || !element.checkVisibility()) return false;
        const isCutX = ['hidden', 'clip'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1;
        const isCutY = ['hidden', 'clip'].includes(overflowY) && element.scrollHeight > element.clientHeight + 1;
        return element.clientWidth > 0 && (isCutX || isCutY);
      })
      .map((element) => `${element.localName}.${element.className} ${element.textContent?.trim().slice(0, 30)}`),
  );
}

/**
 * Returns the controls that are smaller than `size` × `size` pixels. Ignores links in running text, and the content
 * of demos.
 */
export async function smallTargets(page: Page, size: number, within = 'body'): Promise<string[]> {
  return await page.evaluate(
    ({ size, within }) => {
      const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, summary, input, textarea')].filter(
        (control) => !control.matches(':disabled'),
      );
      const isInText = (element: HTMLElement): boolean =>
        element.localName === 'a' &&
        getComputedStyle(element).display === 'inline' &&
        element.closest('p, li, td, dd, h1, h2, h3, h4, h5, h6') !== null;
      return controls
        .filter((element) => element.closest(within) && element.checkVisibility({ contentVisibilityAuto: true }))
        .filter((element) => !element.closest('[data-demo-root], .live-editor') && !element.matches('.skip-link'))
        .filter((element) => !isInText(element) && !element.matches('.heading-anchor'))
        .flatMap((element) => {
          const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
          const text = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
          // Two boxes may share a pixel.
          if (width === 0 || (width >= size - 0.5 && height >= size - 0.5)) return [];
          return [`${element.localName}.${element.className} "${text.slice(0, 30)}" ${width} x ${height}`];
        });
    },
    { size, within },
  );
}
