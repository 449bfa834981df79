import type { Page } from 'playwright-core';

/** The structure of a page for assistive technology. */
export interface Structure {
  lang: string;
  title: string;
  mains: number;
  /** Levels of the headings, in order. */
  headings: number[];
  /** Landmarks and regions as `role: name`. */
  landmarks: string[];
  /** URLs of the links that are marked as the current page, and of those that are marked as the path to it. */
  currentPage: string[];
  currentWay: string[];
  /** Sources of images without an `alt`. */
  imagesWithoutAlt: string[];
  /** Chinese texts that are not marked as such. Code has no language. */
  chineseWithoutLang: string[];
}

/** Reads the structure of the current page. It works without JavaScript in the page. */
export async function readStructure(page: Page): Promise<Structure> {
  return await page.evaluate(() => {
    const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
    const pathOf = (link: HTMLElement): string => link.getAttribute('href') ?? '';
    const nameOf = (element: HTMLElement): string => {
      const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
      return element.getAttribute('aria-label') ?? label?.textContent ?? '';
    };
    const chinese: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text;
      const isText = parentElement?.closest('script, style, template, code') === null;
      if (
        isText &&
        /\p{Script=Han}/u.test(data) &&
        !parentElement?.closest<HTMLElement>('[lang]')?.lang.startsWith('zh')
      )
        chinese.push(data.trim());
    }
    return {
      lang: document.documentElement.lang,
      title: document.title,
      mains: all('main, [role="main"]').length,
      headings: all('h1, h2, h3, h4, h5, h6').map(({ tagName }) => Number(tagName.slice(1))),
      landmarks: all('nav, aside, section[aria-label], [role="region"], [role="navigation"]').map(
        (element) => `${element.getAttribute('role') ?? element.localName}: ${nameOf(element)}`,
      ),
      currentPage: all('a[aria-current="page"]').map(pathOf),
      // A narrow header has the entry in a menu instead.
      currentWay: all('nav.navbar [aria-current="true"]')
        .filter((element) => element.checkVisibility())
        .map(pathOf),
      imagesWithoutAlt: all('img:not([alt])').map((image) => image.getAttribute('src') ?? ''),
      chineseWithoutLang: chinese,
    };
  });
}
