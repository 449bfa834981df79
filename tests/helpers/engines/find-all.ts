/**
 * Runs in the page: returns the elements that a selector matches. Selectors are CSS with some of Playwright's
 * extensions: `:has-text("")` and `:text-is("")`, and steps with `>>`, of which one may be `visible=true` or `nth=0`.
 */
export function findAll(selector: string): Element[] {
  const textOf = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  let found: (Document | Element)[] = [document];
  for (const step of selector.split(' >> ')) {
    if (step === 'visible=true') found = (found as Element[]).filter((element) => element.checkVisibility());
    else if (step.startsWith('nth=')) found = found.slice(Number(step.slice(4)), Number(step.slice(4)) + 1);
    else {
      const marks: [string, (element: Element) => boolean][] = [];
      const css = step.replace(/:(has-text|text-is)\("([^"]*)"\)/g, (_, kind, text) => {
        const isFound = (element: Element): boolean =>
          kind === 'text-is' ? textOf(element) === text : textOf(element).toLowerCase().includes(text.toLowerCase());
        marks.push([`data-found-${marks.length}`, isFound]);
        return `[data-found-${marks.length - 1}]`;
      });
      const all = marks.length > 0 ? [...document.querySelectorAll('body *')] : [];
      for (const [name, isFound] of marks)
        for (const element of all) if (isFound(element)) element.setAttribute(name, '');
      found = found.flatMap((scope) => [...scope.querySelectorAll(css)]);
      for (const [name] of marks) for (const element of all) element.removeAttribute(name);
    }
  }
  return found as Element[];
}
