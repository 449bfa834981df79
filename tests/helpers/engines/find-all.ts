/**
 * Runs in the page: returns the elements that a selector matches: CSS, and perhaps Playwright's `:has-text("")` at its end.
 */
export function findAll(selector: string): Element[] {
  const [, css = selector, text = ''] = /^(.*):has-text\("([^"]*)"\)$/.exec(selector) ?? [];
  return [...document.querySelectorAll(css)].filter((element) =>
    (element.textContent ?? '').toLowerCase().includes(text.toLowerCase()),
  );
}
